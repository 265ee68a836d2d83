"""Compiles a model with passes and watches each: what it saw, what it did, and whether the numbers are the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ge.error import GeError
from ge.graph import Graph
from ge.passes import _native
from ge.passes._explanation import Candidate, explain
from ge.passes._single_pass import copy_of, count_nodes
from ge.passes.base import PassStage
from ge.passes.checking._compile import compiled
from ge.passes.checking._inputs import GivenInputs, load_inputs
from ge.passes.checking._load import load_model, passes_of
from ge.passes.registry import PASS_KIND_FUSION_BASE, PassDescriptor
from ge.passes.testing._engine import check_engine
from ge.passes.testing._equivalence import Comparison, NotComparableError, Reference
from ge.passes.testing._run import PassReport, report_of

__all__ = ["CheckResult", "PassCheck", "check"]


@dataclass(frozen=True)
class PassCheck:
    """What a pass did to a model.

    Attributes:
        name: The pass.
        stage: Where it runs.
        kind: One of the `PASS_KIND_` values.
        report: What it did; None when it did not run, since it or one before it failed.
        near_misses: Candidates that it did not replace, those that got furthest first.
        numbers: What comparing the graph before and after showed; None when it was not compared.
        failure: Why it failed the compilation; "" when it did not.
        before: The graph that it got; None when it did not run.
        after: The graph that it left; None when it did not run to its end.
    """

    name: str
    stage: PassStage
    kind: str
    report: PassReport | None = None
    near_misses: tuple[Candidate, ...] = ()
    numbers: Comparison | None = None
    failure: str = ""
    before: Graph | None = field(default=None, repr=False)
    after: Graph | None = field(default=None, repr=False)

    @property
    def ok(self) -> bool:
        """Whether nothing speaks against it: it ran to its end, no hook and no pattern failed, the numbers stay."""
        if self.failure or (self.report is not None and self.report.failures):
            return False
        return self.numbers is None or self.numbers.ok


@dataclass(frozen=True)
class CheckResult:
    """What checking passes on a model showed.

    Attributes:
        model: The model's file.
        nodes: Number of nodes in the model.
        passes: In the order in which they run.
        failure: Why the model could not be compiled, when no pass is to blame; else "".
    """

    model: Path
    nodes: int
    passes: tuple[PassCheck, ...]
    failure: str = ""

    @property
    def ok(self) -> bool:
        """Whether the model compiles and no pass breaks anything."""
        return not self.failure and all(check.ok for check in self.passes)


@dataclass
class _Watched:
    """What the compiler told of a pass."""

    stage: PassStage
    before: Graph
    after: Graph | None = None
    report: PassReport | None = None


class _Watch:
    """Keeps the graphs around each pass that the compiler runs."""

    def __init__(self) -> None:
        self.seen: dict[str, _Watched] = {}

    def before(self, name: str, stage: str, graph: Graph) -> None:
        self.seen[name] = _Watched(PassStage(stage), copy_of(graph))

    def after(self, name: str, graph: Graph, ran: dict[str, Any]) -> None:  # as the native function gives it
        watched = self.seen[name]
        watched.after = copy_of(graph)
        watched.report = report_of(name, watched.stage, ran, count_nodes(watched.before), count_nodes(watched.after))


def check(
    passes: Sequence[Path],
    model: Path,
    *,
    stage: PassStage | None = None,
    numbers: bool = True,
    input_shape: str = "",
    inputs: Path | None = None,
) -> CheckResult:
    """Compile a model with passes, and look at each.

    Args:
        passes: Files or folders as `ASCEND_GE_PY_PASS_PATH` has them; what the environment names is left out.
        model: An `.air` or `.onnx` file.
        stage: Only passes of this stage; the others are switched off.
        numbers: Whether to run the graph before and after each pass that changed something, and compare.
        input_shape: Sizes of open dimensions, `x:1,3,224,224;y:2`.
        inputs: An `.npz` file or a folder of `.npy` files with the inputs to compare on, by their names; None: random
            ones.

    Raises:
        UnusableError: A file cannot be used, or the inputs are not those of the model.
        EngineMissingError: The distribution ge-session, which compiles and runs models, is not installed.
    """
    check_engine()
    with passes_of(passes) as found:
        graph = load_model(model)
        given = load_inputs(inputs, graph) if inputs and numbers else None
        nodes = count_nodes(graph)
        wanted = [item for item in in_order(found) if stage in (None, item.stage)]
        off = [item.pass_name for item in found if item not in wanted]
        compare = _Compare(given) if numbers else None
        watch, failure = _Watch(), ""
        try:
            with _native.PassObserver(watch.before, watch.after, without=set()):
                compiled(graph, off, input_shape)
        except GeError as error:
            failure = str(error)
        checks = tuple(_look(item, watch.seen.get(item.pass_name), failure, compare) for item in wanted)
    blamed = any(item.failure for item in checks)
    return CheckResult(model, nodes, checks, "" if blamed else failure)


def in_order(found: Sequence[PassDescriptor]) -> list[PassDescriptor]:
    """Passes as the compiler runs them: by stage, then by name."""
    stages = list(PassStage)
    return sorted(found, key=lambda item: (stages.index(item.stage), item.pass_name.encode()))


def _look(item: PassDescriptor, watched: _Watched | None, failure: str, compare: _Compare | None) -> PassCheck:
    if watched is None:
        return PassCheck(item.pass_name, item.stage, item.kind)
    before, after = watched.before, watched.after
    misses = _misses(item, before)
    if after is None:
        return PassCheck(item.pass_name, item.stage, item.kind, None, misses, None, failure, before)
    report = watched.report
    compared = compare(before, after, report) if compare and report is not None and report.changed else None
    return PassCheck(item.pass_name, item.stage, item.kind, report, misses, compared, "", before, after)


def _misses(item: PassDescriptor, before: Graph) -> tuple[Candidate, ...]:
    """None where there is no pattern, or none can be had: the failure says why."""
    if item.kind == PASS_KIND_FUSION_BASE:
        return ()
    try:
        return explain(item, before, stage=item.stage).misses
    except GeError:
        return ()


@dataclass(frozen=True)
class _Compare:
    """Runs graphs on inputs that are given, or else on random ones."""

    inputs: GivenInputs | None

    def __call__(self, before: Graph, after: Graph, report: PassReport) -> Comparison:
        try:
            reference = Reference(before, self.inputs)
        except NotComparableError as error:
            return Comparison(0, reason=f"not compared: {error}")
        outputs = reference.compare(after)
        tensors = [pair for match in report.matches for pair in match.tensors if match.graph == before.name]
        if not outputs.ok or not tensors:
            return outputs
        inside = reference.compare_inside(before, after, tensors)
        return replace(inside, warning=outputs.warning) if inside.ok else inside
