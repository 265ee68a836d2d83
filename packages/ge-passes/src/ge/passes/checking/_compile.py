"""Compiles a graph with some passes switched off."""

from __future__ import annotations

from collections.abc import Iterable

from ge.graph import Graph

__all__ = ["compiled"]


def compiled(graph: Graph, off: Iterable[str] = (), input_shape: str = "") -> Graph:
    """The graph after compilation; it is changed in place. Building is initialised (`passes_of`).

    Args:
        off: Names of passes, built-in ones too, that are not run.
        input_shape: Sizes of open dimensions.

    Raises:
        GeError: It cannot be compiled.
    """
    from ge.offline_compile import build_model

    options = {"ge.optimizationSwitch": ";".join(f"{name}:off" for name in off), "ge.exportCompileStat": "0"}
    if input_shape:
        options["input_shape"] = input_shape
    build_model(graph, options)
    return graph
