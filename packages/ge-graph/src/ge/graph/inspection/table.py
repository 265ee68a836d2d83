"""A model as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ge.graph.inspection.model import GraphInfo, InputInfo, ModelInfo, NodeInfo

_UNITS = ("B", "KiB", "MiB", "GiB", "TiB")
_MOST_OF_A_PROPERTY = 200
_WIDEST = 72  # of a column; longer texts push the rest of their line


def table(model: ModelInfo, *, nodes: bool = True, attributes: bool = False) -> Iterator[str]:
    """Lines that tell what the model holds.

    Args:
        model: What is shown.
        nodes: Whether each node gets a line.
        attributes: Whether the attributes of nodes and graphs get one, too.
    """
    yield from _head(model)
    for place, graph in enumerate(model.graphs):
        yield ""
        yield from _summary(graph, "graph" if place < model.roots else graph.role)
        if attributes:
            yield from _attribute_lines(graph, "  ")
        if nodes and graph.nodes:
            yield ""
            yield from _node_lines(graph, attributes)


def size_text(size_bytes: int) -> str:
    """`1.5 MiB`."""
    size, unit = float(size_bytes), 0
    while size >= 1024 and unit + 1 < len(_UNITS):
        size, unit = size / 1024, unit + 1
    return f"{size_bytes} B" if unit == 0 else f"{size:.1f} {_UNITS[unit]}"


def one_line(text: str, most: int | None = None) -> str:
    """The text with escapes for what would break a line or steer a terminal, cut after `most` characters."""
    if not text.isprintable():
        text = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
    return text if most is None or len(text) <= most else f"{text[:most]}..."


def source_text(graph: GraphInfo, source: InputInfo) -> str:
    """`node` or, for any output but the first, `node:1`."""
    if source.source < 0:
        return "-"
    name = graph.nodes[source.source].name
    return name if source.port == 0 else f"{name}:{source.port}"


def result_text(graph: GraphInfo, result: InputInfo) -> str:
    """What a graph gives: `node`, `node:1`, with the name that it has outside when that is another one."""
    source = source_text(graph, result)
    return source if source == result.name else f"{result.name} = {source}"


def _head(model: ModelInfo) -> Iterator[str]:
    rows = [("file", model.path)] if model.path else []
    rows.append(("kind", model.kind))
    rows.extend(model.properties.items())
    rows.append(("graphs", str(len(model.graphs))))
    rows.append(("nodes", f"{model.node_count:,}"))
    rows.append(("parameters", f"{model.parameters:,} ({size_text(model.parameter_bytes)})"))
    told = [(one_line(name), one_line(text, _MOST_OF_A_PROPERTY)) for name, text in rows]
    width = max(len(name) for name, _ in told)
    yield from (f"{name:<{width}}  {text}" for name, text in told)


def _summary(graph: GraphInfo, what: str) -> Iterator[str]:
    yield f'{what} "{one_line(graph.name)}": {_counted(len(graph.nodes), "node")}'
    yield "  " + ", ".join(f"{count} {one_line(op_type)}" for op_type, count in graph.type_counts())
    if graph.results:
        yield "  gives " + ", ".join(one_line(result_text(graph, each)) for each in graph.results)


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def _node_lines(graph: GraphInfo, attributes: bool) -> Iterator[str]:
    rows = [("#", "name", "type", "inputs", "outputs")]
    rows += [_row(graph, place, node) for place, node in enumerate(graph.nodes)]
    widths = [min(max(map(len, column)), _WIDEST) for column in zip(*rows)]
    yield _aligned(rows[0], widths)
    yield _aligned(["-" * width for width in widths], widths)
    for row, node in zip(rows[1:], graph.nodes):
        yield _aligned(row, widths)
        if attributes:
            yield from _attribute_lines(node, "      ")


def _attribute_lines(holder: GraphInfo | NodeInfo, indent: str) -> Iterator[str]:
    return (f"{indent}{one_line(key)} = {one_line(value.text)}" for key, value in holder.attributes.items())


def _row(graph: GraphInfo, place: int, node: NodeInfo) -> tuple[str, str, str, str, str]:
    inputs = [source_text(graph, each) for each in node.inputs]
    inputs += [f"^{graph.nodes[control].name}" for control in node.controls]
    outputs = [str(each.type) if each.type else "?" for each in node.outputs]
    outputs += [one_line(f"{slot}={body}") for slot, body in node.subgraphs]
    return str(place), one_line(node.name), one_line(node.type), one_line(", ".join(inputs)), ", ".join(outputs)


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  " + "  ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths)).rstrip()
