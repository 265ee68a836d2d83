"""What may stand for a tensor: numbers and nested lists of numbers, which become constants."""

from __future__ import annotations

from math import prod
from typing import Any, Union

from ge.es.graph_builder import GraphBuilder
from ge.es.tensor_holder import TensorHolder
from ge.graph.types import DataType

Number = Union[int, float]
# list[int] and list[float] by themselves: a variable of such a type is no list of a union.
TensorLike = Union[Number, list[int], list[float], list["TensorLike"]]


def convert_to_tensor_holder(
    value: TensorHolder | TensorLike | None, owner_builder: GraphBuilder
) -> TensorHolder | None:
    """The tensor that `value` stands for.

    Args:
        value: A TensorHolder, which is given back; an int or bool (a constant int64 scalar) or float (float); a list
            of numbers however nested (one constant, float when any number is); or None, which is given back.
        owner_builder: Gets the constant.

    Raises:
        TypeError: `value` is nothing of the kind.
        ValueError: Lists side by side differ in shape.
    """
    if value is None or isinstance(value, TensorHolder):
        return value
    if isinstance(value, int):
        return owner_builder.create_scalar_int64(int(value))
    if isinstance(value, float):
        return owner_builder.create_scalar_float(value)
    if isinstance(value, list):
        numbers, shape = _flatten_and_infer_shape(value)
        is_float = any(isinstance(number, float) for number in numbers)
        return owner_builder._create_list_const(numbers, shape, DataType.DT_FLOAT if is_float else DataType.DT_INT64)
    raise TypeError(
        f"Value must be a TensorHolder, int, float, nested lists of numbers or None, not {type(value).__name__}"
    )


def resolve_builder(*values: object) -> GraphBuilder:
    """The first GraphBuilder among `values`, or the one of the first TensorHolder.

    Raises:
        ValueError: There is neither.
    """
    if not values:
        raise ValueError("At least one argument is needed to resolve a GraphBuilder")
    for value in values:
        if isinstance(value, GraphBuilder):
            return value
        if isinstance(value, TensorHolder):
            return value.get_owner_builder()
    raise ValueError("Please give at least one input tensor or an explicit owner_builder")


def _flatten_and_infer_shape(value: object) -> tuple[list[Number], list[int]]:
    """The numbers of a nested list, row by row, and its shape."""
    shape = _shape_of(value)
    numbers: list[Number] = []
    _collect(value, shape, numbers)
    return numbers, shape


def _shape_of(value: object) -> list[int]:
    """The shape that the first items have."""
    shape = []
    while isinstance(value, list):
        shape.append(len(value))
        if not value:
            if len(shape) > 1:
                raise TypeError("Value must be an int, float or nested lists of numbers, found an empty inner list")
            break
        value = value[0]
    return shape


def _collect(value: object, shape: list[int], numbers: list[Number]) -> None:
    if isinstance(value, list):
        if not value and shape != [0]:
            raise TypeError("Value must be an int, float or nested lists of numbers, found an empty inner list")
        if not shape or len(value) != shape[0]:
            raise ValueError("Irregular nested list: all lists on one level must have the same shape")
        for item in value:
            _collect(item, shape[1:], numbers)
    elif not isinstance(value, (int, float)):
        raise TypeError(f"Value must be an int, float or nested lists of numbers, found {type(value).__name__}")
    elif shape:
        raise ValueError("Irregular nested list: all items on one level must have the same shape")
    else:
        numbers.append(value)


def _unflatten(values: list[Number], shape: list[int]) -> list[Any]:
    """Nested lists of the given shape.

    Raises:
        ValueError: The shape is empty, or holds another number of values.
    """
    if not shape:
        raise ValueError("Shape must not be empty")
    if len(values) != prod(shape):
        raise ValueError(f"Length {len(values)} does not match shape {shape}, which holds {prod(shape)} values")
    nested: list[Any] = list(values)
    for size in reversed(shape[1:]):
        nested = [nested[i : i + size] for i in range(0, len(nested), size)] if size else [[]] * prod(shape[:-1])
    return nested
