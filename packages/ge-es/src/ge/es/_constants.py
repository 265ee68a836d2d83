"""Constants of what stands for a tensor: numbers, nested lists and tuples of them, numpy's arrays, tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

from ge.graph import _numpy
from ge.graph.tensor import Tensor
from ge.graph.types import DataType

if TYPE_CHECKING:
    from ge.es.graph_builder import GraphBuilder
    from ge.es.tensor_holder import TensorHolder

Number = Union[int, float]


def constant_of(value: object, builder: GraphBuilder) -> TensorHolder | None:
    """The constant of `builder` that holds the value; None when nothing of the kind is a tensor's value.

    Raises:
        TypeError: An item of a list is no number.
        ValueError: A number does not fit its type, or lists side by side differ in shape.
    """
    if isinstance(value, int):
        return builder.create_scalar_int64(int(value))
    if isinstance(value, float):
        return builder.create_scalar_float(value)
    if isinstance(value, (list, tuple)):
        numbers, shape = _flatten_and_infer_shape(value)
        is_float = any(isinstance(number, float) for number in numbers)
        return builder._create_list_const(numbers, shape, DataType.DT_FLOAT if is_float else DataType.DT_INT64)
    tensor = tensor_of(value)
    return None if tensor is None else builder._create_tensor_const(tensor)


def tensor_of(value: Any) -> Tensor | None:
    """The tensor that an array, a scalar of numpy or a Tensor is; None for anything else.

    Elements that somebody can change are copied, once; those of read-only arrays and of tensors are shared.
    """
    if isinstance(value, Tensor):
        return value
    if _numpy.is_scalar(value):
        import numpy as np

        return Tensor.from_numpy(np.asarray(value))
    if not _numpy.is_array(value):
        return None
    shared = not value.flags.writeable or not value.flags.c_contiguous  # the latter are copied anyway
    return Tensor.from_numpy(value if shared else value.copy())


def plain_numbers(value: Any) -> tuple[Any, list[int] | None]:
    """The value with a tuple or an array as a flat list, and numbers of numpy as Python's; and an array's shape."""
    if _numpy.is_array(value) and value.ndim > 0:
        return value.ravel().tolist(), list(value.shape)
    if _numpy.is_array(value) or _numpy.is_scalar(value):
        return value.item(), None
    if isinstance(value, (list, tuple)):
        return [item.item() if _numpy.is_scalar(item) else item for item in value], None
    return value, None


def _flatten_and_infer_shape(value: object) -> tuple[list[Number], list[int]]:
    """The numbers of a nested list, row by row, and its shape."""
    shape = _shape_of(value)
    numbers: list[Number] = []
    _collect(value, shape, numbers)
    return numbers, shape


def _shape_of(value: object) -> list[int]:
    """The shape that the first items have."""
    shape = []
    while isinstance(value, (list, tuple)):
        shape.append(len(value))
        if not value:
            if len(shape) > 1:
                raise TypeError("Value must be an int, float or nested lists of numbers, found an empty inner list")
            break
        value = value[0]
    return shape


def _collect(value: object, shape: list[int], numbers: list[Number]) -> None:
    if isinstance(value, (list, tuple)):
        if not value and shape != [0]:
            raise TypeError("Value must be an int, float or nested lists of numbers, found an empty inner list")
        if not shape or len(value) != shape[0]:
            raise ValueError("Irregular nested list: all lists on one level must have the same shape")
        for item in value:
            _collect(item, shape[1:], numbers)
        return
    number = _numpy.plain_value(value) if _numpy.is_scalar(value) else value
    if not isinstance(number, (int, float)):
        raise TypeError(f"Value must be an int, float or nested lists of numbers, found {type(value).__name__}")
    if shape:
        raise ValueError("Irregular nested list: all items on one level must have the same shape")
    numbers.append(number)
