"""Runs the whole test-suite of ge-passes from installed wheels, with each Python on this machine.

    matrix.py [--wheels FOLDER] [--tag cp39]... [--fallback TAG]

The wheels are those of `wheels.py FOLDER --all`, built here unless the folder is named. Outside packages come through
pip, as it is set up. With --fallback the tests of one Python run once more with its prebuilt native part removed: it is
then compiled by the installed package itself. Ends with 1 when a Python's tests fail; says which were skipped and why.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from versions import ROOT, projects
from wheels import build, pythons

TESTS = ROOT / "packages" / "ge-passes" / "tests"
LOCK = ROOT / "third_party" / "python" / "requirements.lock"
# Runs a C++ program of the tree, which is in no wheel.
LEFT_OUT = ("test_embedding.py",)
OUTSIDE = ("numpy", "protobuf", "onnx", "pytest", "hypothesis")


class Environment:
    """An environment of one Python with our wheels and nothing else of ours."""

    def __init__(self, tag: str, executable: str, folder: Path) -> None:
        self.tag = tag
        self.folder = folder / tag
        subprocess.run([executable, "-m", "venv", str(self.folder)], check=True)
        self.python = self.folder / "bin" / "python"

    def pip(self, *arguments: str) -> None:
        """Runs pip."""
        command = [str(self.python), "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
        subprocess.run(command, check=True, env=clean_environment(self.folder))

    def install(self, wheels: Path) -> None:
        """Our wheels from the folder, never from an index; the rest through pip."""
        self.pip("install", *OUTSIDE)
        self.pip("install", "--no-index", "--no-deps", "--find-links", str(wheels), *projects())
        self.pip("check")

    def remove_prebuilt(self) -> None:
        """Takes the native part of ge-passes away, and brings what compiling it needs."""
        self.pip("uninstall", "--yes", "ge-py-pass-bridge")
        self.pip("install", "pybind11==" + locked("pybind11"))

    def test(self) -> bool:
        """Whether the tests pass, run from a folder that sees nothing of the checkout."""
        tree = self.folder / "tree"
        shutil.rmtree(tree, ignore_errors=True)
        place = tree / TESTS.relative_to(ROOT)
        shutil.copytree(TESTS, place, ignore=shutil.ignore_patterns("__pycache__", *LEFT_OUT))
        shutil.copytree(ROOT / "docs", tree / "docs")
        command = [str(self.python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", "."]
        return subprocess.run(command, cwd=place, env=clean_environment(self.folder), check=False).returncode == 0


def clean_environment(home: Path) -> dict[str, str]:
    """The environment without what points at other code, and with a cache of its own."""
    dropped = {"PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "ASCEND_GE_PY_PASS_PATH"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "XDG_CACHE_HOME": str(home / "cache")}


def locked(dist: str) -> str:
    """The version of a distribution in the lock."""
    found = re.search(rf"(?m)^{dist}==([\w.]+)", LOCK.read_text(encoding="utf-8"))
    assert found is not None, dist
    return found[1]


def timed(what: str, action: Callable[[], bool]) -> bool:
    """The action's result, with a line that tells it."""
    start = time.monotonic()
    passed = action()
    print(f"matrix: {what}: {'passed' if passed else 'FAILED'} in {time.monotonic() - start:.0f} s", flush=True)
    return passed


def run(folder: Path, wheels: Path, tags: list[str], fallback: str | None) -> bool:
    """Whether every Python's tests pass."""
    listed = pythons()
    found = {tag: python for tag, python in listed["found"].items() if not tags or tag in tags}
    for tag, reason in listed["skipped"].items():
        print(f"matrix: {tag} skipped: {reason}")
    results = []
    for tag, python in found.items():
        if not list(wheels.glob(f"ge_graph-*-{tag}-*.whl")):
            print(f"matrix: {tag} skipped: there are no wheels for it in {wheels}")
            continue
        environment = Environment(tag, python["executable"], folder)
        environment.install(wheels)
        results.append(timed(f"{tag}, prebuilt", environment.test))
        if tag == fallback:
            environment.remove_prebuilt()
            results.append(timed(f"{tag}, compiled by the package itself", environment.test))
    return bool(results) and all(results)


def main() -> int:
    """Runs what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheels", type=Path)
    parser.add_argument("--tag", action="append", default=[])
    parser.add_argument("--fallback", metavar="TAG")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ge-py-matrix-") as scratch:
        wheels = options.wheels
        if wheels is None:
            wheels = Path(scratch) / "wheels"
            build(wheels, "all")
        return 0 if run(Path(scratch), wheels.resolve(), options.tag, options.fallback) else 1


if __name__ == "__main__":
    sys.exit(main())
