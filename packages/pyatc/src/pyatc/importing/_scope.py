"""What the names of a source graph stand for while it is imported."""

from __future__ import annotations

from dataclasses import dataclass

import ge.es.all as es
from ge.es import GraphBuilder, TensorHolder
from ge.graph import DataType

from pyatc.importing._refusals import Refusals
from pyatc.importing._weights import Weight


@dataclass(frozen=True)
class ValueType:
    """What the front end knows of a value: its data type, and its dimensions, -1 for open ones; None is not known."""

    data_type: DataType | None
    dims: tuple[int, ...] | None


class Scope:
    """The values that the nodes of one graph can name: its own, and those of the graphs around it.

    A constant becomes a node when it is first used as one, in the graph that uses it; so a branch holds its constants
    itself, where shape inference can read them.

    Attributes:
        builder: Builds the graph.
        refusals: What cannot be imported, in the whole model.
        used: The names that somebody reads; an output that is not among them need not exist.
    """

    def __init__(self, builder: GraphBuilder, outer: Scope | None = None) -> None:
        self.builder = builder
        self.refusals: Refusals = Refusals() if outer is None else outer.refusals
        self.used: set[str] = set()
        self._graph_names: set[str] = {builder.name} if outer is None else outer._graph_names
        self._outer = outer
        self._holders: dict[str, TensorHolder] = {}
        self._weights: dict[str, Weight] = {}
        self._types: dict[str, ValueType] = {}

    def define(self, name: str, holder: TensorHolder) -> None:
        """Let `name` stand for a node's output."""
        self._holders[name] = holder

    def define_constant(self, name: str, value: Weight) -> None:
        """Let `name` stand for a constant."""
        self._weights[name] = value

    def declare(self, name: str, known: ValueType) -> None:
        """Take down what the front end knows of a value."""
        self._types[name] = known

    def constant(self, name: str) -> Weight | None:
        """The constant that `name` stands for here or further out, else None."""
        if name in self._weights:
            return self._weights[name]
        if name in self._holders or self._outer is None:
            return None
        return self._outer.constant(name)

    def holder(self, name: str) -> TensorHolder:
        """The value of `name` as a node's output in this graph.

        Raises:
            KeyError: Nothing has this name; front ends look for that beforehand.
        """
        if name not in self._holders:
            weight = self.constant(name)
            if weight is None:
                raise KeyError(name)
            self._holders[name] = es.Constant(self.builder, value=weight.tensor())
        return self._holders[name]

    def type_of(self, name: str) -> ValueType:
        """What is known of a value."""
        if name in self._types:
            return self._types[name]
        return ValueType(None, None) if self._outer is None else self._outer.type_of(name)

    def graph_name(self, name: str) -> str:
        """A name for a graph in the model that no other has: `name`, or with a number behind it."""
        unique, count = name, 0
        while unique in self._graph_names:
            count += 1
            unique = f"{name}_{count}"
        self._graph_names.add(unique)
        return unique
