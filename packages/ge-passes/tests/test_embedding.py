"""A C++ program that links the bridge and no Python runs passes that are written in Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import ge.es.all as es
import pytest
from conftest import PASS_HEAD
from ge.es import GraphBuilder

ROOT = Path(__file__).absolute().parents[3]
PROGRAM = "packages/ge-passes/native/embedding/run_stage"

PASSES = """
import sys

@register_fusion_pass(name="ReluToTanh", stage=PassStage.BEFORE_INFER_SHAPE)
class ReluToTanh(PatternFusionPass):
    @pattern
    def relu(self, inputs):
        return es.Relu(inputs[0])

    def replacement(self, inputs):
        print("replaced in Python", sys.version_info[0])
        return es.Tanh(inputs[0])
"""


def run(folder: Path, passes: str, commands: str) -> subprocess.CompletedProcess[str]:
    """Run the program over a model of one Relu, with what `commands` has as the only commands."""
    (folder / "passes.py").write_text(PASS_HEAD + passes, encoding="utf-8")
    builder = GraphBuilder("model")
    model = folder / "model.air"
    builder.build_and_reset([es.Relu(builder.create_input(0, name="x", shape=[2]))]).save_to_air(str(model))
    program = next(path for path in (ROOT / PROGRAM, ROOT / "bazel-bin" / PROGRAM) if path.exists())
    environment = {
        **os.environ,
        "PATH": commands,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "ASCEND_GE_PY_PASS_PATH": str(folder / "passes.py"),
    }
    return subprocess.run([str(program), str(model)], env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def commands(tmp_path: Path) -> str:
    """A folder in which `python3` is this interpreter, or rather what it was made of."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "python3").symlink_to(Path(sys.executable).resolve())
    return os.pathsep.join([str(folder), os.environ["PATH"]])


def test_the_interpreter_is_started_and_ended_with_the_process(tmp_path: Path, commands: str) -> None:
    done = run(tmp_path, PASSES, commands)

    assert (done.returncode, done.stderr) == (0, "")
    said = f"replaced in Python {sys.version_info[0]}"
    assert sorted(done.stdout.splitlines()) == ["Data", "NetOutput", "Tanh", said]


def test_what_a_pass_raises_is_an_error_of_the_program(tmp_path: Path, commands: str) -> None:
    done = run(tmp_path, PASSES.replace("return es.Tanh", "raise OSError('no disk')  #"), commands)

    assert done.returncode == 1
    assert 'fusion pass "ReluToTanh" failed' in done.stderr
    assert "OSError: no disk" in done.stderr


def test_without_a_python_on_the_machine_the_error_says_so(tmp_path: Path) -> None:
    done = run(tmp_path, PASSES, str(tmp_path))

    assert done.returncode == 1
    assert "E13029" in done.stderr
    assert "no Python interpreter runs in this process, and none can be started: " in done.stderr
    assert 'there is no command "python3" that works; there is no command "python" that works' in done.stderr
