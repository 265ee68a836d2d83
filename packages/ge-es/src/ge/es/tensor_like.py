"""What may stand for a tensor: numbers, nested lists and tuples of them, arrays and tensors; they become constants."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Union

from ge.es._constants import Number, _flatten_and_infer_shape, constant_of
from ge.es.graph_builder import GraphBuilder
from ge.es.tensor_holder import TensorHolder
from ge.graph.graph import Graph
from ge.graph.tensor import Tensor

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "NodeName",
    "Number",
    "TensorLike",
    "_flatten_and_infer_shape",
    "_unflatten",
    "convert_to_tensor_holder",
    "resolve_builder",
]

# list[int] and list[float] by themselves: a variable of such a type is no list of a union.
TensorLike = Union[
    Number, list[int], list[float], list["TensorLike"], tuple["TensorLike", ...], "NDArray[Any]", "np.generic", Tensor
]

# Names a node: a str, or None. Where tensors or graphs are handed on as `*tensors`, checkers try their types here, too;
# they are refused when the call is made.
NodeName = Union[str, TensorHolder, Graph, None]


def convert_to_tensor_holder(
    value: TensorHolder | TensorLike | None, owner_builder: GraphBuilder
) -> TensorHolder | None:
    """The tensor that `value` stands for.

    Args:
        value: A TensorHolder, which is given back; an int or bool (a constant int64 scalar) or float (float); a list
            or tuple of numbers however nested (one constant, float when any number is); an array, a scalar of numpy
            or a Tensor (a constant of its type); or None, which is given back.
        owner_builder: Gets the constant. Elements that somebody can change are copied once.

    Raises:
        TypeError: `value` is nothing of the kind.
        ValueError: Lists side by side differ in shape, or a number does not fit its type.
    """
    if value is None or isinstance(value, TensorHolder):
        return value
    constant = constant_of(value, owner_builder)
    if constant is not None:
        return constant
    raise TypeError(
        "Value must be a TensorHolder, int, float, nested lists of numbers, an array, a Tensor or None, "
        f"not {type(value).__name__}"
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
