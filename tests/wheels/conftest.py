"""Environments with nothing but the wheels and what they need, made without an index."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "third_party" / "python" / "requirements.lock"

sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "packages" / "ge-es" / "src")]

# What the six need besides each other, with what these need in turn.
OUTSIDE = ("numpy", "protobuf", "onnx", "ml-dtypes", "typing-extensions")

Install = Callable[..., Path]


def outside_lock() -> str:
    """The part of the lock that the wheels need."""
    blocks = re.split(r"(?m)^(?=[a-z])", LOCK.read_text(encoding="utf-8"))
    return "".join(block for block in blocks if re.split("[=; ]", block)[0] in OUTSIDE)


@pytest.fixture(scope="session")
def wheelhouse() -> Path:
    """A folder with the locked wheels of `OUTSIDE`, kept between runs."""
    text = outside_lock()
    digest = hashlib.sha256((text + sys.version).encode()).hexdigest()[:16]
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ge-py" / f"wheelhouse-{digest}"
    if not (cache / "complete").exists():
        cache.mkdir(parents=True, exist_ok=True)
        (cache / "requirements.lock").write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes", "--no-deps"]
        command += ["--only-binary=:all:", "--dest", str(cache), "-r", str(cache / "requirements.lock")]
        subprocess.run(command, check=True)
        (cache / "complete").touch()
    return cache


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the six wheels as this checkout makes them, and the native part of ge-passes."""
    from wheels import build

    folder = tmp_path_factory.mktemp("wheels")
    assert len(build(folder)) == 7
    return folder


@pytest.fixture(scope="session")
def install(wheels: Path, wheelhouse: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Makes an empty environment, installs distributions with no index, and returns its Python."""

    def make(*dists: str) -> Path:
        folder = tmp_path_factory.mktemp("environment")
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        python = folder / "bin" / "python"
        command = [
            str(python),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-index",
        ]
        links = ["--find-links", str(wheels), "--find-links", str(wheelhouse)]
        subprocess.run([*command, *links, *dists], check=True, env=clean_environment())
        return python

    return make


@pytest.fixture(scope="session")
def everything(install: Callable[..., Path]) -> Path:
    """The Python of an environment with all six."""
    return install("ge-graph", "ge-es", "ge-session", "ge-passes", "ge-custom-op", "pyatc")


def clean_environment() -> dict[str, str]:
    """The environment without what points at other Python code or libraries."""
    dropped = {"PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "ASCEND_GE_PY_PASS_PATH"}
    return {name: value for name, value in os.environ.items() if name not in dropped}


@pytest.fixture
def ask(tmp_path: Path) -> Callable[[Path, str], object]:
    """Runs a script, whose last line is JSON, with a Python in a folder apart; returns what it says."""

    def run(python: Path, script: str) -> object:
        command = [str(python), "-c", script]
        done = subprocess.run(
            command, cwd=tmp_path, env=clean_environment(), stdout=subprocess.PIPE, text=True, check=True
        )
        return json.loads(done.stdout.splitlines()[-1])

    return run
