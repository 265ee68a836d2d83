"""The command `python -m ge.passes check`, on models and files of passes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ge.es.all as es
import numpy as np
import onnx
import pytest
from conftest import ENDLESS, PASS_HEAD
from ge.es import GraphBuilder
from ge.passes import _native
from ge.passes.checking import main
from ge.passes.checking._compile import compiled
from ge.passes.checking._load import load_model, passes_of
from onnx import TensorProto, helper

DOUBLE = """
@register_fusion_pass(name="DoubleIsMul", stage=PassStage.AFTER_INFER_SHAPE)
class DoubleIsMul(PatternFusionPass):
    @pattern
    def doubled(self, inputs):
        return es.Add(inputs[0], inputs[0])

    def replacement(self, inputs):
        return es.Mul(inputs[0], {factor})
"""

LATE = """
@register_fusion_pass(name="ReluTwice", stage=PassStage.AFTER_ORIGIN_GRAPH_OPTIMIZE)
class ReluTwice(PatternFusionPass):
    @pattern
    def relu(self, inputs):
        return es.Relu(es.Exp(inputs[0]))

    def meet_requirements(self, match_result):
        return False

    def replacement(self, inputs):
        return es.Exp(inputs[0])
"""


class Files:
    """A folder with a model and a file of passes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.model = folder / "model.air"
        self.passes_path = folder / "my_passes.py"
        builder = GraphBuilder("model")
        x = builder.create_input(0, name="x", shape=[-1, 3])
        y = builder.create_input(1, name="y", shape=[-1, 3])
        total = es.Add(x, x)
        graph = builder.build_and_reset([es.Relu(es.Exp(total)), es.Add(x, y)])
        graph.save_to_air(str(self.model))

    def passes(self, text: str) -> None:
        """Write the file of passes, which begins with the usual imports."""
        self.passes_path.write_text(PASS_HEAD + text, encoding="utf-8")

    def check(self, *words: str) -> int:
        """The command's exit status."""
        return main(["check", str(self.passes_path), "--model", str(self.model), *words])


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    """Files to check."""
    monkeypatch.setenv("ASCEND_WORK_PATH", str(tmp_path))
    return Files(tmp_path)


Read = Callable[[], str]


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Read:
    """What the command has printed."""
    return lambda: capsys.readouterr().out


def test_hits_near_misses_times_nodes_and_numbers_are_told(files: Files, shown: Read) -> None:
    files.passes(DOUBLE.format(factor="2.0") + LATE)

    status = files.check()

    text = shown()
    assert status == 0, text
    for part in [
        "model.air: 7 nodes, 2 passes",
        "DoubleIsMul (pattern_fusion, AfterInferShape): 1 hits, 0 skips, 1 near misses, 7 -> 8 nodes, ",
        "  hit   Add",
        "  near  ",
        "numbers: the numbers are the same (4 sets of inputs), also at 1 replaced tensors",
        "ReluTwice (pattern_fusion, AfterOriginGraphOptimize): 0 hits, 1 skips",
        "skip  Relu",
        "refused",
        "all is well",
    ]:
        assert part in text, text


def test_a_wrong_pass_is_caught_with_element_and_numbers(files: Files, shown: Read) -> None:
    files.passes(DOUBLE.format(factor="3.0") + LATE)

    status = files.check()

    text = shown()
    assert status == 1
    assert "numbers: BROKEN: output 0" in text, text
    assert "worst at [" in text
    assert "not well: DoubleIsMul" in text


def test_numbers_need_not_be_compared(files: Files, shown: Read) -> None:
    files.passes(DOUBLE.format(factor="3.0"))

    assert files.check("--no-numbers") == 0
    assert "numbers:" not in shown()


def test_one_stage_can_be_asked_for(files: Files, shown: Read) -> None:
    files.passes(DOUBLE.format(factor="3.0") + LATE)

    assert files.check("--stage", "AfterOriginGraphOptimize") == 0
    assert "DoubleIsMul" not in shown()


def test_what_a_pass_changed_is_shown(files: Files, shown: Read) -> None:
    files.passes(DOUBLE.format(factor="2.0"))

    assert files.check("--diff") == 0

    text = shown()
    assert "  |   - Add" in text, text
    assert "  |   + Mul" in text, text


def test_a_page_has_the_report_and_both_pictures(files: Files) -> None:
    files.passes(DOUBLE.format(factor="2.0"))
    page = files.folder / "out" / "page.html"

    assert files.check("--html", str(page)) == 0

    text = page.read_text(encoding="utf-8")
    assert "<h3>before</h3>" in text
    assert "<h3>after</h3>" in text
    assert text.count("<iframe") == 2
    assert "DoubleIsMul" in text
    assert "://" not in text.replace("http://www.w3.org", "")
    assert [entry.name for entry in page.parent.iterdir()] == ["page.html"]


