"""Reads an ONNX model: checked, its functions inlined, its weights left where they are."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import onnx
from google.protobuf.message import DecodeError

from pyatc._errors import AtcError
from pyatc.importing import map_file
from pyatc.onnx._check import check_versions, order, use_short_domain
from pyatc.onnx._functions import inline_functions
from pyatc.onnx._skeleton import without_weights
from pyatc.onnx._weights import StoredWeights


@dataclass(frozen=True)
class OnnxModel:
    """A model that can be imported.

    Attributes:
        proto: The model without functions and without the elements of its larger tensors.
        weights: Where these stand.
    """

    proto: onnx.ModelProto
    weights: StoredWeights

    @property
    def versions(self) -> dict[str, int]:
        """The imported version of each operator domain; ONNX's own is ''."""
        versions = {entry.domain: entry.version for entry in self.proto.opset_import}
        # Models of before IR version 3 need not say which operators they mean.
        return versions if "" in versions or self.proto.ir_version >= 3 else {**versions, "": 1}


def load(path: str) -> OnnxModel:
    """Read a model's file.

    Args:
        path: File of an ONNX model in binary form; tensors may lie in files beside it. None of the files may be
            changed as long as the model, or the graph that it becomes, is there.

    Returns:
        The model, its weights still in the file.

    Raises:
        AtcError: E10001 no such file or not readable, E13015 empty, E16004 no model with a graph in it, E16005 a
            version of an operator domain that is not known, or several of one domain, E16001 names that are defined
            twice or nowhere, or functions that call themselves.
    """
    file = Path(path)
    if not file.is_file() or not os.access(file, os.R_OK):
        raise AtcError("E10001", f"--model is '{path}', expected a file that can be read")
    if file.stat().st_size == 0:
        raise AtcError("E13015", f"model file '{path}' is empty")
    try:
        return _read(map_file(file), file.parent)
    except AtcError as error:
        raise AtcError(error.code, f"model file '{path}': {error.message}") from error


def from_proto(proto: onnx.ModelProto) -> OnnxModel:
    """The model that a message in memory is; files of its tensors lie in the current folder. Raises as `load`."""
    try:
        data = proto.SerializeToString()
    except (ValueError, DecodeError, MemoryError) as error:
        reason = (
            f"the model is too large for a message in memory, save it with external data and load the file: {error}"
        )
        raise AtcError("E16004", reason) from error
    return _read(memoryview(data), Path())


def _read(data: memoryview, folder: Path) -> OnnxModel:
    weights = StoredWeights(folder)
    try:
        proto = onnx.ModelProto.FromString(without_weights(data, weights))
    except (DecodeError, UnicodeDecodeError, ValueError) as error:
        raise AtcError("E16004", f"it is no ONNX model or is cut short: {error}") from error
    if not proto.HasField("graph") or not proto.graph.node:
        raise AtcError("E16004", "it holds no ONNX graph with nodes")
    use_short_domain(proto)
    check_versions(proto)
    inline_functions(proto)
    order(proto.graph)
    return OnnxModel(proto, weights)
