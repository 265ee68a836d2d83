"""Bad input to `pyatc` ends in a clear error with its code, exit status 255, and no file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

RunPyatc = Callable[..., "CompletedProcess[str]"]
GOOD = ("--framework=5", "--soc_version=Ascend910B1", "--output=out", "--model=m.onnx")


def _save(folder: Path, *nodes: onnx.NodeProto, shape: tuple[int, ...] = (2, 3)) -> None:
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["a", "b"])],
    )
    opset = [helper.make_opsetid("", 15), helper.make_opsetid("our.own", 1)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=8), folder / "m.onnx")


@pytest.fixture
def relu(tmp_path: Path) -> None:
    _save(tmp_path, helper.make_node("Relu", ["x"], ["y"], name="relu"))


@pytest.mark.usefixtures("relu")
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--framework=5", "--output=out", "--model=m.onnx"), "E10054", "--soc_version"),
        (("--framework=5", "--soc_version=Ascend910B1", "--model=m.onnx"), "E10054", "--output"),
        (("--framework=5", "--soc_version=Ascend910B1", "--output=out"), "E10054", "--model"),
        (("--soc_version=Ascend910B1", "--output=out", "--model=m.onnx"), "E10007", "--framework"),
        ((*GOOD, "--model=missing.onnx"), "E10001", "missing.onnx"),
        ((*GOOD, "--input_format=NHCW"), "E10001", "NHCW"),
        ((*GOOD, "--input_shape=z:1"), "E10016", "'z'"),
        ((*GOOD, "--input_shape=x:2,3,4"), "E10049", "'x'"),
        ((*GOOD, "--input_shape=x:2,7"), "E10050", "7"),
        ((*GOOD, "--precision_mode=force_fp16", "--precision_mode_v2=fp16"), "E10056", "precision_mode"),
        ((*GOOD, "--dynamic_batch_size=1,2"), "E10055", "dynamic_batch_size"),
        ((*GOOD, "--mode=6"), "E10055", "--mode 6"),
        ((*GOOD, "--output=out/"), "E10022", "out/"),
        ((*GOOD, "--output=o u t"), "E10001", "' '"),
    ],
)
def test_a_bad_option_is_refused(words: tuple[str, ...], code: str, said: str, run_pyatc: RunPyatc) -> None:
    result = run_pyatc(*words)

    assert result.returncode == 255
    assert "ATC run failed" in result.stdout
    assert f"{code}: " in result.stdout
    assert said in result.stdout


def test_an_unknown_option_is_told_on_standard_error(run_pyatc: RunPyatc) -> None:
    result = run_pyatc("--nonsense=1")

    assert result.returncode == 255
    assert result.stderr.startswith("ERROR: ")
    assert "nonsense" in result.stderr


def test_help_ends_well_and_names_the_options(run_pyatc: RunPyatc) -> None:
    result = run_pyatc("--help")

    assert result.returncode == 0
    assert "--input_shape" in result.stdout
    assert "python3 -m ge.pyatc" in result.stdout


@pytest.mark.parametrize("keep", [0, 1, 10, 1000, 100_000])
def test_a_truncated_model_is_refused(
    keep: int, real_model: Callable[[str], Path], run_pyatc: RunPyatc, tmp_path: Path
) -> None:
    (tmp_path / "m.onnx").write_bytes(real_model("ocr_classify").read_bytes()[:keep])

    result = run_pyatc(*GOOD)

    assert result.returncode == 255
    assert "m.onnx" in result.stdout
    assert any(code in result.stdout for code in ("E13015: ", "E16004: ", "E16001: "))
    assert [path.name for path in tmp_path.iterdir()] == ["m.onnx"]


def test_every_operator_without_importer_is_named(run_pyatc: RunPyatc, tmp_path: Path) -> None:
    _save(
        tmp_path,
        helper.make_node("Special", ["x"], ["a"], name="first", domain="our.own"),
        helper.make_node("Det", ["a"], ["y"], name="second"),
    )

    result = run_pyatc(*GOOD)

    assert result.returncode == 255
    assert "E16002: " in result.stdout
    assert 'our.own::Special (first at node "first")' in result.stdout
    assert 'ai.onnx::Det (first at node "second")' in result.stdout
    assert not (tmp_path / "out.om").exists()


def test_shapes_that_do_not_fit_name_the_node(run_pyatc: RunPyatc, tmp_path: Path) -> None:
    weights = onnx.numpy_helper.from_array(np.zeros((4, 5), np.float32), "w")
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"], name="fc1")],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["c", "d"])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["a", "b"])],
        [weights],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)], ir_version=8)
    onnx.save(model, tmp_path / "m.onnx")

    result = run_pyatc(*GOOD, "--input_shape=x:2,3")

    assert result.returncode == 255
    assert "fc1" in result.stdout
    assert "[2, 3]" in result.stdout
    assert "[4, 5]" in result.stdout
    assert not (tmp_path / "out.om").exists()
