"""Runs a case: structure as text, meaning as numbers, and once more for no change."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from ge.graph import Graph
from ge.passes import _native
from ge.passes._explanation import Explanation, explain
from ge.passes._single_pass import PassLike, find_pass
from ge.passes.registry import PASS_KIND_DECOMPOSE, PASS_KIND_PATTERN_FUSION
from ge.passes.testing._cases import Case, CaseFile
from ge.passes.testing._equivalence import assert_equivalent
from ge.passes.testing._run import PassReport, run_pass
from ge.passes.testing._text_graph import graph_of_text

__all__ = ["CaseFailedError", "run_case"]


class CaseFailedError(AssertionError):
    """A pass did not do what its case says."""


def run_case(file: CaseFile, case: Case) -> None:
    """Run one case.

    Raises:
        CaseFailedError: The pass did something else, or again something when run a second time.
        GraphsDifferError: It changed the numbers.
        TextError: A graph of the case cannot be built, or the pass is not found.
        GeError: The pass failed.
    """
    given = file.find_pass()
    before = graph_of_text([*case.shared, *(case.before or [])], "before")
    made, report = run_pass(given, before, stage=file.stage)
    if case.after is not None:
        expected = graph_of_text([*case.shared, *case.after], "after")
        problem = _difference(expected, made, "expected", "made")
        if problem:
            raise CaseFailedError(f"the pass made another graph:\n{problem}\n{_story(given, before, report, file)}")
    else:
        _check_unchanged(given, before, made, file, case.because or "")
    if file.compares_numbers:
        assert_equivalent(before, made, rtol=file.tolerance("rtol"), atol=file.tolerance("atol"))
    again, _ = run_pass(given, made, stage=file.stage)
    problem = _difference(made, again, "once", "twice")
    if problem:
        raise CaseFailedError(f"run again, the pass changes its own result:\n{problem}")


def _check_unchanged(given: PassLike, before: Graph, made: Graph, file: CaseFile, because: str) -> None:
    problem = _difference(before, made, "before", "made")
    if problem:
        raise CaseFailedError(f"the pass changed the graph:\n{problem}")
    found = _explanation(given, before, file)
    if found is not None and because.lower() not in str(found).lower():
        raise CaseFailedError(f"unchanged, but nothing says {because!r}:\n{found}")


def _explanation(given: PassLike, graph: Graph, file: CaseFile) -> Explanation | None:
    """None for passes that have no patterns, whose reasons nobody knows."""
    if find_pass(given).kind not in (PASS_KIND_PATTERN_FUSION, PASS_KIND_DECOMPOSE):
        return None
    return explain(given, graph, stage=file.stage)


def _story(given: PassLike, before: Graph, report: PassReport, file: CaseFile) -> str:
    """What the pass did, for the reader of a failure."""
    told = _explanation(given, before, file)
    return f"it replaced {len(report.matches)} places" if told is None else str(told)


def _difference(old: Graph, new: Graph, old_name: str, new_name: str) -> str:
    left, right = _native.graph_listing(old), _native.graph_listing(new)
    return "\n".join(_unified(left, right, old_name, new_name))


def _unified(left: Sequence[str], right: Sequence[str], left_name: str, right_name: str) -> list[str]:
    return list(difflib.unified_diff(left, right, left_name, right_name, lineterm=""))
