"""`run_pass`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from ge.graph import Graph
from ge.passes._single_pass import PassLike, copy_of, count_nodes, find_pass, run_in_place, stage_of
from ge.passes.base import PassStage
from ge.passes.testing._tensors import TensorPair

__all__ = ["Match", "PassReport", "Skip", "SkipReason", "run_pass"]


class SkipReason(str, Enum):
    """Why a match was not replaced."""

    REFUSED = "refused"  # meet_requirements said no
    HOOK_FAILED = "hook_failed"  # meet_requirements raised
    CYCLE = "cycle"  # one node in its place would wait for itself


@dataclass(frozen=True)
class Match:
    """A place that was replaced.

    Attributes:
        graph: Name of the graph that it was in.
        pattern: Name of the pattern; "" for a pass without patterns.
        node: The node that gave the pattern's first output.
        nodes: All that matched, constants included, in topological order.
        tensors: Of each tensor that was replaced node and output, and node and output of what stood for it then; none
            in a graph without a NetOutput that are only its results.
    """

    graph: str
    pattern: str
    node: str
    nodes: tuple[str, ...]
    tensors: tuple[TensorPair, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True)
class Skip:
    """A place that looks like the pattern but was left as it is.

    Attributes:
        match: The place.
        reason: Why.
        text: What the hook raised, with its traceback; "" when it raised nothing.
    """

    match: Match
    reason: SkipReason
    text: str = ""


@dataclass(frozen=True)
class PassReport:
    """What a pass did to a graph.

    Attributes:
        name: The pass.
        stage: The stage at which it ran.
        changed: Whether it says that it changed the graph; a `FusionBasePass` does so unless it
            returns `NOT_CHANGED`.
        matches: The places that it replaced. Of a `FusionBasePass` those of `SubgraphRewriter.replace` and
            `report_fuse`: other edits tell nobody.
        skips: The matches that it did not replace.
        errors: Why patterns were left out: those that cannot be made, with the traceback, or cannot be matched.
        time_s: Seconds that the pass took, without copying and inferring the graph.
        nodes_before: Number of nodes before, those of subgraphs included.
        nodes_after: Number of nodes after.
    """

    name: str
    stage: PassStage
    changed: bool
    matches: tuple[Match, ...]
    skips: tuple[Skip, ...]
    errors: tuple[str, ...]
    time_s: float
    nodes_before: int
    nodes_after: int

    @property
    def failures(self) -> tuple[str, ...]:
        """What failed without failing the compilation: patterns that were left out, hooks that raised."""
        hooks = (skip.text for skip in self.skips if skip.reason is SkipReason.HOOK_FAILED)
        return (*self.errors, *hooks)


def run_pass(
    pass_or_name: PassLike,
    graph: Graph,
    *,
    stage: PassStage | None = None,
    options: Mapping[str, str] | None = None,
    in_place: bool = False,
) -> tuple[Graph, PassReport]:
    """Run one pass on a graph and its subgraphs, by the code that the compiler runs it with.

    Args:
        pass_or_name: A class, an instance, or the name of a registered or built-in pass. It need not be registered.
        graph: Not changed, unless `in_place`.
        stage: The state of the graph that the pass sees: at `BEFORE_INFER_SHAPE` the graph as it is; at later stages
            shapes are inferred before and, when something has changed, after. No other pass runs. By default the
            pass's own stage, or `AFTER_INFER_SHAPE` when it has none.
        options: What `PassContext.get_option_value` gives.
        in_place: Change `graph` itself and return it.

    Returns:
        The graph after the pass, and what the pass did.

    Raises:
        TypeError: `pass_or_name` is no pass, or the graph no graph.
        GeError: The pass fails (E13028); the text has the traceback of a hook that raised. Or there is no pass of this
            name (E10001), or the graph cannot be inferred.
    """
    if not isinstance(graph, Graph):
        raise TypeError(f"graph must be a ge.graph.Graph, got {type(graph).__name__}")
    named = find_pass(pass_or_name)
    at = stage_of(named, stage)
    target = graph if in_place else copy_of(graph)
    before = count_nodes(target)
    ran = run_in_place(named, target, stage=at, options=options or {})
    return target, report_of(named.name, at, ran, before, count_nodes(target))


def report_of(
    name: str,
    stage: PassStage,
    ran: dict[str, Any],  # as the native function gives it
    nodes_before: int,
    nodes_after: int,
) -> PassReport:
    """The report of a pass that ran."""
    places = ran["places"]
    matches = tuple(_match(place) for place in places if place["fate"] == "replaced")
    return PassReport(
        name=name,
        stage=stage,
        changed=ran["changed"],
        matches=matches,
        skips=tuple(_skip(place) for place in places if place["fate"] != "replaced"),
        errors=tuple(ran["errors"]),
        time_s=ran["seconds"],
        nodes_before=nodes_before,
        nodes_after=nodes_after,
    )


def _match(place: dict[str, Any]) -> Match:  # as the native function gives it
    tensors = tuple((tuple(before), tuple(after)) for before, after in place["tensors"])
    return Match(place["graph"], place["pattern"], place["node"], tuple(place["nodes"]), tensors)


def _skip(place: dict[str, Any]) -> Skip:  # as the native function gives it
    return Skip(_match(place), SkipReason(place["fate"]), place["reason"])
