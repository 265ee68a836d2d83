"""The error that ends a conversion, and how it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ge.session import GeError


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

    @classmethod
    def from_ge(cls, error: GeError) -> AtcError:
        """What the bridge says, under its own code."""
        code, colon, message = (error.error_message or "").partition(": ")
        return cls(code, message) if colon else cls("E19999", str(error))


class UsageError(Exception):
    """The command line cannot be read at all: no code, one line on standard error."""
