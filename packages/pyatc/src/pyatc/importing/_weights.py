"""Constants by reference: their elements stay where they are until a tensor of ours takes them."""

from __future__ import annotations

import mmap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from ge.graph import Tensor
from numpy.typing import NDArray


@dataclass(frozen=True)
class Weight:
    """A constant of the model.

    Attributes:
        shape: Its dimensions.
        read: Gives its elements; called when they are needed, and each time.
    """

    shape: tuple[int, ...]
    read: Callable[[], NDArray[np.generic]]

    @classmethod
    def of(cls, array: NDArray[np.generic]) -> Weight:
        """The constant with these elements."""
        return cls(array.shape, lambda: array)

    @classmethod
    def stored(cls, memory: memoryview, element: np.dtype[np.generic], shape: Sequence[int]) -> Weight:
        """A constant whose little-endian elements stand in `memory`, in rows.

        They are shared, and copied only where they stand at an address that their type cannot have.
        """
        dims = tuple(shape)
        return cls(dims, lambda: np.require(np.frombuffer(memory, element).reshape(dims), requirements="A"))

    def tensor(self) -> Tensor:
        """A tensor of ours that shares the elements."""
        return Tensor.from_numpy(self.read())


def map_file(path: Path) -> memoryview:
    """The bytes of a file, which is read where they are looked at.

    Raises:
        OSError: The file cannot be read.
    """
    with path.open("rb") as file:
        if path.stat().st_size == 0:
            return memoryview(b"")
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
