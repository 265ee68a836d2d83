"""Reads the command line as GNU long options (spec: offline_compile, 6.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pyatc._errors import AtcError, UsageError
from pyatc._options import BY_NAME, OPTIONS, Effect, Kind, Option

_TRUE = ("", "1", "t", "true", "y", "yes")
_FALSE = ("0", "f", "false", "n", "no")
_INT32_MAX = 2**31 - 1
_CONVERSION = "0"  # the mode that there is


@dataclass(frozen=True)
class CommandLine:
    """The values of one call.

    Attributes:
        given: Options that the user wrote, with their texts.
        text: All words joined by one blank, as it is stored in the model.
    """

    given: dict[str, str]
    text: str

    def value(self, name: str) -> str:
        """The option's value, or its default."""
        return self.given.get(name, BY_NAME[name].default)

    def has(self, name: str) -> bool:
        """Whether the user gave the option a value that is not empty."""
        return bool(self.given.get(name))

    @property
    def wants_help(self) -> bool:
        return self.value("help").lower() in _TRUE and "help" in self.given

    def compile_options(self) -> dict[str, str]:
        """The compile options that the given flags stand for."""
        return {BY_NAME[name].key: value for name, value in self.given.items() if BY_NAME[name].key}


def _find(word: str) -> Option:
    """The option that `word`, a name or an unambiguous beginning of one, means."""
    name = word.replace("-", "_")
    if name in BY_NAME:
        return BY_NAME[name]
    if name == "h":
        return BY_NAME["help"]
    candidates = [option for option in OPTIONS if option.name.startswith(name)] if name else []
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise UsageError(f"option '--{word}' may mean {', '.join('--' + option.name for option in candidates)}")
    raise UsageError(f"unknown option '--{word}'")


def _check_value(option: Option, value: str) -> None:
    """Raises AtcError when the option cannot have this value; the set of values counts before the type."""
    if option.values and value and value not in option.values:
        raise AtcError(option.code, f"--{option.name} is '{value}', expected one of {', '.join(option.values)}")
    if option.kind is Kind.BOOLEAN and value.lower() not in _TRUE + _FALSE:
        raise AtcError("E10003", f"--{option.name} is '{value}', expected true or false")
    if option.kind is Kind.INTEGER and not (value.isascii() and value.isdigit() and int(value) <= _INT32_MAX):
        raise AtcError("E10003", f"--{option.name} is '{value}', expected digits of a 32-bit number")


def _refuse_unavailable(given: dict[str, str]) -> None:
    mode = given.get("mode", _CONVERSION)
    if mode != _CONVERSION:
        # Before the options that only this mode has.
        raise AtcError("E10055", f"--mode {mode} is not offered yet; {_CONVERSION} (model to .om) is")
    for name, value in given.items():
        option = BY_NAME[name]
        if option.effect is Effect.REFUSED and value not in ("", option.default):
            raise AtcError("E10055", f"--{name} is '{value}', but the CPU engine does not offer this option yet")


def parse(words: Sequence[str]) -> CommandLine:
    """Read the words after the command's name.

    Args:
        words: For example `["--model=m.onnx", "--framework", "5"]`.

    Returns:
        The options given; of an option given twice the last value.

    Raises:
        UsageError: An unknown or ambiguous option, a missing value, or a word that is no option.
        AtcError: A value outside the option's set or of the wrong type (E10001 to E10010), or of an option that is
            not available, the mode before all others (E10055).
    """
    given: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-") or word in ("-", "--"):
            raise UsageError(f"'{word}' is not an option")
        name, equals, value = word.lstrip("-").partition("=")
        option = _find(name)
        if not equals and option.kind is not Kind.BOOLEAN:
            if not rest:
                raise UsageError(f"option '--{option.name}' needs a value")
            value = rest.pop(0)
        _check_value(option, value)
        given[option.name] = value
    line = CommandLine(given, " ".join(words))
    if not line.wants_help:
        _refuse_unavailable(given)
    return line
