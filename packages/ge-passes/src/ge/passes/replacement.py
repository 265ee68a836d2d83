"""Replacements: what to put in the place of a match."""

from __future__ import annotations

from ge.graph import Graph

__all__ = ["create_replacement"]


def create_replacement(graph: Graph) -> Graph:
    """The graph itself, checked to be one.

    Raises:
        TypeError: It is none.
    """
    if not isinstance(graph, Graph):
        raise TypeError(f"a replacement must be a ge.graph.Graph, got {type(graph).__name__}")
    return graph
