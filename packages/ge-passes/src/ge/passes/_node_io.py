"""One output of a node."""

from __future__ import annotations

from dataclasses import dataclass

from ge.graph import Node


@dataclass(frozen=True)
class NodeIo:
    """One output of a node.

    Attributes:
        node: The node.
        index: Number of its output.
    """

    node: Node
    index: int = 0
