"""What stands in the way of an import, told all at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyatc._errors import AtcError

# Of several reasons the first of these gives the error its code: no importer, no valid model, anything else.
_FIRST_CODES = ("E16002", "E16001")
_MOST_LINES = 40


@dataclass
class _Missing:
    first: str
    nodes: int
    reason: str


class Refusals:
    """The operators, attributes, inputs and outputs of a model that cannot be imported."""

    def __init__(self) -> None:
        self._missing: dict[str, _Missing] = {}
        self._errors: list[AtcError] = []

    def __bool__(self) -> bool:
        return bool(self._missing or self._errors)

    def add(self, error: AtcError) -> None:
        """Take down what is wrong with one node."""
        self._errors.append(error)

    def add_missing(self, operator: str, node: str, reason: str) -> None:
        """Take down that nothing imports an operator.

        Args:
            operator: `domain::type`.
            node: Where it stands; told of the first one.
            reason: Why, and what to do.
        """
        found = self._missing.setdefault(operator, _Missing(node, 0, reason))
        found.nodes += 1

    def _lines(self) -> Iterator[str]:
        for operator, missing in sorted(self._missing.items()):
            more = f", {missing.nodes} nodes" if missing.nodes > 1 else ""
            yield f"{operator} (first at {missing.first}{more}: {missing.reason}"
        for error in self._errors:
            yield error.message

    def check(self) -> None:
        """Raise one error with everything that was taken down.

        Raises:
            AtcError: E16002 an operator has no importer, E16001 a node breaks a rule of its format, else the code of
                the first reason.
        """
        lines = list(dict.fromkeys(self._lines()))
        if not lines:
            return
        codes = ["E16002"] * bool(self._missing) + [error.code for error in self._errors]
        code = next((code for code in _FIRST_CODES if code in codes), codes[0])
        if len(lines) == 1:
            raise AtcError(code, lines[0])
        told = lines[:_MOST_LINES] + [f"and {len(lines) - _MOST_LINES} more"] * (len(lines) > _MOST_LINES)
        raise AtcError(code, "\n  ".join([f"the model cannot be imported for {len(lines)} reasons:", *told]))
