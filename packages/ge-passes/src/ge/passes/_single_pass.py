"""One pass over one graph, run by the compiler's own code; `ge.passes.testing` and `explain` are made of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Union

from ge.error import raise_ge_error
from ge.graph import Graph
from ge.passes import _bridge, _native, registry
from ge.passes.base import DecomposePass, FusionBasePass, PassStage, PatternFusionPass
from ge.passes.registry import PassDescriptor

# A class, an instance, a registered pass, or the name of one, of a built-in pass too.
PassLike = Union[str, "type[FusionBasePass]", FusionBasePass, PassDescriptor]


@dataclass(frozen=True)
class NamedPass:
    """A pass that can be run: what it is called, and what the native side makes it of.

    Attributes:
        name: Its registered name, or the name of its class.
        stage: Its registered stage; None when it is not registered.
        kind: One of the `PASS_KIND_` values; "" for a pass that is not written in Python.
        made_of: The class or the instance; None for a pass that is not written in Python.
    """

    name: str
    stage: PassStage | None
    kind: str
    made_of: FusionBasePass | type[FusionBasePass] | None
    op_types: tuple[str, ...] = ()


def find_pass(given: PassLike) -> NamedPass:
    """What is meant.

    Raises:
        TypeError: It is no pass.
    """
    if isinstance(given, PassDescriptor):
        return NamedPass(given.pass_name, given.stage, given.kind, given.cls, tuple(given.op_types))
    if isinstance(given, str):
        found = [descriptor for descriptor in registry.get_registered_passes() if descriptor.pass_name == given]
        return find_pass(found[0]) if found else NamedPass(given, None, "", None)
    cls = given if isinstance(given, type) else type(given)
    if not issubclass(cls, FusionBasePass):
        raise TypeError(f"a pass must be a name or a FusionBasePass, its class or its instance, got {cls.__name__}")
    descriptor = vars(cls).get("__ge_pass_descriptor__")
    if descriptor is not None:
        return NamedPass(descriptor.pass_name, descriptor.stage, descriptor.kind, given, tuple(descriptor.op_types))
    return NamedPass(cls.__name__, None, _kind_of(cls), given, tuple(getattr(cls, "op_types", None) or ()))


def _kind_of(cls: type[FusionBasePass]) -> str:
    if issubclass(cls, PatternFusionPass):
        return registry.PASS_KIND_PATTERN_FUSION
    return registry.PASS_KIND_DECOMPOSE if issubclass(cls, DecomposePass) else registry.PASS_KIND_FUSION_BASE


def copy_of(graph: Graph) -> Graph:
    """A graph of its own that equals this one, subgraphs included; constants share their elements."""
    return Graph._create_from(_native.clone_graph(graph))


def count_nodes(graph: Graph) -> int:
    """Number of nodes, those of subgraphs included."""
    return graph._graph.node_count + sum(subgraph.node_count for subgraph in graph._graph.subgraphs())


def stage_of(named: NamedPass, stage: PassStage | None) -> PassStage:
    """The stage to run at: the one asked for, else the pass's own; shapes are known where nobody says."""
    return stage or named.stage or PassStage.AFTER_INFER_SHAPE


@contextmanager
def _source(named: NamedPass) -> Iterator[tuple[str, str, list[str]] | None]:
    if named.made_of is None:
        yield None
        return
    instance = named.made_of() if isinstance(named.made_of, type) else named.made_of
    with _bridge.lend(instance) as key:
        yield key, named.kind, list(named.op_types)


def run_in_place(
    named: NamedPass, graph: Graph, *, stage: PassStage, options: Mapping[str, str], explain: bool = False
) -> dict[str, Any]:  # as the native function gives it
    """Run a pass over a graph, which it changes, as the compiler does at a stage.

    Raises:
        GeError: The pass failed, or the graph cannot be inferred.
    """
    infer = stage is not PassStage.BEFORE_INFER_SHAPE
    with _source(named) as source:
        try:
            return _native.run_pass(graph, named.name, source, dict(options), infer, explain)
        except (RuntimeError, ValueError):
            raise_ge_error("RunPass", pass_name=named.name)
