"""What the names of an ONNX graph stand for while it is imported."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Union

import ge.es.all as es
import numpy as np
import onnx
from ge.es import GraphBuilder, TensorHolder
from numpy.typing import NDArray
from onnx import AttributeProto, TensorProto

from pyatc.onnx._tensors import to_array, to_tensor

Constant = Union[TensorProto, "NDArray[np.generic]"]


class Scope:
    """The values that the nodes of one graph can name: its own, and those of the graphs around it.

    A constant becomes a node when it is first used as one, in the graph that uses it; so a branch holds its constants
    itself, where shape inference can read them.
    """

    def __init__(self, builder: GraphBuilder, outer: Scope | None = None) -> None:
        self.builder = builder
        self._outer = outer
        self._holders: dict[str, TensorHolder] = {}
        self._constants: dict[str, Constant] = {}
        self._types: dict[str, onnx.TypeProto] = {}

    def define(self, name: str, holder: TensorHolder) -> None:
        """Let `name` stand for a node's output."""
        self._holders[name] = holder

    def define_constant(self, name: str, value: Constant) -> None:
        """Let `name` stand for a constant."""
        self._constants[name] = value

    def declare(self, values: Iterable[onnx.ValueInfoProto]) -> None:
        """Take down what ONNX's own inference knows of these values."""
        self._types.update((value.name, value.type) for value in values)

    def constant(self, name: str) -> Constant | None:
        """The constant that `name` stands for here or further out, else None."""
        if name in self._constants:
            return self._constants[name]
        if name in self._holders or self._outer is None:
            return None
        return self._outer.constant(name)

    def array(self, name: str) -> NDArray[np.generic] | None:
        """The constant's elements, else None."""
        constant = self.constant(name)
        return to_array(constant) if isinstance(constant, TensorProto) else constant

    def holder(self, name: str) -> TensorHolder:
        """The value of `name` as a node's output in this graph.

        Raises:
            KeyError: Nothing has this name; ONNX's checker excludes that.
        """
        if name not in self._holders:
            constant = self.constant(name)
            if constant is None:
                raise KeyError(name)
            self._holders[name] = es.Constant(self.builder, value=to_tensor(constant))
        return self._holders[name]

    def type_of(self, name: str) -> onnx.TypeProto | None:
        """What ONNX's own inference knows of the value, else None."""
        if name in self._types or self._outer is None:
            return self._types.get(name)
        return self._outer.type_of(name)


def subgraphs(node: onnx.NodeProto) -> list[onnx.GraphProto]:
    """The graphs in a node's attributes."""
    return [attribute.g for attribute in node.attribute if attribute.type == AttributeProto.GRAPH]


def outer_names(graph: onnx.GraphProto) -> list[str]:
    """The names that a graph takes from around it, in the order it first uses them."""
    own = {value.name for value in graph.input} | {tensor.name for tensor in graph.initializer}
    outer: dict[str, None] = {}
    for node in graph.node:
        used = [*node.input, *(name for inner in subgraphs(node) for name in outer_names(inner))]
        outer.update(dict.fromkeys(name for name in used if name and name not in own))
        own.update(node.output)
    outer.update(dict.fromkeys(value.name for value in graph.output if value.name not in own))
    return list(outer)
