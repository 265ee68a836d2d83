"""Random inputs: several sizes for open dimensions, several kinds of numbers, from fixed seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from ge.graph import DataType
from ge.graph._numpy import numpy_dtype
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ge.session import Port

__all__ = ["Array", "Draw", "draws"]

Array = NDArray[Any]  # of whatever type the graph takes

_UNKNOWN_RANK = [-2]
_RANK_OF_UNKNOWN = 2
# What open dimensions become, draw by draw; 0 stands for sizes that all differ. One comes twice, so that outputs of one
# shape can be compared.
_SIZES = (3, 1, 8, 0, 3)
_DIFFERENT_SIZES = (2, 3, 5, 7, 4, 6)
_SEEDS = 3
_PATCHES = 4  # along each axis


@dataclass(frozen=True)
class Draw:
    """How one set of inputs is made.

    Attributes:
        seed: Of the random numbers; also chooses their kind.
        size: Of each open dimension; 0: they all differ.
        tame: Only small numbers that any operator takes: positive ones, and 0 and 1 where integers are asked for.
    """

    seed: int
    size: int
    tame: bool = False

    def inputs(self, ports: Sequence[Port]) -> list[Array]:
        """One array for each input.

        Raises:
            TypeError: numpy has no arrays of an input's type.
        """
        random = np.random.default_rng(self.seed)
        sizes = _sizes(self.size)
        return [self._array(port.dtype, _shape(list(port.shape), sizes), random) for port in ports]

    def _array(self, data_type: DataType, shape: list[int], random: np.random.Generator) -> Array:
        dtype = numpy_dtype(data_type)
        if dtype is None:
            raise TypeError(f"numpy has no arrays of {data_type.name}: give the inputs")
        if dtype.kind == "b":
            return random.integers(0, 2, shape).astype(dtype)
        if dtype.kind in "iu":
            low, high = (0, 2) if self.tame else (-5 if dtype.kind == "i" else 0, 6)
            return random.integers(low, high, shape).astype(dtype)
        return self._reals(shape, random).astype(dtype)

    def _reals(self, shape: list[int], random: np.random.Generator) -> Array:
        if self.tame or self.seed % 3 == 1:
            return random.uniform(0.1, 3, shape)  # in the domain of roots and logarithms
        values = random.uniform(-2, 2, shape) if self.seed % 3 == 0 else _patches(shape, random)
        # Zeros and ones are where shortcuts go wrong.
        return np.where(random.random(shape) < 0.1, random.integers(-1, 2, shape), values)


def _patches(shape: list[int], random: np.random.Generator) -> Array:
    """Large numbers that stay the same over patches: they get through sums, where noise cancels out."""
    values = random.uniform(-10, 10, [-(-dim // max(1, dim // _PATCHES)) for dim in shape])
    for axis, dim in enumerate(shape):
        values = np.repeat(values, max(1, dim // _PATCHES), axis=axis).take(range(dim), axis=axis)
    return values + random.uniform(-0.5, 0.5, shape)


def _sizes(size: int) -> Iterator[int]:
    place = 0
    while True:
        yield size or _DIFFERENT_SIZES[place % len(_DIFFERENT_SIZES)]
        place += 1


def _shape(dims: list[int], sizes: Iterator[int]) -> list[int]:
    if dims == _UNKNOWN_RANK:
        dims = [-1] * _RANK_OF_UNKNOWN
    return [next(sizes) if dim < 0 else dim for dim in dims]


def draws(ports: Sequence[Port], seed: int) -> list[Draw]:
    """The sets of inputs on which graphs are compared: three, or for open dimensions one a size."""
    dims = [dim for port in ports for dim in port.shape]
    if not any(dim < 0 for dim in dims):
        return [Draw(seed + number, 1) for number in range(_SEEDS)]
    return [Draw(seed + number, size) for number, size in enumerate(_SIZES)]
