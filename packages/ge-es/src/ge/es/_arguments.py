"""Shapes and data types as users write them, numpy's included."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex, Union

from ge.es._errors import wrong_type
from ge.graph import _numpy
from ge.graph.types import DataType

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DataTypeLike = Union[DataType, "np.dtype[Any]", "type[np.generic]"]
Dims = Union[Sequence[SupportsIndex], "NDArray[Any]"]
Ints = Union[SupportsIndex, Dims]
Floats = Union[float, Sequence[float], "np.generic", "NDArray[Any]"]


def dims_of(given: Any, subject: str = "Shape", expected: str = "a list of integers") -> list[int]:
    """A shape or axes: a list, a tuple or an array of ints. Raises `TypeError`: `<subject> must be <expected>`."""
    dims = given.tolist() if _numpy.is_array(given) else given
    if not isinstance(dims, (list, tuple)):
        raise wrong_type(subject, expected)
    try:
        return [index(dim) for dim in dims]
    except TypeError:
        raise wrong_type(subject, expected) from None


def data_type_of(value: Any) -> DataType:
    """The data type that a type of numpy stands for. What is none is given back: whoever uses it refuses it."""
    known = _numpy.as_data_type(value)
    return value if known is None else known
