"""`add_nodes`: operator functions on the tensors of a graph that is there already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Union

from ge.es.graph_builder import GraphBuilder
from ge.es.tensor_holder import TensorHolder
from ge.graph import Graph, Node
from ge.graph._native import node_object

__all__ = ["add_nodes"]

Source = Union[Node, "tuple[Node, int]"]


def add_nodes(
    graph: Graph, compute: Callable[..., TensorHolder | Sequence[TensorHolder]], *sources: Source
) -> list[tuple[Node, int]]:
    """Add nodes to a graph by hand, behind tensors that it has.

    The new nodes read the tensors, and nobody reads theirs yet: `graph.add_data_edge` lets others do so. Shapes and
    types of the new nodes are unknown until the graph is inferred again, as the compiler does behind its passes.

    Args:
        graph: Changed: the new nodes are added.
        compute: Computes tensors from tensors: any function of `ge.es`, or one that calls several.
        *sources: The tensors that `compute` gets, each as a node and the number of its output; a node alone stands for
            its first output.

    Returns:
        The tensors that `compute` gave, each as a node of the graph and the number of its output.

    Raises:
        TypeError: `compute` gave anything but tensors, or a source is no node.
        RuntimeError: A source is no output of a node of this graph.

    Example:
        [(relu, output)] = add_nodes(graph, es.Relu, add)
        [(scaled, output)] = add_nodes(graph, lambda x: es.Mul(x, 2.0), (split, 1))
    """
    if not isinstance(graph, Graph):
        raise TypeError(f"graph must be a ge.graph.Graph, got {type(graph).__name__}")
    ends = [_end_of(source) for source in sources]
    builder = GraphBuilder(f"{graph.name}_addition")
    inputs = [_input(builder, index, node, output) for index, (node, output) in enumerate(ends)]
    made = compute(*inputs)
    tensors = [made] if isinstance(made, TensorHolder) else list(made)
    if not tensors or not all(isinstance(tensor, TensorHolder) for tensor in tensors):
        raise TypeError(f"compute must give a tensor or several, got {made!r}")
    addition = builder.build_and_reset(tensors)
    added = graph._graph.graft(addition._graph, [(node._handle, output) for node, output in ends])
    return [(node_object(node), output) for node, output in added]


def _end_of(source: Source) -> tuple[Node, int]:
    node, output = source if isinstance(source, tuple) else (source, 0)
    if not isinstance(node, Node) or not isinstance(output, int):
        raise TypeError(f"a source must be a Node, or a Node and the number of its output, got {source!r}")
    return node, output


def _input(builder: GraphBuilder, index: int, node: Node, output: int) -> TensorHolder:
    """What stands for the tensor while the new nodes are made."""
    desc = node.get_output_desc(output)
    return builder.create_input(index, data_type=desc.data_type, format=desc.format, shape=list(desc.shape))
