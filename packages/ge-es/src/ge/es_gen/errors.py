"""The one error of the readers: where a definition is wrong, and why."""

from __future__ import annotations


class DefinitionError(ValueError):
    """A definition is refused; the text is `file:line: reason`."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: {reason}")
        self.file = file
        self.line = line
        self.reason = reason
