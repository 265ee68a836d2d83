"""Writes one wheel. The same input gives the same bytes.

    wheel.py --out W.whl --pyproject P --readme R --versions V [--license FILE] [--lib FOLDER=FILE] -- FILE...

A FILE's place in the wheel is what follows `/src/` in its path. A `--lib` is a shared library of the system
that travels in FOLDER; it is made to look for its own needs beside itself first.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

sys.path.insert(0, str(Path(__file__).resolve().parent))
import versions
from ge.es_gen.build_backend import Members, entry_points, metadata, record, write_wheel


def sources(files: list[str]) -> Members:
    """The package's own files by their place in the wheel."""
    return {file.split("/src/", 1)[1]: Path(file).read_bytes() for file in files}


def bundled(libs: list[str]) -> Members:
    """The system's libraries by their place in the wheel, each with its own folder as its search path."""
    members = {}
    for lib in libs:
        folder, path = lib.split("=", 1)
        with tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch) / Path(path).name
            copy.write_bytes(Path(path).read_bytes())
            subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", str(copy)], check=True)
            members[f"{folder}/{copy.name}"] = copy.read_bytes()
    return members


def dist_info(out: Path, options: argparse.Namespace) -> Members:
    """The files about the distribution, but for RECORD."""
    project = tomllib.loads(Path(options.pyproject).read_text(encoding="utf-8"))["project"]
    table = versions.read(Path(options.versions))
    name, version, tag = out.name[: -len(".whl")].split("-", 2)
    if (project["version"], version) != (table["VERSIONS"][project["name"]],) * 2:
        raise SystemExit(f"{options.pyproject}: version differs from versions.bzl; run tools/versions.py --write")
    pure = tag.endswith("-any")
    wheel = f"Wheel-Version: 1.0\nGenerator: ge\nRoot-Is-Purelib: {str(pure).lower()}\nTag: {tag}\n"
    readme = Path(options.readme).read_text(encoding="utf-8")
    members = {
        "METADATA": metadata(project, versions.needs(table, project["name"]), readme).encode(),
        "WHEEL": wheel.encode(),
        "entry_points.txt": entry_points(project).encode(),
    }
    for path in map(Path, options.license):
        members[f"licenses/{path.name}"] = path.read_bytes()
    return {f"{name}-{version}.dist-info/{file}": data for file, data in members.items() if data}


def main() -> None:
    """Reads the command line and writes the wheel."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--out", "--pyproject", "--readme", "--versions"):
        parser.add_argument(name, required=True)
    parser.add_argument("--license", nargs="+", action="extend", default=[])
    parser.add_argument("--lib", action="append", default=[])
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    out = Path(options.out)
    about = dist_info(out, options)
    members = {**dict(sorted(sources(options.files).items())), **bundled(options.lib), **about}
    path = next(iter(about)).split("/")[0] + "/RECORD"
    write_wheel(out, {**members, path: record(members, path)})


if __name__ == "__main__":
    main()
