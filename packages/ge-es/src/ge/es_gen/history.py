"""A history of releases: the operators of each version, and an index of the versions by date.

index.json                          {"version": "1.0.0", "releases": [{"release_version", "release_date"}, ...]}
registry/<version>/metadata.json    {"release_version", "branch_name"}
registry/<version>/operators.json   {"operators": [...]}
"""

from __future__ import annotations

import datetime
import json
import os
import pathlib
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence

from .model import Attr, AttrKind, Default, OpDef, Port, PortKind

_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*\Z")  # it names a folder
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\Z")
_INPUTS = {PortKind.REQUIRED: "INPUT", PortKind.OPTIONAL: "OPTIONAL_INPUT", PortKind.DYNAMIC: "DYNAMIC_INPUT"}
_OUTPUTS = {PortKind.REQUIRED: "OUTPUT", PortKind.DYNAMIC: "DYNAMIC_OUTPUT"}

Json = Mapping[str, object]


def extract_history(
    ops: Sequence[OpDef], registry: pathlib.Path, *, version: str, date: str = "", branch: str = ""
) -> pathlib.Path:
    """Add a release to the history in `registry`; nothing is written when it cannot be added.

    Args:
        ops: All operators of the release.
        registry: Made when missing.
        version: A release that the history does not have yet.
        date: `YYYY-MM-DD`; today when it is empty.
        branch: Recorded when it is not empty.

    Returns:
        The release's folder.

    Raises:
        ValueError: The version or date is no good, or the history has the version.
        OSError: A file cannot be written.
    """
    if not version:
        raise ValueError("--release_version must be given to extract the history")
    if not _VERSION.match(version):
        raise ValueError(f"release version {version!r} must be letters, digits and . _ + -, as 1.2.0")
    date = date or datetime.date.today().isoformat()
    if not _DATE.match(date):
        raise ValueError(f"release date {date!r} must be YYYY-MM-DD")
    releases = _releases(registry / "index.json")
    folder = registry / "registry" / version
    if version in releases or folder.exists():
        raise ValueError(f"{registry} has release {version} already")
    releases[version] = date
    metadata = {"release_version": version, **({"branch_name": branch} if branch else {})}
    folder.mkdir(parents=True)
    _write(folder / "metadata.json", metadata)
    _write(folder / "operators.json", {"operators": [_operator(op) for op in ops]})
    by_date = sorted(releases.items(), key=lambda release: release[1])
    entries = [{"release_version": name, "release_date": day} for name, day in by_date]
    _write(registry / "index.json", {"version": "1.0.0", "releases": entries})
    return folder


def _releases(index: pathlib.Path) -> dict[str, str]:
    """Version -> date; an index that cannot be read is replaced, bad entries are dropped, each with a message."""
    if not index.exists():
        return {}
    try:
        content = json.loads(index.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        print(f"gen_esb: {index} is replaced, it cannot be read: {error}", file=sys.stderr)
        return {}
    entries = content.get("releases") if isinstance(content, dict) else None
    if not isinstance(entries, list):
        print(f"gen_esb: {index} is replaced, it has no list of releases", file=sys.stderr)
        return {}
    found: dict[str, str] = {}
    for entry in entries:
        version, date = (entry.get(key) for key in _ENTRY) if isinstance(entry, dict) else (None, None)
        good = isinstance(version, str) and isinstance(date, str) and _VERSION.match(version) and _DATE.match(date)
        if good and version not in found:
            found[str(version)] = str(date)
        else:
            print(f"gen_esb: {index}: dropped the entry {json.dumps(entry)[:80]}", file=sys.stderr)
    return found


_ENTRY = ("release_version", "release_date")


def _write(path: pathlib.Path, content: Json) -> None:
    with tempfile.TemporaryDirectory(prefix=".gen_esb-", dir=path.parent) as scratch:
        fresh = pathlib.Path(scratch, path.name)
        fresh.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
        os.replace(fresh, path)


def _operator(op: OpDef) -> Json:
    return {
        "op_type": op.type,
        "inputs": [_port(port, _INPUTS) for port in op.inputs],
        "outputs": [_port(port, _OUTPUTS) for port in op.outputs],
        "attrs": [_attr(attr) for attr in op.attrs],
        "subgraphs": [{"name": graph.name, "type": "DYNAMIC" if graph.dynamic else "STATIC"} for graph in op.subgraphs],
    }


def _port(port: Port, kinds: Mapping[PortKind, str]) -> Json:
    dtypes = ", ".join(_data_type(name) for name in port.dtypes)
    return {"name": port.name, "type": kinds[port.kind], "dtype": port.symbol or port.dtype_set or port.raw or dtypes}


def _attr(attr: Attr) -> Json:
    kind = attr.kind.value.replace("DataType", "Type")
    out: dict[str, object] = {"name": attr.name, "type": kind, "required": attr.required}
    if not attr.required:
        out["default_value"] = json.dumps(_literal(attr.kind, attr.default))
    return out


def _literal(kind: AttrKind, value: Default) -> object:
    if isinstance(value, tuple):
        return [_literal(kind, item) for item in value]
    return _data_type(str(value)) if kind.element is AttrKind.DATA_TYPE else value


def _data_type(name: str) -> str:
    return f"DT_{name.upper()}"
