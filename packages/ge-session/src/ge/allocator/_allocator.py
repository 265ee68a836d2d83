"""`Allocator` and `MemBlock`."""

from __future__ import annotations

from abc import ABC, abstractmethod


class MemBlock:
    """A piece of memory that an allocator gave. It is told from others by its identity."""

    def __init__(self, addr: int, size: int) -> None:
        """Name a piece of memory.

        Args:
            addr: Where it begins.
            size: Its length in bytes.
        """
        self._addr = addr
        self._size = size

    @property
    def addr(self) -> int:
        """Where it begins."""
        return self._addr

    @property
    def size(self) -> int:
        """Its length in bytes."""
        return self._size


class Allocator(ABC):
    """What gives and takes back memory for the runs on a stream."""

    @abstractmethod
    def malloc(self, size: int) -> MemBlock:
        """Give memory.

        Args:
            size: How much is needed, in bytes.

        Returns:
            A new object for each piece.

        Raises:
            MemoryError: There is none.
        """
        raise NotImplementedError

    @abstractmethod
    def free(self, block: MemBlock) -> None:
        """Take back what `malloc` gave, once."""
        raise NotImplementedError
