"""A difference as text for a terminal: `+` is in the second model only, `-` in the first, `~` in both but not equal."""

from __future__ import annotations

from collections.abc import Iterator

from ge.graph.inspection.diff import Change, Difference, GraphDifference
from ge.graph.inspection.table import one_line


def difference_table(difference: Difference) -> Iterator[str]:
    """Lines that tell the difference; the last one counts, and says so when there is none."""
    yield from (f'- graph "{one_line(name)}"' for name in difference.removed_graphs)
    yield from (f'+ graph "{one_line(name)}"' for name in difference.added_graphs)
    for graph in difference.graphs:
        yield from map(one_line, _graph(graph))
    yield _count(difference)


def _graph(graph: GraphDifference) -> Iterator[str]:
    yield f'graph "{graph.name}"'
    yield from _changes(graph.changes, "  ")
    yield from (f"  - {node.name} ({node.type})" for node in graph.removed)
    yield from (f"  + {node.name} ({node.type})" for node in graph.added)
    for node in graph.changed:
        yield f"  ~ {node.name} ({node.type})"
        yield from _changes(node.changes, "      ")


def _changes(changes: tuple[Change, ...], indent: str) -> Iterator[str]:
    return (f"{indent}{each.what}: {each.before} -> {each.after}" for each in changes)


def _count(difference: Difference) -> str:
    if not difference:
        return "no difference"
    graphs = difference.graphs
    added = sum(len(graph.added) for graph in graphs)
    removed = sum(len(graph.removed) for graph in graphs)
    changed = sum(len(graph.changed) for graph in graphs)
    return f"nodes: {added} added, {removed} removed, {changed} changed"
