"""`check` finds wrong numbers that the rest of the model hides."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import ge.es.all as es
import numpy as np
import pytest
from conftest import PASS_HEAD
from ge.es import GraphBuilder
from ge.graph import Graph, Tensor
from ge.passes.checking import CheckResult, check, main
from ge.passes.checking._bisect import bisect
from ge.passes.testing import GraphsDifferError, assert_equivalent

DOUBLE_IS_MUL = """
@register_fusion_pass(name="Wrong", stage=PassStage.AFTER_INFER_SHAPE)
class Wrong(PatternFusionPass):
    @pattern
    def doubled(self, inputs):
        return es.Add(inputs[0], inputs[0])

    def replacement(self, inputs):
        return es.Mul(inputs[0], {factor})
"""


def passes_file(folder: Path, text: str) -> Path:
    """A file of passes."""
    path = folder / "my_passes.py"
    path.write_text(PASS_HEAD + text, encoding="utf-8")
    return path


def saved(graph: Graph, folder: Path) -> Path:
    """The graph as a file."""
    path = folder / "model.air"
    graph.save_to_air(str(path))
    return path


def swallowed() -> Graph:
    """Sigmoid(x + x - 900): nothing but zeros, whatever x is."""
    builder = GraphBuilder("swallowed")
    x = builder.create_input(0, name="x", shape=[4, 8])
    return builder.build_and_reset([es.Sigmoid(es.Sub(es.Add(x, x), 900.0))])


def test_a_replaced_tensor_is_compared_where_the_outputs_hide_it(tmp_path: Path) -> None:
    result = check([passes_file(tmp_path, DOUBLE_IS_MUL.format(factor=3.0))], saved(swallowed(), tmp_path))

    (found,) = result.passes
    assert not result.ok
    assert found.numbers is not None
    assert 'output 0 "Add_0:0"' in str(found.numbers)


def test_outputs_that_hardly_depend_on_the_inputs_are_warned_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    passes = passes_file(tmp_path, DOUBLE_IS_MUL.format(factor=2.0))

    assert main(["check", str(passes), "--model", str(saved(swallowed(), tmp_path))]) == 0

    shown = capsys.readouterr().out
    assert "the numbers are the same (3 sets of inputs), also at 1 replaced tensors" in shown
    assert 'warning: output 0 "' in shown
    assert "hardly depends on the inputs, so that agreeing says little" in shown


def scaled(factor: float) -> Graph:
    """x * factor."""
    builder = GraphBuilder("scaled")
    return builder.build_and_reset([es.Mul(builder.create_input(0, shape=[3]), factor)])


def test_small_numbers_count_as_large_ones_do() -> None:
    assert_equivalent(scaled(1e-9), scaled(1.00001e-9))
    with pytest.raises(GraphsDifferError):
        assert_equivalent(scaled(1e-9), scaled(1.01e-9))


def test_noise_beside_large_numbers_of_the_same_output_does_not_count() -> None:
    def noise(size: float) -> Graph:
        builder = GraphBuilder("noise")
        x = builder.create_input(0, shape=[2])
        added = es.Const(builder, value=Tensor(np.array([0.0, size], np.float32)))
        return builder.build_and_reset([es.Add(x, added)])

    inputs = [np.array([1000.0, 0.0], np.float32)]

    assert_equivalent(noise(0.0), noise(1e-3), inputs)
    with pytest.raises(GraphsDifferError):
        assert_equivalent(noise(0.0), noise(1.0), inputs)


def test_bisecting_compares_graphs_of_one_shape(tmp_path: Path) -> None:
    builder = GraphBuilder("open")
    x = builder.create_input(0, name="x", shape=[-1, -1])
    model = saved(builder.build_and_reset([es.Relu(es.Add(x, x))]), tmp_path)

    right = bisect([passes_file(tmp_path, DOUBLE_IS_MUL.format(factor=2.0))], model, input_shape="x:2,5")

    assert (right.culprit, right.text) == ("", "")
    wrong = passes_file(tmp_path / "..", DOUBLE_IS_MUL.format(factor=3.0))
    assert bisect([wrong], model, input_shape="x:2,5").culprit == "Wrong"


# Conv -> Mul -> Add by constants of one element, folded into weights and bias: the bias must be scaled, too.
FOLD = """
from ge.graph import Tensor

@register_fusion_pass(name="Fold", stage=PassStage.AFTER_INFER_SHAPE)
class Fold(PatternFusionPass):
    @pattern
    def left(self, inputs):
        x, w, b, m, a = inputs[:5]
        return es.Add(es.Mul(m, es.Conv2D(x, w, b, strides=[1, 1, 1, 1], pads=[0, 0, 0, 0])), a)

    @pattern
    def right(self, inputs):
        x, w, b, m, a = inputs[:5]
        return es.Add(es.Mul(es.Conv2D(x, w, b, strides=[1, 1, 1, 1], pads=[0, 0, 0, 0]), m), a)

    def constants(self, match):
        nodes = [match.get_captured_tensor(i).node for i in (1, 2, 3, 4)]
        return [node.get_attr("value").numpy() if node.has_attr("value") else None for node in nodes]

    def meet_requirements(self, match):
        values = self.constants(match)
        return all(value is not None for value in values) and values[2].size == values[3].size == 1

    def replacement(self, inputs, match):
        x, builder = inputs[:5][0], inputs[0].get_owner_builder()
        conv, = [node for node in match.get_matched_nodes() if node.type == "Conv2D"]
        w, b, m, a = self.constants(match)
        folded = [w * m.reshape(()), b{scale} + a.reshape(())]
        return es.Conv2D(
            x,
            *[es.Const(builder, value=Tensor(value.astype("float32"))) for value in folded],
            strides=conv.get_attr("strides"),
            pads=conv.get_attr("pads"),
            dilations=conv.get_attr("dilations", [1, 1, 1, 1]),
            groups=conv.get_attr("groups", 1),
            data_format=conv.get_attr("data_format"),
        )
"""


def checked_on_text_detection(folder: Path, scale: str) -> CheckResult:
    """The pass on a model whose outputs are nearly nothing for random inputs."""
    package = importlib.util.find_spec("rapidocr_onnxruntime")
    assert package is not None
    assert package.origin is not None
    (model,) = (Path(package.origin).parent / "models").glob("*_det_*.onnx")
    text = FOLD.replace("{scale}", scale)
    return check([passes_file(folder, text)], model, input_shape="x:1,3,64,64")


def test_a_bias_that_is_not_scaled_is_found_in_a_model_of_text_detection(tmp_path: Path) -> None:
    wrong = checked_on_text_detection(tmp_path, "")

    assert len(wrong.passes[0].report.matches) > 1  # type: ignore[union-attr]  # it ran
    assert not wrong.ok
    right = tmp_path / "right"
    right.mkdir()
    assert checked_on_text_detection(right, " * m.reshape(())").ok
