"""ONNX tensors and types as ours."""

from __future__ import annotations

import numpy as np
import onnx
from ge.graph import DataType, Tensor
from numpy.typing import NDArray
from onnx import TensorProto, numpy_helper

from pyatc._errors import AtcError

_DATA_TYPES: dict[int, DataType] = {
    TensorProto.FLOAT: DataType.DT_FLOAT,
    TensorProto.UINT8: DataType.DT_UINT8,
    TensorProto.INT8: DataType.DT_INT8,
    TensorProto.UINT16: DataType.DT_UINT16,
    TensorProto.INT16: DataType.DT_INT16,
    TensorProto.INT32: DataType.DT_INT32,
    TensorProto.INT64: DataType.DT_INT64,
    TensorProto.STRING: DataType.DT_STRING,
    TensorProto.BOOL: DataType.DT_BOOL,
    TensorProto.FLOAT16: DataType.DT_FLOAT16,
    TensorProto.DOUBLE: DataType.DT_DOUBLE,
    TensorProto.UINT32: DataType.DT_UINT32,
    TensorProto.UINT64: DataType.DT_UINT64,
    TensorProto.COMPLEX64: DataType.DT_COMPLEX64,
    TensorProto.COMPLEX128: DataType.DT_COMPLEX128,
    TensorProto.BFLOAT16: DataType.DT_BF16,
    TensorProto.FLOAT8E4M3FN: DataType.DT_FLOAT8_E4M3FN,
    TensorProto.FLOAT8E5M2: DataType.DT_FLOAT8_E5M2,
    TensorProto.INT4: DataType.DT_INT4,
}

# Types whose raw bytes are numpy's as they stand.
_RAW_TYPES: dict[int, np.dtype[np.generic]] = {
    TensorProto.FLOAT: np.dtype("<f4"),
    TensorProto.DOUBLE: np.dtype("<f8"),
    TensorProto.INT32: np.dtype("<i4"),
    TensorProto.INT64: np.dtype("<i8"),
}


def data_type(onnx_type: int, where: str) -> DataType:
    """Our data type for ONNX's number.

    Raises:
        AtcError: E10001, there is none; the message names the type and `where`.
    """
    if onnx_type in _DATA_TYPES:
        return _DATA_TYPES[onnx_type]
    name = TensorProto.DataType.Name(onnx_type) if onnx_type in TensorProto.DataType.values() else str(onnx_type)
    raise AtcError("E10001", f"{where} has the ONNX type {name}, which has no counterpart")


def to_array(tensor: TensorProto) -> NDArray[np.generic]:
    """The elements; raw bytes of common types are not copied."""
    raw = _RAW_TYPES.get(tensor.data_type)
    if raw is not None and tensor.HasField("raw_data"):
        return np.frombuffer(tensor.raw_data, raw).reshape(tuple(tensor.dims))
    return numpy_helper.to_array(tensor)


def to_tensor(tensor: TensorProto | NDArray[np.generic]) -> Tensor:
    """A tensor of ours that shares the array's memory where it can."""
    array = to_array(tensor) if isinstance(tensor, TensorProto) else tensor
    return Tensor.from_numpy(array)


def declared_shape(value: onnx.ValueInfoProto) -> list[int]:
    """The dimensions, -1 for those that are open; `[-2]` when not even their number is declared."""
    tensor_type = value.type.tensor_type
    if not tensor_type.HasField("shape"):
        return [-2]
    return [dim.dim_value if dim.HasField("dim_value") and dim.dim_value >= 0 else -1 for dim in tensor_type.shape.dim]
