"""Test a pass without compiling a model: run it alone, and prove that it changes no numbers.

    graph, report = run_pass(DoubleIsMul, before)
    assert [match.node for match in report.matches] == ["Add_0"]
    assert_equivalent(before, graph)

Comparing numbers needs the CPU engine of the distribution `ge-session`, which is imported when it is needed.
"""

from __future__ import annotations

from ge.passes.testing._difference import Difference
from ge.passes.testing._engine import EngineMissingError
from ge.passes.testing._equivalence import GraphsDifferError, NotComparableError, assert_equivalent
from ge.passes.testing._run import Match, PassReport, Skip, SkipReason, run_pass

__all__ = [
    "Difference",
    "EngineMissingError",
    "GraphsDifferError",
    "Match",
    "NotComparableError",
    "PassReport",
    "Skip",
    "SkipReason",
    "assert_equivalent",
    "run_pass",
]
