"""What the caller of a run gives: in which form, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, Union

import numpy as np
from ge.graph import DataType, Tensor
from ge.graph._numpy import numpy_dtype
from numpy.typing import ArrayLike, NDArray


class SupportsArray(Protocol):
    """What numpy can look at: arrays, torch's tensors, data frames."""

    def __array__(self) -> Any:  # each library says it in its own words
        """The elements as an array."""


class SupportsDLPack(Protocol):
    """What other libraries can look at, on the host."""

    def __dlpack__(self) -> Any:  # a capsule, which has no type before Python 3.13
        """The elements in a capsule."""


Typed = Union[SupportsArray, SupportsDLPack]
Untyped = Union[ArrayLike, SupportsDLPack]
Tensors = Union[Sequence[Tensor], Mapping[str, Tensor]]
TypedArrays = Union[Typed, Sequence[Typed], Mapping[str, Typed]]
# With ArrayLike by itself among them, mypy would not know what a list of different arrays is meant for.
Arrays = Union[Typed, Sequence[Untyped], Mapping[str, Untyped]]


class InputNamesError(Exception):
    """A dictionary of inputs has not the names that are asked for."""


def is_array(value: object) -> bool:
    """Whether it has elements of a type of its own, as numbers and lists have not; a Tensor is none."""
    return not isinstance(value, Tensor) and (hasattr(value, "__array__") or hasattr(value, "__dlpack__"))


def listed(inputs: object) -> list[object]:
    """The inputs, those of a dictionary in its order; a Tensor or array by itself is the only one.

    Raises:
        TypeError: They are nothing of that kind.
    """
    if isinstance(inputs, (list, tuple)):
        return list(inputs)
    if isinstance(inputs, Mapping):
        return list(inputs.values())
    if isinstance(inputs, Tensor) or is_array(inputs):
        return [inputs]
    if isinstance(inputs, Iterable) and not isinstance(inputs, (str, bytes)):
        return list(inputs)
    raise TypeError(f"inputs must be a list, a tuple or a dictionary of Tensor or arrays, got {type(inputs).__name__}")


def in_order(inputs: object, names: Sequence[str]) -> list[object]:
    """The inputs in the order of `names`, by which a dictionary tells them apart.

    Raises:
        TypeError: As `listed`.
        InputNamesError: A name is missing, or there is another one.
    """
    if isinstance(inputs, (list, tuple)) or not isinstance(inputs, Mapping):
        return listed(inputs)
    if set(inputs) != set(names):
        raise InputNamesError(f"expected inputs named {list(names)}, given {list(inputs)}")
    return [inputs[name] for name in names]


def as_array(value: object, data_type: DataType | None, where: str) -> NDArray[Any]:
    """An array of what is given: shared where it has a type; numbers and lists get `data_type`, where it holds them.

    Raises:
        TypeError: There are no numbers in it.
        ValueError: Its rows differ in length.
    """
    if isinstance(value, np.ndarray):
        return value
    if is_array(value):
        return _shared(value)
    try:
        array: NDArray[Any] = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error
    if array.dtype.kind not in "biufc":
        raise TypeError(f"{where}: expected an array, a Tensor or numbers, got {type(value).__name__}")
    return array if data_type is None else _numbers_as(array, numpy_dtype(data_type))


def _shared(value: Any) -> NDArray[Any]:  # of any library
    if hasattr(value, "__array__"):
        try:
            return np.asarray(value)
        except TypeError:  # numpy alone has no such elements: torch's bfloat16
            if not hasattr(value, "__dlpack__"):
                raise
    return Tensor.from_dlpack(value).numpy()


def _numbers_as(array: NDArray[Any], dtype: np.dtype[Any] | None) -> NDArray[Any]:
    """The numbers in another type; as they are where it does not hold them, which the model then refuses."""
    if dtype is None or (array.dtype.kind == "c" and dtype.kind != "c"):
        return array
    with np.errstate(invalid="ignore", over="ignore"):
        typed = array.astype(dtype)
    return typed if dtype.kind not in "biu" or np.array_equal(typed, array) else array
