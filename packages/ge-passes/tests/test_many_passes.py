"""Hundreds of passes over large graphs: Python is called for what can match only."""

from __future__ import annotations

import sys
from collections import Counter
from types import FrameType
from typing import Callable

import ge.es.all as es
import pytest
from conftest import Compiler
from ge.es import GraphBuilder, TensorHolder
from ge.graph import Graph

# Which hook was called how often; the passes below count here.
CALLS: Counter[str] = Counter()

# 150 passes with patterns, 50 that look at single nodes: the graph has none of their types. One more pass is for Relu.
MANY_PASSES = """
import sys
CALLS = sys.modules["test_many_passes"].CALLS

ABSENT = ["Erf", "Tan", "Sinh", "Cosh", "Asin", "Acos", "Atan", "Log1p", "Expm1", "Softplus"]

def add_pattern_pass(number, type):
    class Pass(PatternFusionPass):
        @pattern
        def absent(self, inputs):
            CALLS["patterns"] += 1
            return getattr(es, type)(es.Relu(inputs[0]))

        def meet_requirements(self, match_result):
            CALLS["meet_requirements"] += 1
            return False

        def replacement(self, match_result):
            raise AssertionError

    register_fusion_pass(name=f"Pattern{number}", stage=PassStage.AFTER_INFER_SHAPE)(Pass)

def add_decompose_pass(number, type):
    class Pass(DecomposePass):
        def meet_requirements(self, node):
            CALLS["meet_requirements"] += 1
            return False

        def replacement(self, node):
            raise AssertionError

    register_decompose_pass(name=f"Decompose{number}", stage=PassStage.AFTER_INFER_SHAPE, op_types=[type])(Pass)

for number in range(150):
    add_pattern_pass(number, ABSENT[number % len(ABSENT)])
for number in range(50):
    add_decompose_pass(number, ABSENT[number % len(ABSENT)])

@register_fusion_pass(name="Present", stage=PassStage.AFTER_INFER_SHAPE)
class Present(PatternFusionPass):
    @pattern
    def relu(self, inputs):
        return es.Relu(inputs[0])

    def meet_requirements(self, match_result):
        CALLS["present"] += 1
        return False
"""


def long_graph(nodes: int) -> Graph:
    """A chain of operators, of which the first is a Relu."""
    builder = GraphBuilder("long")
    x = es.Relu(builder.create_input(0, name="x", shape=[2, 3]))
    kinds: list[Callable[[TensorHolder], TensorHolder]] = [es.Exp, es.Neg, es.Tanh, es.Abs, es.Sigmoid]
    for number in range(nodes - 1):
        x = kinds[number % len(kinds)](x)
    return builder.build_and_reset([x])


def python_calls(compiler: Compiler, graph: Graph) -> int:
    """How many functions of Python are entered while a graph is compiled."""
    entered = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal entered
        entered += event == "call"

    sys.setprofile(count)
    try:
        compiler.compile(graph)
    finally:
        sys.setprofile(None)
    return entered


def test_passes_whose_operators_do_not_occur_are_asked_for_their_patterns_only(compiler: Compiler) -> None:
    compiler.use(MANY_PASSES)
    CALLS.clear()

    compiler.compile(long_graph(10_000))

    assert CALLS == {"patterns": 150, "present": 1}


@pytest.mark.parametrize("nodes", [1_000, 10_000])
def test_the_number_of_calls_into_python_does_not_depend_on_the_graph(compiler: Compiler, nodes: int) -> None:
    compiler.use(MANY_PASSES)
    compiler.compile(long_graph(10))  # loads the passes

    small, large = (python_calls(compiler, long_graph(count)) for count in (10, nodes))

    assert small == large
    assert small > 150 * 2  # the profile does see what the compiler calls
