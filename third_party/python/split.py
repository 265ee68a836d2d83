"""Cuts one folder that pip installed into into one folder and one Bazel target a distribution.

    split.py SITE OUT

A distribution is a *source folder* to Bazel: one symbolic link in a test's runfiles, instead of thousands.
Its needs are read from its metadata, as far as they are installed.
"""

from __future__ import annotations

import re
import shutil
import sys
from importlib import metadata
from pathlib import Path

TARGET = """
exports_files(["{folder}"])

py_library(
    name = "{name}",
    data = ["{folder}", "requirements.lock"],
    imports = ["{folder}"],
    deps = {needs},
)
"""


def plain(name: str) -> str:
    """The one spelling of a distribution's name."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needs_of(dist: metadata.Distribution, known: set[str]) -> list[str]:
    """The distributions of `known` that `dist` asks for without an extra."""
    wanted = [need for need in dist.requires or () if "extra ==" not in need]
    names = {plain(re.split(r"[^\w.-]", need)[0]) for need in wanted}
    return sorted(":" + name for name in names & known - {plain(dist.metadata["Name"])})


def move(dist: metadata.Distribution, site: Path, folder: Path) -> None:
    """Moves the top entries of `dist` out of `site`."""
    folder.mkdir(parents=True)
    tops = {file.parts[0] for file in dist.files or () if not file.is_absolute()}
    for top in sorted(tops - {"..", "bin", "share"}):
        if (site / top).exists():
            shutil.move(str(site / top), str(folder / top))
    for stray in [*folder.rglob("BUILD"), *folder.rglob("BUILD.bazel")]:
        if stray.is_file():
            stray.unlink()  # would make a Bazel package of a folder inside of ours


def main(site: Path, out: Path) -> None:
    """Moves every distribution and writes the BUILD file."""
    dists = sorted(metadata.distributions(path=[str(site)]), key=lambda d: plain(d.metadata["Name"]))
    known = {plain(d.metadata["Name"]) for d in dists}
    lines = ['package(default_visibility = ["//visibility:public"])\n']
    for dist, needs in [(d, needs_of(d, known)) for d in dists]:
        name = plain(dist.metadata["Name"])
        move(dist, site, out / "dist" / name)
        lines.append(TARGET.format(name=name, folder=f"dist/{name}", needs=needs))
    lines.append('\ncc_library(name = "pybind11_headers", hdrs = glob(["dist/pybind11/pybind11/include/**"]),')
    lines.append('    includes = ["dist/pybind11/pybind11/include"])\n')
    (out / "BUILD.bazel").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
