"""The errors of ge.graph and ge.utils, in the few shapes that all of them have."""

from __future__ import annotations

from typing import NoReturn


def wrong_type(subject: str, expected: str) -> TypeError:
    """`<subject> must be <expected>`."""
    return TypeError(f"{subject} must be {expected}")


def failed(action: str, reason: object = "") -> RuntimeError:
    """`Failed to <action>`, with the bridge's reason where there is one."""
    return RuntimeError(f"Failed to {action}: {reason}" if reason else f"Failed to {action}")


def none_value(thing: str) -> ValueError:
    """`<thing> cannot be None`."""
    return ValueError(f"{thing} cannot be None")


def check_text(value: object, subject: str) -> str:
    """`value` when it is a text that names and files can hold."""
    if not isinstance(value, str):
        raise wrong_type(subject, "a string")
    if "\0" in value:
        raise ValueError(f"{subject} must not contain NUL: {value!r}")
    return value


def check_port(value: object, subject: str) -> int:
    """`value` when it is an int; a number that no port has stays such a number in 64 bits."""
    if not isinstance(value, int):
        raise wrong_type(subject, "an integer")
    return value if -(2**63) <= value < 2**63 else -2


def is_int_list(value: object) -> bool:
    """Whether it is a list that holds nothing but ints."""
    return isinstance(value, list) and all(isinstance(item, int) for item in value)


class NotCopyable:
    """What stands for something in the bridge and refuses `copy.copy` and `copy.deepcopy`."""

    __slots__ = ()

    _kind = ""  # name of the class in messages

    def __copy__(self) -> NoReturn:
        raise RuntimeError(f"{self._kind} does not support copy")

    def __deepcopy__(self, memo: object) -> NoReturn:
        raise RuntimeError(f"{self._kind} does not support deepcopy")
