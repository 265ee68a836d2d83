"""One node of a source graph as the functions that import it see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Union, cast

import numpy as np
from ge.es import GraphBuilder, TensorHolder
from ge.graph import DataType
from numpy.typing import NDArray

from pyatc._errors import AtcError
from pyatc.importing._scope import Scope

Outputs = Union[TensorHolder, Sequence[TensorHolder]]


class UnknownRank(AtcError):
    """A node needs a rank that is not known, which it may be for want of another node's importer."""


class SourceNode:
    """A node with its inputs as tensors of the graph being built.

    It remembers what was looked at: what was not, `unread` names, and the node is refused.

    Attributes:
        op_type: The operator.
        domain: Its domain; '' is the format's own.
        version: Version of the operator set that it comes from.
        inputs: Names of its inputs; '' for one that is left out.
        outputs: Names of its outputs, likewise.
        scope: What names stand for.
    """

    def __init__(
        self,
        op_type: str,
        domain: str,
        version: int,
        name: str,
        ports: tuple[Sequence[str], Sequence[str]],
        attributes: Mapping[str, object],
        scope: Scope,
    ) -> None:
        self.op_type = op_type
        self.domain = domain
        self.version = version
        self.name = name
        self.inputs, self.outputs = list(ports[0]), list(ports[1])
        self.scope = scope
        self._attributes = attributes
        self._read: set[str] = set()
        self._taken: set[int] = set()

    @property
    def builder(self) -> GraphBuilder:
        return self.scope.builder

    @property
    def unique_name(self) -> str:
        """The node's name; without one its first output's, or its operator's."""
        return self.name or next(filter(None, self.outputs), self.op_type)

    @property
    def place(self) -> str:
        """`node "conv1" (Conv), output "y", opset 15`, for messages."""
        output = next(filter(None, self.outputs), "")
        return f'node "{self.unique_name}" ({self.op_type}), output "{output}", opset {self.version}'

    @property
    def input_count(self) -> int:
        return len(self.inputs)

    def has_input(self, i: int) -> bool:
        """Whether input i is there: a node may leave out trailing inputs and name others ''."""
        return i < len(self.inputs) and self.inputs[i] != ""

    def input(self, i: int) -> TensorHolder:
        """Input i, which the operator requires."""
        if not self.has_input(i):
            raise self.error(f"input {i} is missing")
        self._taken.add(i)
        return self.scope.holder(self.inputs[i])

    def optional_input(self, i: int) -> TensorHolder | None:
        """Input i, or None where the node leaves it out."""
        return self.input(i) if self.has_input(i) else None

    def all_inputs(self) -> list[TensorHolder]:
        """All inputs; none may be left out."""
        return [self.input(i) for i in range(self.input_count)]

    def constant(self, i: int) -> NDArray[np.generic] | None:
        """The elements of input i when it is there and constant, else None."""
        weight = self.scope.constant(self.inputs[i]) if self.has_input(i) else None
        if weight is None:
            return None
        self._taken.add(i)
        return weight.read()

    def input_without_effect(self, i: int) -> None:
        """Input i, where there is one, changes nothing here."""
        self._taken.add(i)

    def dims(self, i: int) -> tuple[int, ...] | None:
        """The dimensions of input i, -1 for open ones, where they are known."""
        if not self.has_input(i):
            return None
        weight = self.scope.constant(self.inputs[i])
        return self.scope.type_of(self.inputs[i]).dims if weight is None else weight.shape

    def rank(self, i: int) -> int:
        """Number of dimensions of input i; an error where it is not known."""
        dims = self.dims(i)
        if dims is None:
            name = self.inputs[i] if self.has_input(i) else ""
            reason = f'the rank of input {i} ("{name}") must be known here; give the model\'s inputs their shapes'
            raise UnknownRank("E13014", f"{self.place}: {reason}")
        return len(dims)

    def data_type(self, i: int) -> DataType | None:
        """The data type of input i where it is known."""
        return self.scope.type_of(self.inputs[i]).data_type

    def has(self, name: str) -> bool:
        """Whether the attribute is given."""
        return name in self._attributes

    def attribute(self, name: str, otherwise: object = None) -> object:
        """An attribute's value; `otherwise` where it is not given."""
        self._read.add(name)
        return self._attributes.get(name, otherwise)

    def integer(self, name: str, otherwise: int) -> int:
        return cast(int, self.attribute(name, otherwise))

    def flag(self, name: str, otherwise: bool = False) -> bool:
        """An integer that is 0 or not."""
        return bool(self.attribute(name, otherwise))

    def number(self, name: str, otherwise: float) -> float:
        return cast(float, self.attribute(name, otherwise))

    def text(self, name: str, otherwise: str) -> str:
        value = self.attribute(name, otherwise)
        return value.decode(errors="replace") if isinstance(value, bytes) else cast(str, value)

    def integers(self, name: str, otherwise: Sequence[int] = ()) -> list[int]:
        return list(cast("Sequence[int]", self.attribute(name, otherwise)))

    def require(self, name: str, value: object) -> None:
        """Refuse any value of an attribute but this one, which it also has when it is not given."""
        given = self.attribute(name, value)
        if given != value:
            raise self.error(f"attribute {name} is {_shown(given)}, supported is {_shown(value)}")

    def without_effect(self, *names: str) -> None:
        """These attributes, where they are given, change nothing here."""
        self._read.update(names)

    def default(self, name: str) -> object:
        """The value that the format gives an attribute of this operator, None where it gives none."""
        return None

    def unread(self, outputs: int) -> list[str]:
        """What nobody looked at, a sentence each: attributes, inputs, and outputs from the number `outputs` on."""
        said = []
        for name, value in self._attributes.items():
            if name in self._read or value == self.default(name):
                continue
            default = self.default(name)
            instead = "leave it out" if default is None else f"leave it out or make it {_shown(default)}"
            said.append(f"attribute {name} is {_shown(value)}, which is not supported; {instead}")
        for i, name in enumerate(self.inputs):
            if name and i not in self._taken:
                said.append(f'input {i} ("{name}") is not supported; leave it out')
        for i, name in enumerate(self.outputs[outputs:], outputs):
            if name in self.scope.used:
                said.append(f'output {i} ("{name}") is not supported, and is used; write the model without it')
        return said

    def leave_open(self, first: int = 0) -> None:
        """Let the outputs from `first` on stand for nothing in particular.

        The graph goes nowhere, but the nodes after this one are looked at.
        """
        for name in self.outputs[first:]:
            self.scope.define(name, self.int32(0))

    def int32s(self, values: Sequence[int]) -> TensorHolder:
        """A constant int32 [n]."""
        return self.builder.create_const_int32(list(values), [len(values)])

    def int32(self, value: int) -> TensorHolder:
        """A constant int32 scalar."""
        return self.builder.create_scalar_int32(value)

    def error(self, message: str) -> AtcError:
        """An error about this node."""
        return AtcError("E13014", f"{self.place}: {message}")


def _shown(value: object) -> str:
    """A value for a message, short."""
    text = f'"{value.decode(errors="replace")}"' if isinstance(value, bytes) else str(value)
    return text if len(text) <= 80 else f"{text[:80]}..."
