"""ONNX's types as ours."""

from __future__ import annotations

import onnx
from ge.graph import DataType
from onnx import TensorProto

from pyatc._errors import AtcError
from pyatc.importing import ValueType

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


def data_type(onnx_type: int, where: str) -> DataType:
    """Our data type for ONNX's number.

    Raises:
        AtcError: E10001, there is none; the message names the type and `where`.
    """
    if onnx_type in _DATA_TYPES:
        return _DATA_TYPES[onnx_type]
    name = TensorProto.DataType.Name(onnx_type) if onnx_type in TensorProto.DataType.values() else str(onnx_type)
    raise AtcError("E10001", f"{where} has the ONNX type {name}, which has no counterpart")


def declared_shape(value: onnx.ValueInfoProto) -> list[int]:
    """The dimensions, -1 for those that are open; `[-2]` when not even their number is declared."""
    dims = value_type(value.type).dims
    return [-2] if dims is None else list(dims)


def value_type(declared: onnx.TypeProto) -> ValueType:
    """What a declaration says."""
    tensor = declared.tensor_type
    dims = None
    if tensor.HasField("shape"):
        dims = tuple(
            dim.dim_value if dim.HasField("dim_value") and dim.dim_value >= 0 else -1 for dim in tensor.shape.dim
        )
    return ValueType(_DATA_TYPES.get(tensor.elem_type), dims)
