"""What type checkers say to a script that runs models."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Callable

import pytest

SOUND = """\
from pathlib import Path
from typing import Any

import numpy as np
from ge.ge_global import GeApi
from ge.graph import Graph, Tensor
from ge.session import GraphModel, OfflineModel, Port, Session
from numpy.typing import NDArray
from typing_extensions import assert_type

x = np.zeros((2, 3), np.float32)
t = Tensor.from_numpy(x)
model = OfflineModel("model.om", threads=2)
OfflineModel(Path("model.om").read_bytes())
OfflineModel(Path("model.om"))
assert_type(model.inputs, tuple[Port, ...])

assert_type(model.run([x]), list[NDArray[Any]])
assert_type(model.run([x, x]), list[NDArray[Any]])
assert_type(model.run((x, x)), list[NDArray[Any]])
assert_type(model.run({"x": x}), list[NDArray[Any]])
assert_type(model.run(x), list[NDArray[Any]])
assert_type(model.run([]), list[NDArray[Any]])
assert_type(model.run([[1.0, 2.0], 3]), list[NDArray[Any]])
assert_type(model.run([x, np.zeros(2, np.int64), 1.0]), list[NDArray[Any]])
assert_type(model.run({"x": x, "y": np.int32(3)}), list[NDArray[Any]])
assert_type(model.run([t]), list[Tensor])
assert_type(model.run((t, t)), list[Tensor])
assert_type(model.run({"x": t}), list[Tensor])
assert_type(model.run(t), list[Tensor])
(y,) = model.run([x])
print(y.mean())
feeds: dict[str, NDArray[np.float32]] = {"x": x}
assert_type(model.run(feeds), list[NDArray[Any]])

GeApi.ge_initialize({"ge.exec.deviceId": "0"})
session = Session({"ge.exec.threads": "1"})
assert_type(session.add_graph(1, Graph("g")), int)
assert_type(session.run_graph(1, [t]), list[Tensor])
assert_type(session.run_graph(1, []), list[Tensor])
assert_type(session.run_graph(1, {"x": t}), list[Tensor])
assert_type(session.run_graph(1, [x, x]), list[NDArray[Any]])
assert_type(session.run_graph(1, [x, np.zeros(2, np.int64)]), list[NDArray[Any]])
assert_type(session.run_graph(1, {"x": x}), list[NDArray[Any]])
assert_type(session.run_graph(1, x), list[NDArray[Any]])
assert_type(GraphModel(Graph("g"), {"ge.exec.threads": "1"}).run([x]), list[NDArray[Any]])
"""

# Each is reported, by each checker.
WRONG = [
    "model.run(None)",
    "model.run([None])",
    "model.run({1: x})",
    "OfflineModel(3)",
    'OfflineModel("model.om", threads="2")',
    'OfflineModel("model.om", 2)',
    "session.run_graph(1, [1.0])",
    'session.run_graph("1", [x])',
    "GeApi.ge_initialize([])",
]


def mypy(folder: Path) -> subprocess.CompletedProcess[str]:
    search = os.pathsep.join(path for path in sys.path if os.path.isdir(os.path.join(path, "ge")))
    return started(folder, "mypy", "--strict", "--cache-dir=cache", "script.py", MYPYPATH=search)


def pyright(folder: Path) -> subprocess.CompletedProcess[str]:
    settings = {"typeCheckingMode": "strict", "include": ["script.py"]}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    return started(folder, "basedpyright", "--pythonpath", sys.executable, "--level", "error")


def started(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **variables}
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


Checker = Callable[[Path], "subprocess.CompletedProcess[str]"]
each_checker = pytest.mark.parametrize("checker", [mypy, pyright])


@each_checker
def test_a_sound_script_is_sound(checker: Checker, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SOUND, encoding="utf-8")

    done = checker(tmp_path)

    assert done.returncode == 0, done.stdout + done.stderr


@each_checker
def test_what_is_wrong_is_reported(checker: Checker, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SOUND + "\n".join(WRONG), encoding="utf-8")
    first = SOUND.count("\n") + 1

    said = checker(tmp_path).stdout

    reported = {int(number) for number in re.findall(r"script\.py:(\d+):.*error", said)}
    assert reported == set(range(first, first + len(WRONG))), said