def test_the_result_can_be_had_as_json(files: Files, shown: Read) -> None:
    files.passes(DOUBLE.format(factor="3.0"))

    assert files.check("--json", "--bisect") == 1

    data = json.loads(shown())
    (only,) = data["passes"]
    assert (data["ok"], only["name"], only["ok"]) == (False, "DoubleIsMul", False)
    assert only["report"]["nodes_before"] == 7
    assert only["near_misses"][0]["obstacle"]["kind"] == "other_node"
    assert not only["numbers"]["ok"]
    assert data["bisect"]["culprit"] == "DoubleIsMul"


def test_bisecting_names_the_first_of_several_wrong_passes(files: Files, shown: Read) -> None:
    wrong_too = DOUBLE.format(factor="5.0").replace("DoubleIsMul", "AnotherDouble").replace("es.Add(", "es.Exp(es.Add(")
    wrong_too = wrong_too.replace("inputs[0])\n\n", "inputs[0]))\n\n", 1).replace(
        "AFTER_INFER_SHAPE", "BEFORE_INFER_SHAPE"
    )
    files.passes(DOUBLE.format(factor="3.0") + wrong_too)

    assert files.check("--bisect") == 1

    text = shown()
    assert "bisect: AnotherDouble at BeforeInferShape breaks the numbers first: output 0" in text, text


def test_bisecting_good_passes_finds_none(files: Files, shown: Read) -> None:
    files.passes(DOUBLE.format(factor="2.0"))

    assert files.check("--bisect") == 0
    assert "bisect: no pass breaks the numbers" in shown()


def test_bisecting_switches_a_pass_in_each_place_by_itself(files: Files, shown: Read) -> None:
    files.passes(DOUBLE.format(factor="2.0"))

    files.check("--bisect", "--json")

    tried = json.loads(shown())["bisect"]["tried"]
    assert [where for name, where in tried if name == "ConstantFoldingPass"] == ["Inference", "Stage1", "Stage2"]
    assert ["DoubleIsMul", "AfterInferShape"] in tried


def test_a_pass_may_be_left_out_in_one_place(files: Files) -> None:
    seen = []
    files.passes(DOUBLE.format(factor="2.0") + LATE)

    with passes_of([files.passes_path]):
        without = {("DoubleIsMul", "AfterInferShape"), ("ReluTwice", "BeforeInferShape")}
        with _native.PassObserver(lambda name, stage, graph: seen.append((name, stage)), None, without=without):
            compiled(load_model(files.model))

    assert seen == [("ReluTwice", "AfterOriginGraphOptimize")]


def given(files: Files, **arrays: np.ndarray[Any, Any]) -> str:
    """An archive of inputs."""
    path = files.folder / "inputs.npz"
    save: Callable[..., None] = np.savez  # whose own type does not take arrays by any name
    save(path, **arrays)
    return str(path)


def test_numbers_are_compared_on_inputs_that_are_given(files: Files, shown: Read) -> None:
    files.passes(DOUBLE.format(factor="3.0"))
    x = np.array([[0, 1, 2], [3, 4, 5]], np.float32)

    status = files.check("--inputs", given(files, y=x, x=np.zeros_like(x)))
    on_zeros = shown()
    worse = files.check("--inputs", given(files, y=x, x=x), "--bisect")
    on_numbers = shown()

    assert (status, worse) == (0, 1)
    assert "the numbers are the same (1 sets of inputs)" in on_zeros
    assert "BROKEN" in on_numbers
    assert "given inputs float32[2, 3], float32[2, 3]" in on_numbers
    assert "bisect: DoubleIsMul at AfterInferShape breaks the numbers first" in on_numbers


def test_inputs_may_be_a_folder_of_arrays(files: Files, shown: Read) -> None:
    files.passes(DOUBLE.format(factor="2.0"))
    folder = files.folder / "inputs"
    folder.mkdir()
    for name in ("x", "y"):
        np.save(folder / f"{name}.npy", np.ones((4, 3), np.float32))

    assert files.check("--inputs", str(folder)) == 0
    assert "the numbers are the same (1 sets of inputs)" in shown()


ROWS = np.ones((2, 3), np.float32)


