"""Where in a JSON text a value stands: read again only when there is something to say about that place."""

from __future__ import annotations

import json
from collections.abc import Sequence

from .errors import Step

BLANKS = " \t\r\n"

_DECODER = json.JSONDecoder()


def skip(text: str, at: int, characters: str = BLANKS) -> int:
    """The first offset, from `at`, of a character that is none of `characters`."""
    while at < len(text) and text[at] in characters:
        at += 1
    return at


def position(text: str, at: int, path: Sequence[Step]) -> int:
    """Offset of the value to which `path` leads from the value at `at`; of the last one on the way when there is none.

    Args:
        text: JSON that can be read, as far as the value reaches.
        at: Offset of the value's first character.
        path: Keys of objects and places in lists, from 0.
    """
    for step in path:
        inner = _element(text, at, step) if isinstance(step, int) else _member(text, at, step)
        if inner is None:
            return at
        at = inner
    return at


def _member(text: str, at: int, key: str) -> int | None:
    """Offset of the last value under `key`, which is the one that counts."""
    if text[at] != "{":
        return None
    found = None
    at = skip(text, at + 1)
    while text[at] != "}":
        name, at = _DECODER.raw_decode(text, at)
        at = skip(text, at, BLANKS + ":")
        if name == key:
            found = at
        _, at = _DECODER.raw_decode(text, at)
        at = skip(text, at, BLANKS + ",")
    return found


def _element(text: str, at: int, index: int) -> int | None:
    if text[at] != "[":
        return None
    at = skip(text, at + 1)
    while text[at] != "]":
        if index == 0:
            return at
        index -= 1
        _, at = _DECODER.raw_decode(text, at)
        at = skip(text, at, BLANKS + ",")
    return None
