"""Runs graphs as they stand on the CPU engine, which is a package of its own and imported when it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ge.graph import Graph
from ge.graph import _native as _bridge
from ge.passes._single_pass import copy_of

if TYPE_CHECKING:
    from ge.session import GraphModel

__all__ = ["EngineMissingError", "check_engine", "runnable"]

_INPUTS = ("Data", "RefData", "AippData", "AnnData")


class EngineMissingError(ImportError):
    """Numbers are to be compared, but the CPU engine is not installed."""


def check_engine() -> None:
    """Load the engine.

    Raises:
        EngineMissingError: It is not installed.
    """
    try:
        import ge.session  # noqa: F401  # loads it
    except ModuleNotFoundError as error:
        if error.name != "ge.session":
            raise
        raise EngineMissingError(
            "comparing numbers needs the CPU engine: install the distribution ge-session"
        ) from None


def runnable(graph: Graph) -> GraphModel:
    """The graph, ready to run without any pass; it is copied.

    Raises:
        EngineMissingError: The engine is not installed.
        GeError: The engine cannot run the graph.
        ValueError, RuntimeError: The graph cannot be inferred.
    """
    check_engine()
    from ge.session import GraphModel

    copy = copy_of(graph)
    _bridge.infer_shape(copy._graph, _input_shapes(copy))
    return GraphModel(copy, {"ge.oo.level": "O1"})


def _input_shapes(graph: Graph) -> list[list[int]]:
    shapes = {}
    for node in graph.get_direct_nodes():
        if node.type in _INPUTS and node.has_attr("index"):
            shapes[node.get_attr("index")] = node._handle.output_desc(0).shape
    return [shapes[index] for index in sorted(shapes)]
