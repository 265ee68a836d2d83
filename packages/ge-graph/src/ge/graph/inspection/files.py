"""Reads whatever file holds a graph: the kind is told by the contents, not by the name."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from ge.graph import _native
from ge.graph.inspection import from_graph, from_onnx, from_readable
from ge.graph.inspection.model import ModelInfo

_HEAD_BYTES = 1 << 16
_OM_MAGIC = b"IMOD"
_READABLE_START = b'graph("'
# Protobuf's text form: printable, and it starts with the name of a field.
_TEXT = re.compile(rb"(?:\s|#[^\n]*\n)*[a-z_]+\s*[:{<][\t\n\r\x20-\x7e\x80-\xff]*")
_ONNX_TEXT = re.compile(
    rb"(?:\s|#[^\n]*\n)*"
    rb"(?:(?:ir_version|producer_name|producer_version|domain|opset_import|doc_string)\b|graph\s*[{<]\s*node\b)"
)
_ONNX_IR_VERSION = b"\x08"  # field 1 of a ModelProto; in AIR files it is a text


class UnreadableFileError(ValueError):
    """A file holds no graph that can be read; the message starts with the code of the error."""


def read(path: str | Path) -> ModelInfo:
    """Describes what a file holds: AIR, OM, ONNX, or any of the dumps.

    Raises:
        UnreadableFileError: It cannot be opened (E13001), is empty (E13015), or is none of these or damaged (E13005,
            E10041).
    """
    name = str(path)
    try:
        with open(path, "rb") as file:
            head = file.read(_HEAD_BYTES)
    except (OSError, ValueError) as error:  # ValueError: a name with NUL
        raise UnreadableFileError(
            f"E13001: cannot open {name!r}: {getattr(error, 'strerror', None) or error}"
        ) from None
    if not head:
        raise UnreadableFileError(f"E13015: {name!r} is empty")
    try:
        return _reader(head, name)(name)
    except (RuntimeError, ValueError) as error:
        raise UnreadableFileError(str(error)) from None


def _reader(head: bytes, name: str) -> Callable[[str], ModelInfo]:
    if head.startswith(_OM_MAGIC):
        return _read_om
    if head.startswith(_READABLE_START):
        return _read_readable
    if _TEXT.fullmatch(head):
        return _read_onnx_text if _ONNX_TEXT.match(head) else _read_text
    return _read_onnx if head.startswith(_ONNX_IR_VERSION) or name.endswith(".onnx") else _read_air


def _read_om(path: str) -> ModelInfo:
    name, platform, graphs = _native.read_om(path)
    model = from_graph.model_of(graphs, "OM", path)
    told = {"model": name, "made for": platform}
    model.properties.update((key, text) for key, text in told.items() if text)
    return model


def _read_air(path: str) -> ModelInfo:
    return from_graph.model_of([_native.load_air(path)], "AIR", path)


def _read_text(path: str) -> ModelInfo:
    return from_graph.model_of([_native.load_text(Path(path).read_bytes())], "text dump", path)


def _read_onnx(path: str) -> ModelInfo:
    return from_onnx.model_of(_native.read_onnx(path), path)


def _read_onnx_text(path: str) -> ModelInfo:
    return from_onnx.model_of(_native.parse_onnx(Path(path).read_bytes()), path)


def _read_readable(path: str) -> ModelInfo:
    return from_readable.model_of(Path(path).read_text(encoding="utf-8", errors="replace"), path)
