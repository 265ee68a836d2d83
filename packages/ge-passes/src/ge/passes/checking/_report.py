"""A check's result as lines of text, and as plain data."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from enum import Enum
from typing import Any

from ge.graph.inspection import compare, describe
from ge.graph.inspection.diff_table import difference_table
from ge.passes._explanation import Candidate, ObstacleKind
from ge.passes.checking._bisect import BisectResult
from ge.passes.checking._check import CheckResult, PassCheck
from ge.passes.registry import PASS_KIND_FUSION_BASE

__all__ = ["as_data", "changes", "report_lines"]

# A pass's report has these as skips.
_SKIPPED = (ObstacleKind.REFUSED, ObstacleKind.HOOK_FAILED, ObstacleKind.CYCLE)


def near_misses(check: PassCheck) -> list[Candidate]:
    """Candidates that do not look like the pattern."""
    return [miss for miss in check.near_misses if miss.obstacle and miss.obstacle.kind not in _SKIPPED]


def changes(check: PassCheck) -> list[str]:
    """What differs in the graph after the pass; empty when it did not run to its end or changed nothing."""
    if check.before is None or check.after is None:
        return []
    difference = compare(describe(check.before), describe(check.after))
    return list(difference_table(difference)) if difference else []


def report_lines(result: CheckResult, *, near: int, diff: bool) -> Iterator[str]:
    """The report for a terminal.

    Args:
        near: How many near misses to show for a pass.
        diff: Whether to show what each pass changed.
    """
    yield f"{result.model}: {result.nodes} nodes, {len(result.passes)} passes"
    for check in result.passes:
        yield ""
        yield from _pass_lines(check, near, diff)
    if result.failure:
        yield ""
        yield f"the compilation failed: {result.failure}"
    yield ""
    broken = [check.name for check in result.passes if not check.ok]
    yield "all is well" if result.ok else f"not well: {', '.join(broken) or 'the compilation'}"


def _pass_lines(check: PassCheck, near: int, diff: bool) -> Iterator[str]:
    yield f"{check.name} ({check.kind}, {check.stage.value}): {summary(check)}"
    if check.failure:
        yield from _indented(f"FAILED: {check.failure}")
    if check.report:
        for match in check.report.matches:
            yield f"  hit   {match.node}: {', '.join(match.nodes)}"
        for skip in check.report.skips:
            yield from _indented(f"skip  {skip.match.node}: {skip.reason.value} {skip.text}".rstrip())
        for error in check.report.errors:
            yield from _indented(f"error {error}")
    misses = near_misses(check)
    for miss in misses[:near]:
        yield from _indented(f"near  {miss}")
    if len(misses) > near:
        yield f"  ... and {len(misses) - near} more near misses (--near {len(misses)})"
    if check.numbers is not None:
        yield from _indented(f"numbers: {'' if check.numbers.ok else 'BROKEN: '}{check.numbers}")
    if diff:
        yield from (f"  | {line}" for line in changes(check))


def _indented(text: str) -> Iterator[str]:
    first, *rest = text.split("\n")
    yield f"  {first}"
    yield from (f"    {line}" for line in rest)


def summary(check: PassCheck) -> str:
    """The counts of a pass, in one line."""
    report = check.report
    if report is None:
        return "failed" if check.failure else "did not run"
    counts = f"{len(report.matches)} hits, {len(report.skips)} skips, {len(near_misses(check))} near misses"
    if check.kind == PASS_KIND_FUSION_BASE and not report.matches:
        counts = "changed the graph, telling no hits" if report.changed else "changed nothing"
    return f"{counts}, {report.nodes_before} -> {report.nodes_after} nodes, {report.time_s * 1e3:.2f} ms"


def as_data(result: CheckResult, found: BisectResult | None) -> dict[str, Any]:  # JSON's own types
    """The result without graphs, for JSON."""
    data = {
        "model": str(result.model),
        "nodes": result.nodes,
        "ok": result.ok,
        "failure": result.failure,
        "passes": [_pass_data(check) for check in result.passes],
    }
    if found:
        data["bisect"] = _plain(found)
    return data


def _pass_data(check: PassCheck) -> dict[str, Any]:  # JSON's own types
    data = {
        "name": check.name,
        "stage": check.stage.value,
        "kind": check.kind,
        "ok": check.ok,
        "failure": check.failure,
        "report": _plain(check.report),
        "near_misses": [_plain(miss) for miss in near_misses(check)],
        "numbers": None,
    }
    if check.numbers is not None:
        data["numbers"] = {"ok": check.numbers.ok, "text": str(check.numbers), "runs": check.numbers.runs}
    return data


def _plain(value: Any) -> Any:  # JSON's own types for whatever dataclasses hold
    if dataclasses.is_dataclass(value):
        return {item.name: _plain(getattr(value, item.name)) for item in dataclasses.fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
