"""A model as dicts, lists, texts and numbers: what `--json` prints and what pages hold."""

from __future__ import annotations

from typing import Union

from ge.graph.inspection.collection import uncollected
from ge.graph.inspection.diff import Change, Difference
from ge.graph.inspection.model import AttrInfo, GraphInfo, InputInfo, ModelInfo, NodeInfo

Plain = Union[None, bool, int, float, str, list["Plain"], dict[str, "Plain"]]


@uncollected()
def plain_model(model: ModelInfo) -> dict[str, Plain]:
    """The model; nodes name each other by their place in `nodes`, types are texts like `float[2, 3]`."""
    return {
        "path": model.path,
        "kind": model.kind,
        "properties": dict(model.properties),
        "node_count": model.node_count,
        "parameters": model.parameters,
        "parameter_bytes": model.parameter_bytes,
        "graphs": [_graph(graph) for graph in model.graphs],
    }


def plain_difference(difference: Difference) -> dict[str, Plain]:
    """The difference; nodes that only one of the two has are told as in a model, without what they are joined to."""
    return {
        "equal": not difference,
        "added_graphs": list(difference.added_graphs),
        "removed_graphs": list(difference.removed_graphs),
        "graphs": [
            {
                "name": graph.name,
                "changes": _changes(graph.changes),
                "added": [{"name": node.name, "type": node.type} for node in graph.added],
                "removed": [{"name": node.name, "type": node.type} for node in graph.removed],
                "changed": [
                    {"name": node.name, "type": node.type, "changes": _changes(node.changes)} for node in graph.changed
                ],
            }
            for graph in difference.graphs
        ],
    }


def _changes(changes: tuple[Change, ...]) -> list[Plain]:
    return [{"what": each.what, "before": each.before, "after": each.after} for each in changes]


def _graph(graph: GraphInfo) -> dict[str, Plain]:
    return {
        "name": graph.name,
        "attributes": _attributes(graph.attributes),
        "type_counts": dict(graph.type_counts()),
        "nodes": [_node(node) for node in graph.nodes],
        "results": [_input(each) for each in graph.results],
        "is_function": graph.is_function,
    }


def _input(each: InputInfo) -> dict[str, Plain]:
    return {"name": each.name, "source": each.source, "port": each.port, "type": _text(each.type)}


def _node(node: NodeInfo) -> dict[str, Plain]:
    return {
        "name": node.name,
        "type": node.type,
        "inputs": [_input(each) for each in node.inputs],
        "controls": list(node.controls),
        "outputs": [{"name": each.name, "type": _text(each.type)} for each in node.outputs],
        "attributes": _attributes(node.attributes),
        "subgraphs": [{"slot": slot, "graph": name} for slot, name in node.subgraphs],
        "parameters": node.parameters,
        "parameter_bytes": node.parameter_bytes,
    }


def _attributes(attributes: dict[str, AttrInfo]) -> dict[str, Plain]:
    return {name: {"kind": value.kind, "value": value.text} for name, value in attributes.items()}


def _text(value: object) -> str | None:
    return None if value is None else str(value)
