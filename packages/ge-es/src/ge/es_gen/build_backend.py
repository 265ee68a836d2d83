"""Builds the distribution that this file stands in: a wheel, an editable wheel, a source archive.

A build backend as PEP 517 and PEP 660 describe it, which needs nothing but Python. What the distribution is called and
what it needs stands in pyproject.toml, under [project]. `ge-es-gen` puts a copy beside what it generates.
"""

from __future__ import annotations

import base64
import hashlib
import io
import sys
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Members = dict[str, bytes]  # place in the archive -> content
Settings = Mapping[str, Any]  # whatever the frontend's user says; nothing is read

_HERE = Path(__file__).resolve().parent
_TAG = "py3-none-any"


def build_wheel(
    wheel_directory: str, config_settings: Settings | None = None, metadata_directory: str | None = None
) -> str:
    """Write the wheel; returns its name."""
    return _build(wheel_directory, _sources())


def build_editable(
    wheel_directory: str, config_settings: Settings | None = None, metadata_directory: str | None = None
) -> str:
    """Write a wheel that only points here; returns its name."""
    name, _ = _stem()
    return _build(wheel_directory, {f"{name}.pth": f"{_HERE}\n".encode()})


def build_sdist(sdist_directory: str, config_settings: Settings | None = None) -> str:
    """Write the source archive; returns its name."""
    stem = "-".join(_stem())
    path = Path(sdist_directory, f"{stem}.tar.gz")
    about = tarfile.TarInfo(f"{stem}/PKG-INFO")
    text = _metadata(_project()).encode()
    about.size = len(text)
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for file in [*_sources(), "pyproject.toml", Path(__file__).name]:
            archive.add(_HERE / file, f"{stem}/{file}")
        archive.addfile(about, io.BytesIO(text))
    return path.name


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((_HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def _stem() -> tuple[str, str]:
    """Name and version as file names have them."""
    project = _project()
    return project["name"].replace("-", "_"), project["version"]


def _sources() -> Members:
    """The files of the packages here, but for what Python leaves behind."""
    files = [path for package in (_stem()[0], "ge") for path in sorted((_HERE / package).rglob("*")) if path.is_file()]
    return {path.relative_to(_HERE).as_posix(): path.read_bytes() for path in files if path.suffix != ".pyc"}


def _metadata(project: Mapping[str, Any]) -> str:
    return metadata(project, project.get("dependencies", ()), project.get("description", ""))


def _build(folder: str, members: Members) -> str:
    project = _project()
    name, version = _stem()
    about = {
        "METADATA": _metadata(project),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: ge-es-gen\nRoot-Is-Purelib: true\nTag: {_TAG}\n",
        "entry_points.txt": entry_points(project),
    }
    info = f"{name}-{version}.dist-info"
    members = {**members, **{f"{info}/{file}": text.encode() for file, text in about.items() if text}}
    path = Path(folder, f"{name}-{version}-{_TAG}.whl")
    write_wheel(path, {**members, f"{info}/RECORD": record(members, f"{info}/RECORD")})
    return path.name


def metadata(project: Mapping[str, Any], needs: Sequence[str], description: str) -> str:
    """The METADATA file of a wheel, from pyproject.toml's [project]."""
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}"]
    for field, key in (("Summary", "description"), ("License", "license"), ("Requires-Python", "requires-python")):
        lines += [f"{field}: {project[key]}"] if project.get(key) else []
    lines += [f"Keywords: {','.join(project['keywords'])}"] if project.get("keywords") else []
    lines += [f"Classifier: {classifier}" for classifier in project.get("classifiers", [])]
    lines += [f"Requires-Dist: {need}" for need in needs]
    for extra, wanted in project.get("optional-dependencies", {}).items():
        lines += [f"Provides-Extra: {extra}"] + [f'Requires-Dist: {need}; extra == "{extra}"' for need in wanted]
    return "\n".join([*lines, "Description-Content-Type: text/markdown", "", description])


def entry_points(project: Mapping[str, Any]) -> str:
    """The entry_points.txt file; empty when there is nothing to say."""
    groups = {"console_scripts": project.get("scripts", {}), **project.get("entry-points", {})}
    blocks = [
        "\n".join([f"[{group}]", *(f"{name} = {target}" for name, target in entries.items()), ""])
        for group, entries in groups.items()
        if entries
    ]
    return "\n".join(blocks)


def record(members: Members, path: str) -> bytes:
    """The RECORD file: every member with its digest and size."""
    rows = []
    for name, data in sorted(members.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(data)}")
    return "\n".join([*rows, f"{path},,", ""]).encode()


def write_wheel(out: Path, members: Members) -> None:
    """The zip file, with fixed times and permissions: the same members give the same bytes."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o755 if name.rsplit("/", 1)[-1].count(".so") else 0o644) << 16
            wheel.writestr(info, data)
