"""Tensors inside of a graph, made its outputs so that they can be looked at."""

from __future__ import annotations

from collections.abc import Sequence

from ge.graph import Graph
from ge.graph._native import node_object
from ge.passes._single_pass import copy_of

__all__ = ["TensorName", "TensorPair", "giving", "has_tensor"]

TensorName = tuple[str, int]  # node and output
TensorPair = tuple[TensorName, TensorName]  # before a pass, and what stands for it after


def has_tensor(graph: Graph, tensor: TensorName) -> bool:
    """Whether a node on the first level of the graph gives it."""
    name, output = tensor
    node = graph._graph.find_node(name)
    return node is not None and output < node_object(node).get_outputs_size()


def giving(graph: Graph, tensors: Sequence[TensorName]) -> Graph:
    """A copy of the graph whose outputs are these tensors only."""
    copy = copy_of(graph)
    for node in copy.get_direct_nodes():
        if node.type == "NetOutput":
            copy.remove_node(node)
    found = [(copy._graph.find_node(name), output) for name, output in tensors]
    copy._graph.set_outputs([(node, output) for node, output in found if node is not None])
    return copy
