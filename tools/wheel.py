"""Writes one wheel. The same input gives the same bytes.

    wheel.py --out W.whl --pyproject P --readme R --versions V [--license FILE] [--lib FOLDER=FILE] -- FILE...

A FILE's place in the wheel is what follows `/src/` in its path. A `--lib` is a shared library of the system
that travels in FOLDER; it is made to look for its own needs beside itself first.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

sys.path.insert(0, str(Path(__file__).resolve().parent))
import versions

Members = dict[str, bytes]


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


def metadata(project: dict[str, Any], needs: list[str], readme: str) -> str:
    """The METADATA file."""
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}"]
    lines += [f"Summary: {project['description']}", f"License: {project['license']}"]
    lines += [f"Keywords: {','.join(project['keywords'])}"] if project.get("keywords") else []
    lines += [f"Classifier: {classifier}" for classifier in project.get("classifiers", [])]
    lines += [f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {need}" for need in needs]
    for extra, wanted in project.get("optional-dependencies", {}).items():
        lines += [f"Provides-Extra: {extra}"] + [f'Requires-Dist: {need}; extra == "{extra}"' for need in wanted]
    return "\n".join([*lines, "Description-Content-Type: text/markdown", "", readme])


def entry_points(project: dict[str, Any]) -> str:
    """The entry_points.txt file; empty when there is nothing to say."""
    groups = {"console_scripts": project.get("scripts", {}), **project.get("entry-points", {})}
    blocks = [
        "\n".join([f"[{group}]", *(f"{name} = {target}" for name, target in entries.items()), ""])
        for group, entries in groups.items()
        if entries
    ]
    return "\n".join(blocks)


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


def record(members: Members, path: str) -> bytes:
    """The RECORD file: every member with its digest and size."""
    rows = []
    for name, data in sorted(members.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(data)}")
    return "\n".join([*rows, f"{path},,", ""]).encode()


def write(out: Path, members: Members) -> None:
    """The zip file, with fixed times and permissions."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o755 if name.rsplit("/", 1)[-1].count(".so") else 0o644) << 16
            wheel.writestr(info, data)


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
    write(out, {**members, path: record(members, path)})


if __name__ == "__main__":
    main()
