"""What `_handle` gives where no object of the bridge stands behind."""

from __future__ import annotations


class Handle:
    """Names an object: equal for the same one, hashable, never false. There is nothing else to do with it."""

    __slots__ = ("_key",)

    def __init__(self, kind: str, *key: object) -> None:
        self._key = (kind, *key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Handle) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"<handle of a {self._key[0]}>"