@pytest.mark.parametrize(
    ("arrays", "text"),
    [
        ({"x": ROWS}, "there is no array 'y': the model takes 'x', 'y', given are 'x'"),
        ({"x": ROWS, "y": ROWS, "z": ROWS}, "the model has no input 'z': it takes 'x', 'y'"),
        ({"x": ROWS, "y": ROWS.astype(np.int32)}, "'y' is int32, the model takes float32"),
        ({"x": ROWS, "y": ROWS.T}, "'y' has shape [3, 2], the model takes [-1, 3], any size for -1"),
        ({"x": ROWS, "y": ROWS[0]}, "'y' has shape [3], the model takes [-1, 3], any size for -1"),
    ],
)
def test_inputs_that_do_not_fit_are_refused(
    files: Files, capsys: pytest.CaptureFixture[str], arrays: dict[str, np.ndarray[Any, Any]], text: str
) -> None:
    files.passes(DOUBLE.format(factor="2.0"))

    path = given(files, **arrays)

    assert files.check("--inputs", path) == 2
    assert capsys.readouterr().err == f"error: inputs {path}: {text}\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("nowhere.npz", "error: there are no inputs "),
        ("broken.npz", "cannot be read: "),
        ("broken.txt", "must be an .npz file or a folder of .npy files"),
        ("empty", "there is no .npy file in this folder"),
        ("folder", "x.npy cannot be read: "),
    ],
)
def test_inputs_that_cannot_be_read_are_refused(
    files: Files, capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    files.passes(DOUBLE.format(factor="2.0"))
    for broken in ("broken.npz", "broken.txt"):
        (files.folder / broken).write_bytes(b"no archive")
    for folder in ("empty", "folder"):
        (files.folder / folder).mkdir()
    (files.folder / "folder/x.npy").write_bytes(b"no array")

    assert files.check("--inputs", str(files.folder / name)) == 2
    assert text in capsys.readouterr().err


def test_a_pass_that_raises_is_told_with_its_traceback(files: Files, shown: Read) -> None:
    files.passes(DOUBLE.format(factor="1 / 0") + LATE)

    status = files.check()

    text = shown()
    assert status == 1
    for part in [
        "DoubleIsMul (pattern_fusion, AfterInferShape): failed",
        "FAILED: ",
        "ZeroDivisionError",
        "did not run",
    ]:
        assert part in text, text


@pytest.mark.parametrize(
    ("passes", "told"),
    [
        (ENDLESS, "Endless (pattern_fusion, BeforeInferShape): failed"),
        (DOUBLE.replace("return es.Add(inputs[0], inputs[0])", "raise KeyError('lost')"), "patterns: KeyError: 'lost'"),
        (DOUBLE.replace("return es.Add(inputs[0], inputs[0])", "return inputs[0]"), "there is nothing to look for"),
        (LATE.replace("return False", "raise KeyError('lost')"), "skip  Relu_2: hook_failed"),
    ],
)
def test_patterns_and_hooks_that_fail_are_told_of_and_not_well(
    files: Files, shown: Read, passes: str, told: str
) -> None:
    files.passes(passes.replace("{factor}", "2.0"))

    status = files.check()

    text = shown()
    assert status == 1, text
    assert told in text
    assert "not well: " in text


@pytest.mark.parametrize(
    ("passes", "model", "reason"),
    [
        ("x = (", "model.air", "SyntaxError"),
        ("x = 1", "model.air", "no pass is registered there"),
        (DOUBLE.format(factor="2.0"), "missing.air", "there is no model"),
        (DOUBLE.format(factor="2.0"), "broken.air", "cannot be read"),
        (DOUBLE.format(factor="2.0"), "broken.onnx", "cannot be imported"),
        (DOUBLE.format(factor="2.0"), "my_passes.py", "must be an .air or .onnx file"),
    ],
)
def test_what_cannot_be_used_is_said_on_standard_error(
    files: Files, capsys: pytest.CaptureFixture[str], passes: str, model: str, reason: str
) -> None:
    files.passes(passes)
    (files.folder / "broken.air").write_bytes(b"no model")
    (files.folder / "broken.onnx").write_bytes(b"no model")
    files.model = files.folder / model

    assert files.check() == 2
    assert reason in capsys.readouterr().err


def test_a_wrong_command_line_is_status_2(files: Files) -> None:
    assert main(["check", str(files.passes_path)]) == 2
    assert files.check("--stage", "Late") == 2


def test_onnx_models_are_read_and_the_command_runs_as_a_module(files: Files) -> None:
    nodes = [helper.make_node("Add", ["x", "x"], ["d"], name="double"), helper.make_node("Relu", ["d"], ["y"])]
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 3])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 3])],
    )
    files.model = files.folder / "model.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), files.model)
    files.passes(DOUBLE.format(factor="2.0"))
    command = [sys.executable, "-m", "ge.passes", "check", str(files.passes_path), "--model", str(files.model)]

    done = subprocess.run([*command, "--input-shape", "x:2,3"], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 hits" in done.stdout
    assert "numbers: the numbers are the same" in done.stdout
