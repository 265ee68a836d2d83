"""The error that ends a conversion, and how it is shown."""

from __future__ import annotations


class AtcError(Exception):
    """A conversion cannot go on.

    Attributes:
        code: Code of the reference's catalogue, `E10001` and so on (spec: formats, section 9).
        message: What is wrong, where, what was expected and what was given.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


class UsageError(Exception):
    """The command line cannot be read at all: no code, one line on standard error."""
