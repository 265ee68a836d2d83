"""What a conversion writes: where, with which permissions, what it says meanwhile."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CompletedProcess

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

RunPyatc = Callable[..., "CompletedProcess[str]"]
GOOD = ("--framework=5", "--soc_version=Ascend910B1")


def _relu(file: Path, shape: Sequence[int | str] = (2, 3)) -> None:
    graph = helper.make_graph(
        [helper.make_node("Relu", ["x"], ["y"], name="relu")],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, shape)],
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)], ir_version=8), file)


@pytest.fixture(autouse=True)
def model(tmp_path: Path) -> None:
    _relu(tmp_path / "m.onnx")


@pytest.mark.parametrize(
    ("output", "file"),
    [
        ("out", "out.om"),
        ("out.om", "out.om"),
        ("new/out.om", "new/out.om"),
        ("v1.2", "v1.2.om"),
        ("folder", "folder/m.om"),
        ("folder/", "folder/m.om"),
        (".", "m.om"),
    ],
)
def test_the_result_is_where_its_option_says(output: str, file: str, run_pyatc: RunPyatc, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()

    result = run_pyatc(*GOOD, "--model=m.onnx", f"--output={output}")

    assert result.returncode == 0, result.stdout
    assert [str(found.relative_to(tmp_path)) for found in tmp_path.rglob("*.om")] == [file]


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_the_result_has_the_permissions_of_the_umask(mask: int, run_pyatc: RunPyatc, tmp_path: Path) -> None:
    before = os.umask(mask)
    try:
        result = run_pyatc(*GOOD, "--model=m.onnx", "--output=new/out")
    finally:
        os.umask(before)

    assert result.returncode == 0, result.stdout
    assert stat.S_IMODE((tmp_path / "new" / "out.om").stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize(
    "name", ["a b", "m(1)", "a+b,c@d=e~f", "déjà", "модель", "모델", "模型", "a'b\"c$d", "日本語 модель"]
)
def test_any_sign_may_stand_in_a_path(name: str, run_pyatc: RunPyatc, tmp_path: Path) -> None:
    _relu(tmp_path / name / f"{name}.onnx")

    converted = run_pyatc(*GOOD, f"--model={name}/{name}.onnx", f"--output={name}/{name}")

    assert converted.returncode == 0, converted.stdout
    np.save(tmp_path / f"{name}.npy", np.array([[-1, 2, 3], [4, -5, 6]], np.float32))
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "ge.session.run",
            f"{name}/{name}.om",
            "--input",
            f"{name}.npy",
            "--output",
            f"{name}.npz",
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    with np.load(tmp_path / f"{name}.npz") as results:
        np.testing.assert_array_equal(results[results.files[0]], [[0, 2, 3], [4, 0, 6]])


def test_open_dimensions_are_told_as_what_a_device_asks_for(run_pyatc: RunPyatc, tmp_path: Path) -> None:
    _relu(tmp_path / "open.onnx", ("n", 3))

    result = run_pyatc(*GOOD, "--model=open.onnx", "--output=out")

    assert result.returncode == 0, result.stdout
    about = result.stdout.splitlines()[2:]
    assert len(about) == 1
    assert "--input_shape is missing for x [-1, 3]" in about[0]
    assert "E10001" in about[0]


def test_only_inputs_without_a_shape_are_told(run_pyatc: RunPyatc, tmp_path: Path) -> None:
    tensors = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n"]) for name in ("x", "y", "z")]
    graph = helper.make_graph([helper.make_node("Add", ["x", "y"], ["z"])], "g", tensors[:2], tensors[2:])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)], ir_version=8), tmp_path / "m.onnx")

    result = run_pyatc(*GOOD, "--model=m.onnx", "--output=out", "--input_shape=x:4")

    assert result.returncode == 0, result.stdout
    assert "--input_shape is missing for y [-1], left" in result.stdout


@pytest.mark.parametrize("shape", ["x:4,3", "x:-1,3", "x:1~8,3"])
def test_shapes_that_are_given_need_no_word(shape: str, run_pyatc: RunPyatc, tmp_path: Path) -> None:
    _relu(tmp_path / "open.onnx", ("n", 3))

    result = run_pyatc(*GOOD, "--model=open.onnx", "--output=out", f"--input_shape={shape}")

    assert result.stdout.splitlines()[1:] == ["ATC run success, welcome to the next use."]


@pytest.mark.parametrize(
    ("words", "environment", "levels"),
    [
        ((), {}, set()),
        ((), {"ASCEND_GLOBAL_LOG_LEVEL": "1"}, {"[INFO]", "[WARNING]"}),
        (("--log=info",), {}, {"[INFO]", "[WARNING]"}),
        (("--log=debug",), {"ASCEND_GLOBAL_LOG_LEVEL": "4"}, {"[INFO]", "[WARNING]"}),
        (("--log=warning",), {}, {"[WARNING]"}),
        (("--log=null",), {"ASCEND_GLOBAL_LOG_LEVEL": "0"}, set()),
        (("--log=null",), {"ASCEND_GLOBAL_LOG_LEVEL": "2", "NPU_COLLECT_PATH": "."}, {"[WARNING]"}),
    ],
)
def test_the_option_log_counts_before_the_environment(
    words: tuple[str, ...], environment: dict[str, str], levels: set[str], run_pyatc: RunPyatc
) -> None:
    switch = "--optimization_switch=PrunePass:maybe"  # is told as a warning

    result = run_pyatc(*GOOD, "--model=m.onnx", "--output=out", switch, *words, **environment)

    assert result.returncode == 0, result.stdout
    assert {line.partition(" ")[0] for line in result.stderr.splitlines()} == levels


# Wrong: it turns Relu into Neg.
_WRONG_PASS = """
from ge.es import all as es
from ge.passes import PassStage, PatternFusionPass, pattern, register_fusion_pass


@register_fusion_pass(name="ReluIsNeg", stage=PassStage.AFTER_INFER_SHAPE)
class ReluIsNeg(PatternFusionPass):
    @pattern
    def relu(self, inputs):
        return es.Relu(inputs[0])

    def replacement(self, inputs):
        return es.Neg(inputs[0])
"""


@pytest.fixture
def wrong_pass(tmp_path: Path) -> str:
    (tmp_path / "mine.py").write_text(_WRONG_PASS)
    return "mine.py"


@pytest.mark.parametrize(
    "switch", ["IdentityPass:off;AddNPass:on", "forbidden_close_pass:on", "ReluIsNeg:off", "PrunePass", "x:maybe"]
)
def test_a_switch_of_a_known_pass_is_taken(switch: str, wrong_pass: str, run_pyatc: RunPyatc) -> None:
    words = ("--model=m.onnx", "--output=out", f"--optimization_switch={switch}")

    result = run_pyatc(*GOOD, *words, ASCEND_GE_PY_PASS_PATH=wrong_pass)

    assert result.returncode == 0, result.stdout


def test_passes_can_be_verified(wrong_pass: str, run_pyatc: RunPyatc, tmp_path: Path) -> None:
    words = ("--model=m.onnx", "--output=out", "--passes_verify=numeric")

    result = run_pyatc(*GOOD, *words, ASCEND_GE_PY_PASS_PATH=wrong_pass)

    assert result.returncode == 255
    assert "ReluIsNeg" in result.stdout
    assert "ge.passes.verify=numeric" in result.stdout
    assert not (tmp_path / "out.om").exists()
