"""A model as a picture for Graphviz."""

from __future__ import annotations

from collections.abc import Iterator

from ge.graph.inspection.model import CONSTANT_TYPES, GraphInfo, ModelInfo, NodeInfo

_FILLS = {"Data": "#cfe8cf", "Input": "#cfe8cf", "NetOutput": "#f6d5c5", **dict.fromkeys(CONSTANT_TYPES, "#e6e6e6")}
_FILL = "#dbe7f5"


def dot(model: ModelInfo) -> Iterator[str]:
    """Lines of a `digraph`: a cluster for each graph, dashed lines for control edges and from nodes to their bodies."""
    yield "digraph {"
    yield '  graph [fontname="Helvetica", rankdir=TB];'
    yield '  node [fontname="Helvetica", fontsize=10, shape=box, style="rounded,filled", penwidth=0.7];'
    yield '  edge [fontname="Helvetica", fontsize=8, color="#555555"];'
    numbers = {graph.name: number for number, graph in reversed(list(enumerate(model.graphs)))}
    for number, graph in enumerate(model.graphs):
        yield f"  subgraph cluster_{number} {{"
        yield f"    label={_quoted(f'function {graph.name}' if graph.is_function else graph.name)};"
        yield from (f"    {line}" for line in _graph(graph, number))
        yield "  }"
        yield from _body_edges(model, graph, number, numbers)
    yield "}"


def _graph(graph: GraphInfo, number: int) -> Iterator[str]:
    for place, node in enumerate(graph.nodes):
        yield f"n{number}_{place} [label={_quoted(node.type, node.name)}, fillcolor={_quoted(_fill(node))}];"
    for place, node in enumerate(graph.nodes):
        for each in node.inputs:
            if each.source >= 0:
                yield f"n{number}_{each.source} -> n{number}_{place}{_edge_label(graph, each.source, each.port)};"
        for control in node.controls:
            yield f"n{number}_{control} -> n{number}_{place} [style=dashed];"


def _edge_label(graph: GraphInfo, source: int, port: int) -> str:
    outputs = graph.nodes[source].outputs
    told = outputs[port].type if port < len(outputs) else None
    return f" [label={_quoted(str(told))}]" if told else ""


def _body_edges(model: ModelInfo, graph: GraphInfo, number: int, numbers: dict[str, int]) -> Iterator[str]:
    for place, node in enumerate(graph.nodes):
        for slot, name in node.subgraphs:
            body = numbers.get(name)
            if body is not None and model.graphs[body].nodes:
                yield f"  n{number}_{place} -> n{body}_0 [style=dotted, label={_quoted(slot)}];"


def _fill(node: NodeInfo) -> str:
    return _FILLS.get(node.type, _FILL)


def _quoted(*lines: str) -> str:
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") for line in lines)
    return '"' + "\\n".join(escaped) + '"'
