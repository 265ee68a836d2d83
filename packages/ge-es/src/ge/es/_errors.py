"""The errors of ge.es and the checks that raise them; the classes are those that its documentation has always named."""

from __future__ import annotations

import ctypes


class ArgumentError(ctypes.ArgumentError, TypeError):
    """An argument of an operator function has the wrong type."""


def wrong_type(subject: str, expected: str) -> TypeError:
    """`<subject> must be <expected>`."""
    return TypeError(f"{subject} must be {expected}")


def failure(action: str, reason: object) -> RuntimeError:
    """`Failed to <action>: <reason>`."""
    return RuntimeError(f"Failed to {action}: {reason}")


def check_text(value: object, subject: str, expected: str = "a string") -> str:
    """`value` when it is a text that names and files can hold."""
    if not isinstance(value, str):
        raise wrong_type(subject, expected)
    if "\0" in value:
        raise ValueError(f"{subject} must not contain NUL: {value!r}")
    return value


def check_int64(value: object, subject: str) -> int:
    """`value` when it is an int of 64 bits, so that the native side can take it; true and false count."""
    if not isinstance(value, int):
        raise wrong_type(subject, "an integer")
    if not -(2**63) <= value < 2**63:
        raise ValueError(f"{subject} {value} must be in the range -2^63 to 2^63-1 for int64")
    return value
