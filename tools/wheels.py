"""Builds the six wheels for the Python that builds, and copies them into a folder.

wheels.py FOLDER
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from versions import ROOT, read


def build(folder: Path) -> list[Path]:
    """The wheels, in `folder`, in the order of versions.bzl; what else lay there under `*.whl` is gone."""
    dists = list(read(ROOT / "versions.bzl")["VERSIONS"])
    subprocess.run(["bazel", "build", *(f"//packages/{dist}:{dist}_wheel" for dist in dists)], cwd=ROOT, check=True)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.whl"):
        old.unlink()
    return [copy(dist, folder) for dist in dists]


def copy(dist: str, folder: Path) -> Path:
    """The newest wheel of `dist` that Bazel built, in `folder`."""
    found = (ROOT / "bazel-bin" / "packages" / dist).glob(f"{dist.replace('-', '_')}-*.whl")
    newest = max(found, key=lambda path: path.stat().st_mtime_ns)
    wheel = Path(shutil.copyfile(newest, folder / newest.name))
    wheel.chmod(0o644)
    return wheel


if __name__ == "__main__":
    for built in build(Path(sys.argv[1])):
        print(f"{built.stat().st_size:>10} {built}")
