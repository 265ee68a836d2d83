"""What the importing layer holds every front end to, and models that runtimes take though onnx.checker does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import numpy as np
import onnx
import pytest
from ge.session import OfflineModel
from numpy.typing import NDArray
from onnx import AttributeProto, TensorProto, helper, numpy_helper
from pyatc.importing import Registry, SourceNode

RunPyatc = Callable[..., "CompletedProcess[str]"]
X = np.random.default_rng(3).normal(size=(2, 3)).astype(np.float32)


def convert(model: onnx.ModelProto, run_pyatc: RunPyatc, tmp_path: Path) -> CompletedProcess[str]:
    """Run pyatc on the model; the result is `m.om`."""
    path = tmp_path / "m.onnx"
    onnx.save(model, path)
    words = ["--framework=5", f"--model={path}", "--soc_version=Ascend910B1", f"--output={tmp_path / 'm'}"]
    return run_pyatc(*words)


def computed(model: onnx.ModelProto, x: NDArray[Any], run_pyatc: RunPyatc, tmp_path: Path) -> list[NDArray[Any]]:
    """The outputs of the model for one input."""
    done = convert(model, run_pyatc, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    return [np.asarray(value) for value in OfflineModel(str(tmp_path / "m.om")).run([x])]


def model_of(
    nodes: list[onnx.NodeProto],
    outputs: list[onnx.ValueInfoProto],
    *,
    shape: tuple[int, ...] = (2, 3),
    weights: list[onnx.TensorProto] | None = None,
    functions: list[onnx.FunctionProto] | None = None,
    opsets: list[onnx.OperatorSetIdProto] | None = None,
) -> onnx.ModelProto:
    """A model of the float input x."""
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)
    graph = helper.make_graph(nodes, "g", [x], outputs, weights or [])
    opsets = opsets or [helper.make_opsetid("", 17)]
    return helper.make_model(graph, opset_imports=opsets, functions=functions or [], ir_version=9)


def floats(name: str, shape: tuple[int, ...] | None = (2, 3)) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def test_an_operator_is_registered_once_for_a_version() -> None:
    registry: Registry[SourceNode] = Registry()

    @registry.register("Softmax", since=13)
    def softmax(node: SourceNode) -> Any: ...

    @registry.register("Softmax", since=1)
    def flattening(node: SourceNode) -> Any: ...

    assert registry.find("", "Softmax", 12) is flattening
    assert registry.find("", "Softmax", 17) is softmax
    assert registry.since("", "Softmax") == (1, 13)
    with pytest.raises(ValueError, match=r"Softmax since 13 is imported by .*softmax already"):
        registry.register("Softmax", since=13)(flattening)


def test_an_output_without_a_shape_is_imported(run_pyatc: RunPyatc, tmp_path: Path) -> None:
    model = model_of([helper.make_node("Relu", ["x"], ["y"])], [onnx.ValueInfoProto(name="y")])

    (y,) = computed(model, X, run_pyatc, tmp_path)

    np.testing.assert_array_equal(y, np.maximum(X, 0))


def test_the_standard_domain_has_two_names(run_pyatc: RunPyatc, tmp_path: Path) -> None:
    nodes = [helper.make_node("Neg", ["x"], ["t"], domain="ai.onnx"), helper.make_node("Add", ["t", "t"], ["y"])]
    model = model_of(nodes, [floats("y")], opsets=[helper.make_opsetid("ai.onnx", 17)])

    (y,) = computed(model, X, run_pyatc, tmp_path)

    np.testing.assert_array_equal(y, -2 * X)


def test_functions_hand_attributes_to_the_functions_that_they_call(run_pyatc: RunPyatc, tmp_path: Path) -> None:
    def referring(node: onnx.NodeProto, name: str, target: str) -> onnx.NodeProto:
        attribute = AttributeProto(name=name, type=AttributeProto.FLOAT)
        attribute.ref_attr_name = target
        node.attribute.append(attribute)
        return node

    standard, mine = helper.make_opsetid("", 17), helper.make_opsetid("own", 1)
    constant = referring(helper.make_node("Constant", [], ["t"]), "value_float", "by")
    inner = helper.make_function(
        "own", "Times", ["x"], ["y"], [constant, helper.make_node("Mul", ["x", "t"], ["y"])], [standard], ["by"]
    )
    call = referring(helper.make_node("Times", ["x"], ["t"], domain="own"), "by", "factor")
    outer = helper.make_function(
        "own",
        "TimesPlus",
        ["x"],
        ["y"],
        [call, helper.make_node("Add", ["t", "x"], ["y"])],
        [standard, mine],
        ["factor"],
    )
    nodes = [
        helper.make_node("TimesPlus", ["x"], ["t"], domain="own", factor=2.0),
        helper.make_node("TimesPlus", ["t"], ["y"], domain="own", factor=-3.0),
    ]
    model = model_of(nodes, [floats("y")], functions=[outer, inner], opsets=[standard, mine])

    (y,) = computed(model, X, run_pyatc, tmp_path)

    np.testing.assert_allclose(y, X * 3 * -2, rtol=1e-6)


@pytest.mark.parametrize("scale", [2.0, 1.5])
def test_nearest_pixels_of_asymmetric_places(scale: float, run_pyatc: RunPyatc, tmp_path: Path) -> None:
    image = np.random.default_rng(4).normal(size=(1, 2, 4, 6)).astype(np.float32)
    scales = numpy_helper.from_array(np.array([1, 1, scale, scale], np.float32), "s")
    attributes = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    node = helper.make_node("Resize", ["x", "", "s"], ["y"], **attributes)
    model = model_of([node], [floats("y", None)], shape=image.shape, weights=[scales])

    (y,) = computed(model, image, run_pyatc, tmp_path)

    rows, columns = (np.floor(np.arange(int(size * scale)) / scale).astype(int) for size in (4, 6))
    np.testing.assert_array_equal(y, image[:, :, rows][:, :, :, columns])


def test_an_attribute_that_nobody_reads_is_refused_by_name(run_pyatc: RunPyatc, tmp_path: Path) -> None:
    sizes = numpy_helper.from_array(np.array([1, 2, 8, 8], np.int64), "n")
    node = helper.make_node(
        "Resize", ["x", "", "", "n"], ["y"], name="up", mode="nearest", keep_aspect_ratio_policy="not_larger"
    )
    opset = [helper.make_opsetid("", 18)]
    model = model_of([node], [floats("y", None)], shape=(1, 2, 4, 6), weights=[sizes], opsets=opset)

    done = convert(model, run_pyatc, tmp_path)

    told = done.stdout + done.stderr
    assert done.returncode != 0
    assert "keep_aspect_ratio_policy" in told
    assert "up" in told


def test_a_newer_operator_set_is_refused_with_the_newest_known(run_pyatc: RunPyatc, tmp_path: Path) -> None:
    newest = onnx.defs.onnx_opset_version()
    opset = [helper.make_opsetid("", newest + 1)]
    model = model_of([helper.make_node("Relu", ["x"], ["y"])], [floats("y")], opsets=opset)

    done = convert(model, run_pyatc, tmp_path)

    assert done.returncode != 0
    assert "E16005" in done.stdout + done.stderr
    assert f"known are 1 to {newest}" in done.stdout + done.stderr


def test_everything_in_the_way_is_told_at_once(run_pyatc: RunPyatc, tmp_path: Path) -> None:
    nodes = [
        helper.make_node("Det", ["x"], ["a"], name="first"),
        helper.make_node("Bernoulli", ["x"], ["b"], name="second"),
    ]
    model = model_of(nodes, [floats("a", None), floats("b", None)], shape=(3, 3))

    done = convert(model, run_pyatc, tmp_path)

    told = done.stdout + done.stderr
    assert done.returncode != 0
    assert "E16002" in told
    for word in ("Det", "first", "Bernoulli", "second"):
        assert word in told
