"""Tools over whole graphs."""

from __future__ import annotations

from ge.graph import Graph, Node, _native
from ge.graph._messages import failed, wrong_type

__all__ = ["GeUtils"]


class GeUtils:
    """Tools over whole graphs; nothing to make an object of."""

    @staticmethod
    def infer_shape(graph: Graph, input_shapes: list[list[int]]) -> None:
        """Infers the shapes of all nodes from those of the graph's inputs, in place.

        Args:
            graph: Its descriptors are changed; nothing is folded or removed.
            input_shapes: For each input that carries an index, in the order of the indexes; -1 for a dimension and -2
                for a number of dimensions that is not known.

        Raises:
            RuntimeError: There are more or fewer inputs than shapes, or a node's inputs do not fit it.
        """
        _check_shapes(input_shapes)
        try:
            _native.infer_shape(graph._graph, input_shapes)
        except (RuntimeError, ValueError) as error:
            raise failed("infer shape", error) from None

    @staticmethod
    def check_node_support_on_aicore(node: Node) -> tuple[bool, str]:
        """Whether the engine that is loaded can run the node, and why not.

        Raises:
            RuntimeError: No engine is loaded; importing `ge.session` loads the CPU engine.
        """
        try:
            return _native.check_support(node._handle)
        except RuntimeError as error:
            raise failed("check node support on AICore", error) from None


def _check_shapes(shapes: object) -> None:
    if not isinstance(shapes, list) or not all(isinstance(shape, list) for shape in shapes):
        raise wrong_type("input_shapes", "a list of shape lists")
    if not all(isinstance(dim, int) for shape in shapes for dim in shape):
        raise wrong_type("each shape dim", "an integer")
