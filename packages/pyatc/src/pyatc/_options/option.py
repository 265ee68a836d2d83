"""What is known of an option."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a value is."""

    TEXT = "text"
    INTEGER = "integer"
    BOOLEAN = "boolean"


class Effect(Enum):
    """What an option does on the CPU engine."""

    USED = "used"
    NONE = "steers the device only: accepted, no effect on the CPU engine"
    REFUSED = "not available: a value other than the default is refused"


@dataclass(frozen=True)
class Option:
    """One option.

    Attributes:
        name: Without dashes.
        group: Heading in the help text.
        help: One line.
        kind: What its value is.
        default: As text.
        values: Allowed texts; empty: anything.
        key: The compile option it sets; empty: none.
        effect: What it does here.
        code: Error code for a value outside `values`.
        hidden: Not in the help text.
    """

    name: str
    group: str
    help: str
    kind: Kind = Kind.TEXT
    default: str = ""
    values: tuple[str, ...] = ()
    key: str = ""
    effect: Effect = Effect.NONE
    code: str = "E10001"
    hidden: bool = False
