"""Where the elements of a model's tensors stand.

A model is parsed without its larger tensors. In their place stands how to find them again, in the words that ONNX has
for data outside of a model: `external_data`, with the number that `StoredWeights` knows them by.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import reduce
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from pyatc._errors import AtcError
from pyatc.importing import Weight, map_file

# The key in `external_data` that is ours.
_KEY = "stored"

# Bytes of an element, for the types whose raw bytes are numpy's as they stand.
_BYTES: dict[int, int] = {
    TensorProto.FLOAT: 4,
    TensorProto.UINT8: 1,
    TensorProto.INT8: 1,
    TensorProto.UINT16: 2,
    TensorProto.INT16: 2,
    TensorProto.INT32: 4,
    TensorProto.INT64: 8,
    TensorProto.BOOL: 1,
    TensorProto.FLOAT16: 2,
    TensorProto.DOUBLE: 8,
    TensorProto.UINT32: 4,
    TensorProto.UINT64: 8,
    TensorProto.COMPLEX64: 8,
    TensorProto.COMPLEX128: 16,
    TensorProto.BFLOAT16: 2,
    TensorProto.FLOAT8E4M3FN: 1,
    TensorProto.FLOAT8E5M2: 1,
}


class StoredWeights:
    """The elements of the tensors of one model, in memory or in files.

    Attributes:
        folder: Where the files of external tensors are.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stored: list[memoryview] = []
        self._files: dict[str, memoryview] = {}

    def keep(self, memory: memoryview) -> bytes:
        """Keep a tensor's raw data; what stands for it in the tensor's message."""
        self._stored.append(memory)
        reference = TensorProto(data_location=TensorProto.EXTERNAL)
        reference.external_data.add(key=_KEY, value=str(len(self._stored) - 1))
        return reference.SerializeToString()

    def weight(self, tensor: TensorProto) -> Weight:
        """The constant that a tensor is.

        Raises:
            AtcError: E16001 its elements are not where it says, or are too few or too many for its shape.
        """
        memory = self._memory(tensor)
        shape = tuple(tensor.dims)
        if memory is None or tensor.data_type not in _BYTES:
            return Weight.of(_decoded(tensor, memory))
        element = helper.tensor_dtype_to_np_dtype(tensor.data_type)
        if element.itemsize != _BYTES[tensor.data_type]:
            return Weight.of(_decoded(tensor, memory))
        needed = reduce(lambda count, dim: count * dim, shape, element.itemsize)
        if min(shape, default=0) < 0 or needed != memory.nbytes:
            raise _invalid(tensor, f"has {memory.nbytes} bytes, expected {needed} for the shape {list(shape)}")
        return Weight.stored(memory, np.dtype(element).newbyteorder("<"), shape)

    def _memory(self, tensor: TensorProto) -> memoryview | None:
        """The raw data of a tensor; None where it stands in the field of its type."""
        if tensor.data_location != TensorProto.EXTERNAL:
            return memoryview(tensor.raw_data) if tensor.HasField("raw_data") else None
        about = {entry.key: entry.value for entry in tensor.external_data}
        try:
            if _KEY in about:
                return self._stored[int(about[_KEY])]
            offset = int(about.get("offset", 0))
            whole = self._file(about["location"])
            length = int(about.get("length", len(whole) - offset))
        except (KeyError, IndexError, ValueError) as error:
            raise _invalid(tensor, f"says badly where its data is: {about}") from error
        except OSError as error:
            raise _invalid(tensor, f"has its data in a file that cannot be read: {error}") from error
        if offset < 0 or length < 0 or offset + length > len(whole):
            raise _invalid(tensor, f"has its data outside of its file of {len(whole)} bytes: {about}")
        return whole[offset : offset + length]

    def _file(self, location: str) -> memoryview:
        if location not in self._files:
            place = os.path.normpath(location)
            if os.path.isabs(place) or place.split(os.sep)[0] == ".." or not (self.folder / place).is_file():
                raise FileNotFoundError(f"'{location}' is no file in the model's folder")
            self._files[location] = map_file(self.folder / place)
        return self._files[location]


def tensors(model: onnx.ModelProto) -> Iterator[TensorProto]:
    """The initializers of a model and those of the graphs in its nodes."""
    yield from _tensors(model.graph)


def _tensors(graph: onnx.GraphProto) -> Iterator[TensorProto]:
    yield from graph.initializer
    for inner in inner_graphs(graph.node):
        yield from _tensors(inner)


def inner_graphs(nodes: Sequence[onnx.NodeProto]) -> Iterator[onnx.GraphProto]:
    """The graphs in the attributes of nodes."""
    for node in nodes:
        for attribute in node.attribute:
            if attribute.HasField("g"):
                yield attribute.g
            yield from attribute.graphs


def _decoded(tensor: TensorProto, memory: memoryview | None) -> np.typing.NDArray[np.generic]:
    """The elements of a tensor of a type that numpy lacks, or of one that is not stored as raw data."""
    whole = tensor
    if memory is not None:
        whole = TensorProto(data_type=tensor.data_type, dims=tensor.dims, raw_data=bytes(memory))
    try:
        return numpy_helper.to_array(whole)
    except (ValueError, TypeError, KeyError) as error:
        raise _invalid(tensor, f"cannot be read: {error}") from error


def _invalid(tensor: TensorProto, message: str) -> AtcError:
    return AtcError("E16001", f'tensor "{tensor.name}" {message}')
