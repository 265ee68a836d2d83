"""Between tensors and numpy arrays. numpy is imported when an array is first asked for, ml_dtypes when present.

Elements of less than a byte are packed in a tensor, the first in the lowest bits, and take a byte each in an array.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from ge.graph import _native
from ge.graph.types import DataType

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import DTypeLike, NDArray

    AnyArray = NDArray[Any]  # of any element type

_BUILT_IN = {
    DataType.DT_FLOAT: "float32",
    DataType.DT_FLOAT16: "float16",
    DataType.DT_INT8: "int8",
    DataType.DT_INT32: "int32",
    DataType.DT_UINT8: "uint8",
    DataType.DT_INT16: "int16",
    DataType.DT_UINT16: "uint16",
    DataType.DT_UINT32: "uint32",
    DataType.DT_INT64: "int64",
    DataType.DT_UINT64: "uint64",
    DataType.DT_DOUBLE: "float64",
    DataType.DT_BOOL: "bool",
    DataType.DT_COMPLEX64: "complex64",
    DataType.DT_COMPLEX128: "complex128",
}

# Those of ml_dtypes; its older versions lack some.
_EXTENSION = {
    DataType.DT_BF16: "bfloat16",
    DataType.DT_FLOAT8_E5M2: "float8_e5m2",
    DataType.DT_FLOAT8_E4M3FN: "float8_e4m3fn",
    DataType.DT_FLOAT8_E8M0: "float8_e8m0fnu",
    DataType.DT_INT4: "int4",
    DataType.DT_INT2: "int2",
    DataType.DT_UINT2: "uint2",
    DataType.DT_FLOAT4_E2M1: "float4_e2m1fn",
}

# Types whose elements fill a byte together: bits of one.
_PACKED = {
    DataType.DT_INT4: 4,
    DataType.DT_UINT1: 1,
    DataType.DT_INT2: 2,
    DataType.DT_UINT2: 2,
    DataType.DT_FLOAT4_E2M1: 4,
    DataType.DT_FLOAT4_E1M2: 4,
    DataType.DT_HIFLOAT4: 4,
}


@cache
def numpy_dtype(data_type: DataType) -> np.dtype[Any] | None:
    """The array's element type; None when neither numpy nor ml_dtypes has one."""
    import numpy as np

    if data_type in _BUILT_IN:
        return np.dtype(_BUILT_IN[data_type])
    try:
        import ml_dtypes
    except ImportError:
        return None
    scalar = getattr(ml_dtypes, _EXTENSION.get(data_type, ""), None)
    return None if scalar is None else np.dtype(scalar)


def data_type_of(dtype: np.dtype[Any]) -> DataType:
    """The data type of arrays of this element type.

    Raises:
        TypeError: No data type holds such elements.
    """
    for known, name in (*_BUILT_IN.items(), *_EXTENSION.items()):
        if dtype.name == name:
            return known
    raise TypeError(f"No data type holds elements of numpy type {dtype.name}")


def is_array(value: object) -> bool:
    """Whether it is a numpy array, found out without importing numpy."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)


def is_scalar(value: object) -> bool:
    """Whether it is a single number of numpy, found out without importing numpy."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.generic)


def as_data_type(value: object) -> DataType | None:
    """The data type that an element type of numpy, `np.float32` or `np.dtype("float32")`, stands for.

    None when it is none; a DataType stands for itself.

    Raises:
        TypeError: No data type holds such elements.
    """
    if isinstance(value, DataType):
        return value
    numpy = sys.modules.get("numpy")
    if numpy is None or not (
        isinstance(value, numpy.dtype) or (isinstance(value, type) and issubclass(value, numpy.generic))
    ):
        return None
    return data_type_of(numpy.dtype(value))


def plain_value(value: Any) -> Any:
    """What a value of numpy is without it: arrays and scalars as numbers, element types as `DataType`; else None."""
    if not is_array(value) and not is_scalar(value):
        return as_data_type(value)
    plain = value.tolist()
    return None if is_scalar(plain) else plain  # numbers wider than Python's stay what they are


def to_array(tensor: _native.Tensor, data_type: DataType) -> AnyArray:
    """The elements as an array: a read-only view, or a copy of packed elements.

    Types that numpy does not know come as the unsigned integers that hold them.
    """
    import numpy as np

    stored: AnyArray = np.asarray(memoryview(tensor))
    dtype = numpy_dtype(data_type)
    bits = _PACKED.get(data_type)
    if bits is not None:
        stored = _unpacked(stored, bits, tensor.shape, signed=data_type in (DataType.DT_INT4, DataType.DT_INT2))
    if dtype is None or dtype == stored.dtype:
        return stored
    return stored.view(dtype)


def to_memory(array: AnyArray, data_type: DataType) -> memoryview:
    """The array as memory that a tensor of `data_type` can hold: its own where it stands row by row, else a copy."""
    import numpy as np

    dtype = numpy_dtype(data_type)
    if dtype is None:
        raise TypeError(f"numpy has no element type for {data_type.name}; ml_dtypes may have one")
    if array.dtype != dtype:
        array = array.astype(dtype)
    array = np.asarray(array, dtype=array.dtype.newbyteorder("="), order="C")
    bits = _PACKED.get(data_type)
    if bits is not None:
        array = _packed(array.view(np.uint8), bits)
    elif data_type not in _BUILT_IN:
        array = array.view(f"u{dtype.itemsize}")
    return array.data


def converted(array: AnyArray, dtype: DTypeLike | None, *, copy: bool | None) -> AnyArray:
    """What `__array__` gives for these arguments."""
    import numpy as np

    if dtype is None or np.dtype(dtype) == array.dtype:
        return array.copy() if copy else array
    if copy is False:
        raise ValueError(f"A tensor of {array.dtype.name} cannot be an array of {np.dtype(dtype).name} without a copy")
    return array.astype(dtype)


def _unpacked(stored: AnyArray, bits: int, shape: list[int], *, signed: bool) -> AnyArray:
    import numpy as np

    shifts = np.arange(0, 8, bits, dtype=np.uint8)
    every = ((stored[:, None] >> shifts) & ((1 << bits) - 1)).astype(np.uint8).reshape(-1)
    codes: AnyArray = every[: int(np.prod(shape, dtype=np.int64))].reshape(shape)
    if not signed:
        return codes
    half = 1 << (bits - 1)
    return ((codes.astype(np.int8) ^ half) - half).astype(np.int8)


def _packed(codes: AnyArray, bits: int) -> AnyArray:
    import numpy as np

    a_byte = 8 // bits
    flat = codes.reshape(-1) & ((1 << bits) - 1)
    padded = np.zeros(-(-flat.size // a_byte) * a_byte, dtype=np.uint8)
    padded[: flat.size] = flat
    shifts = np.arange(0, 8, bits, dtype=np.uint8)
    return np.asarray((padded.reshape(-1, a_byte) << shifts).sum(axis=1), dtype=np.uint8)
