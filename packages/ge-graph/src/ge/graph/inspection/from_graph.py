"""Describes a `ge.graph.Graph`."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ge.graph import Graph, _native
from ge.graph.inspection.collection import uncollected
from ge.graph.inspection.model import AttrInfo, GraphInfo, InputInfo, ModelInfo, NodeInfo, OutputInfo, TensorType


def describe(graph: Graph) -> ModelInfo:
    """The graph and its subgraphs as they are now; later changes do not show."""
    return model_of([graph._graph], "graph")


@uncollected()
def model_of(roots: list[_native.Graph], kind: str, path: str = "") -> ModelInfo:
    """The model of these root graphs, each with its subgraphs."""
    bodies = [body for root in roots for body in root.subgraphs()]
    graphs = tuple(_graph(graph) for graph in [*roots, *bodies])
    return ModelInfo(kind, graphs, path, roots=len(roots))


def _graph(graph: _native.Graph) -> GraphInfo:
    nodes = zip(_native.describe_nodes(graph), graph.nodes())
    return GraphInfo(
        graph.name,
        tuple(_node(described, node._handle) for described, node in nodes),
        _attributes(_native.describe_attrs(graph)),
        graph,
    )


def _node(described: _native.DescribedNode, handle: _native.Node) -> NodeInfo:
    name, op_type, inputs, controls, outputs, attributes, subgraphs = described
    return NodeInfo(
        name,
        sys.intern(op_type),
        tuple(InputInfo(port_name, source, port, _type(desc)) for port_name, source, port, desc in inputs),
        tuple(controls),
        tuple(OutputInfo(port_name, _type(desc)) for port_name, desc in outputs),
        _attributes(attributes),
        tuple(subgraphs),
        handle,
    )


def _type(described: _native.DescribedDesc | None) -> TensorType | None:
    return None if described is None else TensorType(*described)


def _attributes(described: Iterable[tuple[str, str, str, int]]) -> dict[str, AttrInfo]:
    return {name: AttrInfo(kind, text, size_bytes) for name, kind, text, size_bytes in described}
