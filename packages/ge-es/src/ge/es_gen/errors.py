"""The errors of the readers: where a definition is wrong, and why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Union

Step = Union[str, int]  # a field's name, or an element's place in its list


class Fault(ValueError):
    """What is wrong with one definition; `path` leads to the field or element at fault, from the outermost one in."""

    def __init__(self, reason: str, *path: Step) -> None:
        super().__init__(reason)
        self.path = path


class DefinitionError(ValueError):
    """A definition is refused; the text is `file:line: reason`."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: {reason}")
        self.file = file
        self.line = line
        self.reason = reason


@contextmanager
def within(*path: Step, prefix: str = "") -> Iterator[None]:
    """Lead the path of a fault raised inside through `path`, and begin its reason with `prefix`."""
    try:
        yield
    except Fault as fault:
        raise Fault(f"{prefix}{fault}", *path, *fault.path) from None
