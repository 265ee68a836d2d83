"""Reads an ONNX file into a checked model whose functions are inlined."""

from __future__ import annotations

import os
from pathlib import Path

import onnx
import onnx.inliner
from google.protobuf.message import DecodeError

from pyatc._errors import AtcError

_STANDARD_DOMAINS = ("", "ai.onnx")


def load(path: str) -> onnx.ModelProto:
    """Read, check and flatten a model.

    Args:
        path: File of an ONNX model in binary form; tensors may lie in files beside it.

    Returns:
        The model with its external tensors loaded and its functions inlined.

    Raises:
        AtcError: E10001 no such file or not readable, E13015 empty, E16004 no model with a graph in it, E16005 several
            versions of one operator domain, E16001 the model breaks a rule of the ONNX standard.
    """
    file = Path(path)
    if not file.is_file() or not os.access(file, os.R_OK):
        raise AtcError("E10001", f"--model is '{path}', expected a file that can be read")
    if file.stat().st_size == 0:
        raise AtcError("E13015", f"model file '{path}' is empty")
    try:
        model = onnx.load(file, load_external_data=True)
    except (DecodeError, UnicodeDecodeError, ValueError, OSError) as error:
        raise AtcError("E16004", f"model file '{path}' is no ONNX model or is cut short: {error}") from error
    if not model.HasField("graph") or not model.graph.node:
        raise AtcError("E16004", f"model file '{path}' holds no ONNX graph with nodes")
    _check(model, path)
    if model.functions:
        model = onnx.inliner.inline_local_functions(model)
    return model


def opset_versions(model: onnx.ModelProto) -> dict[str, int]:
    """The imported version of each domain; the standard one is ''."""
    return {"" if entry.domain in _STANDARD_DOMAINS else entry.domain: entry.version for entry in model.opset_import}


def _check(model: onnx.ModelProto, path: str) -> None:
    domains = ["" if entry.domain in _STANDARD_DOMAINS else entry.domain for entry in model.opset_import]
    if len(set(domains)) != len(domains):
        raise AtcError("E16005", f"model file '{path}' imports several versions of one operator domain: {domains}")
    try:
        # Above 2 GB the checker only takes a path; external tensors make such models.
        onnx.checker.check_model(path if model.ByteSize() > onnx.checker.MAXIMUM_PROTOBUF else model)
    except onnx.checker.ValidationError as error:
        raise AtcError("E16001", f"model file '{path}' is no valid ONNX model: {error}") from error
