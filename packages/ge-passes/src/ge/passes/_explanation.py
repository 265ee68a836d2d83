"""`explain`: how far a pattern got at each candidate, and what stopped it there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from ge.graph import Graph, Node
from ge.passes._single_pass import PassLike, copy_of, find_pass, run_in_place, stage_of
from ge.passes.base import FusionBasePass, PassStage, PatternFusionPass
from ge.passes.pattern import create_pattern, ensure_pattern
from ge.passes.registry import PASS_KIND_FUSION_BASE, PassDescriptor

if TYPE_CHECKING:
    from ge.passes._native import MatchResult, Pattern, PatternMatcherConfig

__all__ = ["Candidate", "Explanation", "Obstacle", "ObstacleKind", "explain"]


class ObstacleKind(str, Enum):
    """What can keep a candidate from being replaced."""

    TYPE = "type"  # another operator type
    INPUT_COUNT = "input_count"  # another number of connected inputs
    OUTPUT_PORT = "output_port"  # another output of the producer
    OTHER_NODE = "other_node"  # one node in the pattern, two in the graph
    CONST_VALUE = "const_value"  # a constant with other elements
    ATTRIBUTE = "attribute"  # an attribute of the operator differs
    OTHER_OUTPUT = "other_output"  # nothing can stand for a further output of the pattern
    OUTSIDE_READER = "outside_reader"  # somebody outside of the match reads a tensor inside
    SHARED_CONSTANT = "shared_constant"  # somebody outside of the match reads a constant inside
    BOUNDARY = "boundary"  # the match cannot be cut out for another reason
    USED = "used"  # another match has replaced a node
    REFUSED = "refused"  # meet_requirements said no
    HOOK_FAILED = "hook_failed"  # meet_requirements raised
    CYCLE = "cycle"  # one node in its place would wait for itself
    CONFLICT = "conflict"  # the nodes' stream labels, cores or the like contradict each other
    FAILED = "failed"  # there is no replacement, or it cannot stand there


_TEXTS = {
    ObstacleKind.TYPE: 'expected type {expected}, found {found} "{node}"',
    ObstacleKind.INPUT_COUNT: '{node_type} "{node}" has {found}, expected {expected}',
    ObstacleKind.OUTPUT_PORT: 'expected {expected} of {pattern_type}, found {found} of {node_type} "{node}"',
    ObstacleKind.OTHER_NODE: "one node in the pattern, but two in the graph: expected {expected}, found {found}",
    ObstacleKind.CONST_VALUE: 'constant "{node}" is {found}, expected {expected}',
    ObstacleKind.ATTRIBUTE: '{node_type} "{node}" has {found}, expected {expected}',
    ObstacleKind.OTHER_OUTPUT: "nothing can stand for another output of the pattern, {expected}",
    ObstacleKind.OUTSIDE_READER: 'a consumer outside of the match, {found}, reads {node_type} "{node}"',
    ObstacleKind.SHARED_CONSTANT: 'a shared constant: {found}, outside of the match, reads constant "{node}"',
    ObstacleKind.BOUNDARY: "it cannot be cut out: {found}",
    ObstacleKind.USED: "already used by another match",
    ObstacleKind.REFUSED: "meet_requirements said no",
    ObstacleKind.HOOK_FAILED: "meet_requirements failed: {found}",
    ObstacleKind.CYCLE: "cycle risk: one node in the place of these would wait for itself",
    ObstacleKind.CONFLICT: "they may not become one node, and the compilation would fail: {found}",
    ObstacleKind.FAILED: "the compilation would fail: {found}",
}


@dataclass(frozen=True)
class Obstacle:
    """What stopped a candidate.

    Attributes:
        kind: What it is.
        pattern_node: Node of the pattern at which the search stopped; "" when it did not stop at one.
        pattern_type: Its operator type.
        node: Node of the graph that does not fit; "" when it is about no single node.
        node_type: Its operator type.
        expected: What the pattern asks for.
        found: What the graph has; the text of an error.
        used_by: The candidate whose match has used the node; "" for all kinds but `USED`.
    """

    kind: ObstacleKind
    pattern_node: str = ""
    pattern_type: str = ""
    node: str = ""
    node_type: str = ""
    expected: str = ""
    found: str = ""
    used_by: str = ""

    def __str__(self) -> str:
        text = _TEXTS[self.kind].format(**{name: getattr(self, name) for name in self.__dataclass_fields__})
        return f'{text}, at "{self.used_by}"' if self.used_by else text


@dataclass(frozen=True)
class Candidate:
    """A node that could give the first output of a pattern.

    Attributes:
        graph: Name of its graph.
        pattern: Name of the pattern; "" for a pass without patterns.
        node: Its name.
        obstacle: What stopped it; None: it is a match, and was replaced if a pass was asked for.
        matched: Nodes of the pattern and the nodes that stood for them when the search stopped, in the order met. For
            matches the pattern's nodes are "".
        pattern_size: Number of nodes in the pattern, placeholders and all alternatives included; 0 when nothing
            stopped the search.
        choices: What was chosen where the pattern leaves a choice: inputs that are exchanged, alternatives.
    """

    graph: str
    pattern: str
    node: str
    obstacle: Obstacle | None
    matched: tuple[tuple[str, str], ...]
    pattern_size: int
    choices: tuple[str, ...] = ()

    @property
    def is_match(self) -> bool:
        """Whether nothing stopped it."""
        return self.obstacle is None

    @property
    def nodes(self) -> tuple[str, ...]:
        """The nodes that fit."""
        return tuple(node for _, node in self.matched)

    def __str__(self) -> str:
        return "\n    ".join([self._fit(), *self.choices])

    def _fit(self) -> str:
        if self.obstacle is None:
            return f'"{self.node}": match of {", ".join(self.nodes)}'
        text = f'"{self.node}": {self.obstacle}'
        if not self.pattern_size:
            return text
        stood = ", ".join(f"{pattern} = {node}" for pattern, node in self.matched)
        return f"{text}\n    {len(self.matched)} of {self.pattern_size} nodes of the pattern fit: {stood or 'none'}"


@dataclass(frozen=True)
class Explanation:
    """What became of each candidate.

    Attributes:
        name: The pass or pattern.
        candidates: In the order in which they were tried, matches among them.
        roots: Operator types that make a node a candidate.
        errors: Why patterns of the pass were left out: those that cannot be made or matched, or match without end.
    """

    name: str
    candidates: tuple[Candidate, ...]
    roots: tuple[str, ...]
    errors: tuple[str, ...]

    @property
    def matches(self) -> tuple[Candidate, ...]:
        """Those that nothing stopped."""
        return tuple(candidate for candidate in self.candidates if candidate.is_match)

    @property
    def misses(self) -> tuple[Candidate, ...]:
        """Those that something stopped, those that got furthest first."""
        stopped = [candidate for candidate in self.candidates if not candidate.is_match]
        return tuple(sorted(stopped, key=_distance))

    def __str__(self) -> str:
        head = f"{self.name}: {len(self.matches)} matches, {len(self.misses)} other candidates"
        none = [] if self.candidates else [f"  no candidates: the graph has no {' or '.join(self.roots) or 'pattern'}"]
        errors = [f"  {error}" for error in self.errors]
        return "\n".join([head, *errors, *none, *(f"  {candidate}" for candidate in (*self.matches, *self.misses))])


def _distance(candidate: Candidate) -> float:
    return 1 - len(candidate.matched) / candidate.pattern_size if candidate.pattern_size else 0.0


class _FindOnly(PatternFusionPass):
    """Looks for a pattern, and replaces nothing."""

    def __init__(self, given: Pattern, config: PatternMatcherConfig | None) -> None:
        super().__init__(config)
        self._pattern = given

    def patterns(self) -> list[Pattern | Graph]:
        return [self._pattern._copy()]

    def meet_requirements(self, match_result: MatchResult) -> bool:
        return False


def explain(
    pass_or_pattern: PassLike | Pattern | Graph,
    graph: Graph,
    node: Node | str | None = None,
    *,
    stage: PassStage | None = None,
    matcher_config: PatternMatcherConfig | None = None,
) -> Explanation:
    """Say of each node at which a pattern could match how far it got, and what stopped it.

    A pass runs on a copy of the graph, with its hooks, so that what it replaces is seen to be used up. Where it would
    fail the compilation that is noted, and the next candidate is tried.

    Args:
        pass_or_pattern: A pattern or decompose pass, as `ge.passes.testing.run_pass` takes it; or a pattern, or a
            graph that is one, which stays as it is.
        graph: Not changed; its subgraphs are looked at too.
        node: Only candidates whose search met this node.
        stage: The state of the graph that a pass sees, as in `run_pass`; patterns see the graph as it is.
        matcher_config: How exactly constants and attributes of a pattern must agree; a pass has its own.

    Returns:
        All candidates; `print` it, or look at `misses`.

    Raises:
        TypeError: Neither a pass nor a pattern, or a pass that has only `run`.
        ValueError: A pattern cannot be made or matched, or no node has this name.
        GeError: The pass cannot be made, or the graph cannot be inferred.
    """
    if not isinstance(graph, Graph):
        raise TypeError(f"graph must be a ge.graph.Graph, got {type(graph).__name__}")
    found = _explain(pass_or_pattern, graph, stage, matcher_config)
    return found if node is None else _about(found, graph, node if isinstance(node, str) else node.name)


def _explain(
    given: PassLike | Pattern | Graph, graph: Graph, stage: PassStage | None, config: PatternMatcherConfig | None
) -> Explanation:
    if not isinstance(given, (str, type, FusionBasePass, PassDescriptor)):
        made = create_pattern(copy_of(given)) if isinstance(given, Graph) else ensure_pattern(given)
        at = stage or PassStage.BEFORE_INFER_SHAPE
        ran = run_in_place(find_pass(_FindOnly(made, config)), copy_of(graph), stage=at, options={}, explain=True)
        return _explanation(_pattern_name(ran), ran, _claimed(ran["places"]))
    named = find_pass(given)
    if named.kind == PASS_KIND_FUSION_BASE:
        raise TypeError(f"pass {named.name} has only run(): there is no pattern to explain")
    ran = run_in_place(named, copy_of(graph), stage=stage_of(named, stage), options={}, explain=True)
    return _explanation(named.name, ran, ran["places"], named.op_types)


def _pattern_name(ran: dict[str, Any]) -> str:  # as the native function gives it
    """Of a pattern alone, which must not be left out silently as that of a pass is."""
    if ran["errors"]:
        raise ValueError(ran["errors"][0])
    return ran["places"][0]["pattern"] if ran["places"] else "pattern"


def _claimed(places: list[dict[str, Any]]) -> list[dict[str, Any]]:  # as the native function gives them
    """Places of a pattern alone: those it refused are matches, but for those that share nodes with earlier ones."""
    users: dict[tuple[str, str], str] = {}
    for place in places:
        if place["fate"] != "refused":
            continue
        taken = [users[key] for key in _keys(place) if key in users]
        place["fate"] = "used" if taken else "replaced"
        place["used_by"] = taken[0] if taken else ""
        if not taken:
            users.update(dict.fromkeys(_keys(place), place["node"]))
    return places


def _keys(place: dict[str, Any]) -> list[tuple[str, str]]:  # as the native function gives it
    return [(place["graph"], name) for name in place["nodes"]]


def _key(place: dict[str, Any]) -> tuple[str, str]:  # as the native function gives it
    return place["graph"], place["node"]


def _explanation(
    name: str,
    ran: dict[str, Any],  # as the native function gives it
    places: list[dict[str, Any]],
    op_types: Sequence[str] = (),
) -> Explanation:
    users = {key: place["node"] for place in places if place["fate"] == "replaced" for key in _keys(place)}
    # A node that one pattern has matched is no miss of the others, say of the one with its operands swapped.
    hits = {_key(place) for place in places if place["fate"] == "replaced"}
    # What an earlier pattern has taken away has no name any more when a later one comes to where it was.
    told = [place for place in places if place["fate"] != "missed" or (place["node"] and _key(place) not in hits)]
    candidates = tuple(_candidate(place, users) for place in told)
    roots = tuple(dict.fromkeys([*ran["roots"], *op_types]))
    errors = tuple(ran["errors"])
    return Explanation(name, candidates, roots, errors)


def _candidate(
    place: dict[str, Any], users: dict[tuple[str, str], str]
) -> Candidate:  # as the native function gives it
    miss = place["miss"]
    choices = tuple(place["choices"])
    if miss is None:
        matched = tuple(("", node) for node in place["nodes"])
        obstacle = None
        if place["fate"] != "replaced":
            obstacle = Obstacle(ObstacleKind(place["fate"]), found=place["reason"], used_by=place.get("used_by", ""))
        return Candidate(place["graph"], place["pattern"], place["node"], obstacle, matched, 0, choices)
    fields = {name: miss[name] for name in ("pattern_node", "pattern_type", "node", "node_type", "expected", "found")}
    kind = ObstacleKind(miss["kind"])
    used_by = users.get((place["graph"], place["node"]), "") if kind is ObstacleKind.USED else ""
    matched = tuple((pattern, node) for pattern, node in miss["matched"])
    obstacle = Obstacle(kind, **fields, used_by=used_by)
    return Candidate(place["graph"], place["pattern"], place["node"], obstacle, matched, miss["pattern_size"], choices)


def _about(found: Explanation, graph: Graph, name: str) -> Explanation:
    """Only what is about a node."""
    types = {node.name: node.type for node in graph.get_all_nodes()}
    if name not in types:
        raise ValueError(f"graph {graph.name!r} has no node named {name!r}")
    near = tuple(candidate for candidate in found.candidates if _met(candidate, name))
    if not near and found.roots:
        expected = " or ".join(found.roots)
        obstacle = Obstacle(ObstacleKind.TYPE, "", "", name, types[name], expected, types[name])
        near = (Candidate(graph.name, "", name, obstacle, (), 0),)
    return Explanation(found.name, near, found.roots, found.errors)


def _met(candidate: Candidate, name: str) -> bool:
    stopped_at = candidate.obstacle.node if candidate.obstacle else ""
    return name in (candidate.node, stopped_at, *candidate.nodes)
