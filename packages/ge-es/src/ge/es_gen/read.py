"""Reading files of definitions, in either form."""

from __future__ import annotations

import pathlib
from collections.abc import Iterable

from .errors import DefinitionError
from .json_form import read_json
from .model import OpDef
from .text_form import read_text


def read_definitions(paths: Iterable[pathlib.Path], *, package: str | None = None) -> tuple[OpDef, ...]:
    """Read all files; the family of a text file is its stem. Operators come back in byte order of their type.

    Args:
        paths: Files; one that ends in .json is read as JSON, any other as text.
        package: For operators that name none.

    Raises:
        DefinitionError: A file is wrong, or two of them define one operator.
    """
    found: dict[str, OpDef] = {}
    for path in paths:
        for op in _read_file(path, package):
            other = found.setdefault(op.type, op)
            if other is not op:
                reason = f"operator {op.type} is already defined in {other.file}:{other.line}"
                raise DefinitionError(op.file, op.line, reason)
    return tuple(sorted(found.values(), key=lambda op: op.type.encode()))


def _read_file(path: pathlib.Path, package: str | None) -> tuple[OpDef, ...]:
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise DefinitionError(str(path), line, "not UTF-8 text") from None
    if path.suffix == ".json":
        return read_json(text, str(path), package=package or "all")
    return read_text(text, str(path), family=path.stem, package=package)
