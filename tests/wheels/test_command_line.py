"""The main job from installed wheels: an ONNX file through the `pyatc` command, and the result run."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import onnx
from conftest import clean_environment
from onnx import TensorProto, helper, numpy_helper


def save_model(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """y = Relu(x @ w + b), with x [batch, 3]; returns w and b."""
    w = np.array([[1, -2], [3, 0.5], [-1, 4]], np.float32)
    b = np.array([0.25, -1], np.float32)
    nodes = [
        helper.make_node("MatMul", ["x", "w"], ["product"], "product"),
        helper.make_node("Add", ["product", "b"], ["sum"], "sum"),
        helper.make_node("Relu", ["sum"], ["y"], "relu"),
    ]
    graph = helper.make_graph(
        nodes,
        "small",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", 3])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["batch", 2])],
        [numpy_helper.from_array(w, "w"), numpy_helper.from_array(b, "b")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    onnx.save(model, str(path))
    return w, b


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def test_a_model_goes_through_pyatc_and_runs_with_the_right_numbers(everything: Path, tmp_path: Path) -> None:
    w, b = save_model(tmp_path / "small.onnx")
    x = np.array([[1, 2, 3], [-4, 5, -6]], np.float32)
    np.savez(tmp_path / "in.npz", x=x)
    pyatc = str(everything.with_name("pyatc"))

    done = run(
        tmp_path,
        pyatc,
        "--framework=5",
        "--model=small.onnx",
        "--soc_version=Ascend910B1",
        "--output=small",
        "--input_shape=x:2,3",
    )
    assert done.returncode == 0, done.stdout
    done = run(
        tmp_path,
        str(everything),
        "-m",
        "ge.session.run",
        "small.om",
        "--input",
        "in.npz",
        "--output",
        "out.npz",
    )
    assert done.returncode == 0, done.stdout

    with np.load(tmp_path / "out.npz") as out:
        (y,) = (out[name] for name in out.files)
    np.testing.assert_allclose(y, np.maximum(x @ w + b, 0), rtol=1e-5, atol=1e-5)


def test_a_missing_model_is_a_clear_error_that_leaves_no_file(everything: Path, tmp_path: Path) -> None:
    pyatc = str(everything.with_name("pyatc"))

    done = run(tmp_path, pyatc, "--framework=5", "--model=none.onnx", "--soc_version=Ascend910B1", "--output=none")

    assert done.returncode == 255
    assert "none.onnx" in done.stdout
    assert list(tmp_path.iterdir()) == []
