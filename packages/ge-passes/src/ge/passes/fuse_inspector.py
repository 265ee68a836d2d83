"""Whether nodes may be fused, and telling the compiler of a fusion that was done by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ge.graph import Node
from ge.passes import _native
from ge.passes._native import report_fuse

__all__ = ["FuseCheckResult", "can_fuse", "report_fuse"]


@dataclass(frozen=True)
class FuseCheckResult:
    """Attributes:
    ok: Whether the nodes may be fused.
    reason: Why not; empty when they may.
    """

    ok: bool
    reason: str = ""


def can_fuse(nodes: Iterable[Node]) -> FuseCheckResult:
    """Whether one node may stand in the place of these, as streams, cores and the order of the graph go.

    Args:
        nodes: Direct nodes of one graph, which is not changed.

    Raises:
        TypeError: `nodes` holds anything but nodes.
        RuntimeError: A node is gone.
    """
    ok, reason = _native.can_fuse(nodes)
    return FuseCheckResult(ok, reason)
