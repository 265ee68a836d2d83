"""What two models differ in."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Union

from ge.graph import _native
from ge.graph.inspection.model import AttrInfo, GraphInfo, ModelInfo, NodeInfo
from ge.graph.inspection.table import result_text, source_text

_ABSENT = "(none)"
_RESULTS = "NetOutput"  # one a graph: matched by its type, whatever it is called
_SHOWN_WHOLE = frozenset({"string", "float", "bool", "int", "data_type"})
# What files write about ports beside the ports themselves.
_BOOKKEEPING = re.compile(r"__dynamic_(?:input|output)_.*_cnt")
_NodeKey = tuple[str, int]
_Handle = Union[_native.Node, _native.Graph]

# Forms that tell a part only. Two files of the same form are compared in all that they tell.
_WITHOUT_ATTRIBUTES = frozenset({"ONNX-flavoured dump", "readable dump"})
_WITHOUT_WEIGHTS = frozenset({"text dump"})
_WITHOUT_CONTROLS = frozenset({"readable dump"})


@dataclass(frozen=True)
class Change:
    """Something of a node or graph that both have, but not the same."""

    what: str  # `type`, `input x`, `output y`, `attribute axis`, ...
    before: str
    after: str


@dataclass(frozen=True)
class NodeChange:
    """A node that both have, and its changes."""

    name: str
    type: str  # in the second model
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class GraphDifference:
    """What two graphs of the same name, or the two roots, differ in."""

    name: str
    added: tuple[NodeInfo, ...] = ()
    removed: tuple[NodeInfo, ...] = ()
    changed: tuple[NodeChange, ...] = ()
    changes: tuple[Change, ...] = ()  # of the graph itself

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.changes)


@dataclass(frozen=True)
class Difference:
    """What the second of two models has more, less and otherwise. Falsy when they are equal."""

    graphs: tuple[GraphDifference, ...] = ()  # those with a difference
    added_graphs: tuple[str, ...] = ()
    removed_graphs: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.graphs or self.added_graphs or self.removed_graphs)


def compare(before: ModelInfo, after: ModelInfo) -> Difference:
    """Compares nodes of the same name: type, inputs, attributes to the bit, data types and shapes, subgraphs.

    Roots are compared whatever their names are; the order of nodes does not count. Where the models come from files of
    different forms, only what both forms tell is compared.
    """
    comparison = _Comparison.of(before, after)
    roots = list(zip(before.graphs[: before.roots], after.graphs[: after.roots]))
    old = {graph.name: graph for graph in before.graphs[len(roots) :]}
    new = {graph.name: graph for graph in after.graphs[len(roots) :]}
    pairs = [*roots, *((graph, new[name]) for name, graph in old.items() if name in new)]
    compared = (comparison.graphs(left, right) for left, right in pairs)
    return Difference(
        tuple(difference for difference in compared if difference),
        tuple(name for name in new if name not in old),
        tuple(name for name in old if name not in new),
    )


@dataclass(frozen=True)
class _Comparison:
    attributes: bool
    weights: bool
    controls: bool
    same_form: bool

    @classmethod
    def of(cls, before: ModelInfo, after: ModelInfo) -> _Comparison:
        kinds = {before.kind, after.kind}
        same_form = len(kinds) == 1
        left_out = (_WITHOUT_ATTRIBUTES, _WITHOUT_WEIGHTS, _WITHOUT_CONTROLS)
        attributes, weights, controls = (same_form or not kinds & without for without in left_out)
        return cls(attributes, weights, controls, same_form)

    def graphs(self, before: GraphInfo, after: GraphInfo) -> GraphDifference:
        old, new = _by_key(before), _by_key(after)
        changed = []
        for key, node in old.items():
            if key in new:
                changes = tuple(self._node(before, node, after, new[key]))
                if changes:
                    changed.append(NodeChange(node.name, new[key].type, changes))
        return GraphDifference(
            after.name,
            tuple(node for key, node in new.items() if key not in old),
            tuple(node for key, node in old.items() if key not in new),
            tuple(changed),
            tuple(self._graph(before, after)),
        )

    def _graph(self, before: GraphInfo, after: GraphInfo) -> Iterator[Change]:
        yield from _changed("name", before.name, after.name)
        if self.same_form:
            yield from _changed("outputs", _results(before), _results(after))
        if self.attributes and self.same_form:
            yield from _attribute_changes(before, after)

    def _node(self, old_graph: GraphInfo, old: NodeInfo, new_graph: GraphInfo, new: NodeInfo) -> Iterator[Change]:
        yield from _changed("type", old.type, new.type)
        if self.same_form:
            yield from _changed("name", old.name, new.name)
            yield from _port_changes("input", _inputs(old_graph, old), _inputs(new_graph, new))
        else:
            yield from _changed("inputs", _sources(old_graph, old), _sources(new_graph, new))
        if self.controls:
            yield from _changed("control inputs", _controls(old_graph, old), _controls(new_graph, new))
        yield from _port_changes("output", self._outputs(old, new), self._outputs(new, old))
        if self.attributes:
            yield from _changed("subgraphs", _bodies(old), _bodies(new))
            yield from (change for change in _attribute_changes(old, new) if self._counts(old, change))

    def _outputs(self, node: NodeInfo, other: NodeInfo) -> dict[str, str]:
        """Types by number; between forms, only of outputs whose type both tell."""
        both = zip(node.outputs, other.outputs)
        told = [mine.type is not None and theirs.type is not None for mine, theirs in both]
        return {
            str(port): str(output.type or "?")
            for port, output in enumerate(node.outputs)
            if self.same_form or (port < len(told) and told[port])
        }

    def _counts(self, node: NodeInfo, change: Change) -> bool:
        return self.weights or change.what != "attribute value" or node.type not in {"Const", "Constant"}


def _by_key(graph: GraphInfo) -> dict[_NodeKey, NodeInfo]:
    """By name, and number among those of one name."""
    nodes: dict[_NodeKey, NodeInfo] = {}
    uses: dict[str, int] = defaultdict(int)
    for node in graph.nodes:
        name = "" if node.type == _RESULTS else node.name
        nodes[name, uses[name]] = node
        uses[name] += 1
    return nodes


def _changed(what: str, before: str, after: str) -> Iterator[Change]:
    if before != after:
        yield Change(what, before, after)


def _port_changes(side: str, before: dict[str, str], after: dict[str, str]) -> Iterator[Change]:
    for name in {**before, **after}:
        yield from _changed(f"{side} {name}", before.get(name, _ABSENT), after.get(name, _ABSENT))


def _inputs(graph: GraphInfo, node: NodeInfo) -> dict[str, str]:
    texts = {}
    for place, each in enumerate(node.inputs):
        told = f" ({each.type})" if each.type else ""
        texts[each.name or str(place)] = source_text(graph, each) + told
    return texts


def _sources(graph: GraphInfo, node: NodeInfo) -> str:
    return ", ".join(source_text(graph, each) for each in node.inputs if each.source >= 0)


def _results(graph: GraphInfo) -> str:
    return ", ".join(result_text(graph, each) for each in graph.results) or _ABSENT


def _controls(graph: GraphInfo, node: NodeInfo) -> str:
    return ", ".join(sorted(graph.nodes[place].name for place in node.controls)) or _ABSENT


def _bodies(node: NodeInfo) -> str:
    return ", ".join(f"{slot}={name}" for slot, name in node.subgraphs) or _ABSENT


def _attribute_changes(old: NodeInfo | GraphInfo, new: NodeInfo | GraphInfo) -> Iterator[Change]:
    for name in sorted({**old.attributes, **new.attributes}):
        if _BOOKKEEPING.fullmatch(name):
            continue
        before, after = old.attributes.get(name), new.attributes.get(name)
        if before != after:
            yield Change(f"attribute {name}", _shown(before), _shown(after))
        elif before and not _same_value(name, before, old.handle, new.handle):
            yield Change(f"attribute {name}", before.text, f"{before.text} (other values that are not shown)")


def _shown(attribute: AttrInfo | None) -> str:
    return _ABSENT if attribute is None else attribute.text


def _same_value(name: str, shown: AttrInfo, old: _Handle | None, new: _Handle | None) -> bool:
    """Whether what is shown alike is alike to the bit."""
    if shown.kind in _SHOWN_WHOLE or old is None or new is None:
        return True
    return _native.same_attr(old, new, name)
