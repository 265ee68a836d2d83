"""The step from one node to its importer, and the end of a graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ge.es import TensorHolder
from ge.graph import Graph

from pyatc._errors import AtcError
from pyatc.importing._node import Outputs, UnknownRank
from pyatc.importing._registry import NodeT
from pyatc.importing._scope import Scope


def import_node(node: NodeT, importer: Callable[[NodeT], Outputs]) -> None:
    """Add what computes the node, and let the names of its outputs stand for it.

    What cannot be imported goes to the scope's refusals.
    """
    try:
        outputs = importer(node)
        holders = [outputs] if isinstance(outputs, TensorHolder) else list(outputs)
        reasons = [node.error(reason) for reason in node.unread(len(holders))]
    except AtcError as error:
        holders, reasons = [], [error]
    except (TypeError, ValueError, RuntimeError) as error:
        holders, reasons = [], [node.error(str(error))]
    for reason in reasons:
        # A rank that is not known after another refusal is so, most likely, for want of that node.
        if not (isinstance(reason, UnknownRank) and node.scope.refusals):
            node.scope.refusals.add(reason)
    for name, holder in zip(node.outputs, holders):
        node.scope.define(name, holder)
    if holders and node.name:
        holders[0]._rename_node(node.name)
    if reasons:
        node.leave_open(len(holders))


def finish(scope: Scope, outputs: Sequence[str]) -> Graph:
    """The finished graph, its outputs in order and no node's name twice: source formats do not ask for that."""
    holders = [scope.holder(name) for name in outputs]
    scope.builder._make_names_unique()
    return scope.builder.build_and_reset(holders)
