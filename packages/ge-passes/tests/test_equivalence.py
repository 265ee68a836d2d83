"""Comparing the numbers of graphs on the CPU engine."""

from __future__ import annotations

import subprocess
import sys

import ge.es.all as es
import numpy as np
import pytest
from ge.es import GraphBuilder, TensorHolder
from ge.graph import DataType, Graph, Tensor
from ge.passes import PatternFusionPass, pattern
from ge.passes.pattern import PatternInputs
from ge.passes.testing import (
    GraphsDifferError,
    NotComparableError,
    assert_equivalent,
    run_pass,
)

FLOAT = DataType.DT_FLOAT


def one_input(name: str, shape: list[int], data_type: DataType = FLOAT) -> tuple[GraphBuilder, TensorHolder]:
    """A graph with one input."""
    builder = GraphBuilder(name)
    return builder, builder.create_input(0, name="x", shape=shape, data_type=data_type)


def doubled(shape: list[int], data_type: DataType = FLOAT) -> Graph:
    """x + x."""
    builder, x = one_input("sum", shape, data_type)
    return builder.build_and_reset([es.Add(x, x)])


def times(factor: float, shape: list[int], data_type: DataType = FLOAT) -> Graph:
    """x * factor."""
    builder, x = one_input("product", shape, data_type)
    wide = es.Const(builder, value=Tensor(np.array(factor, np.float32)))
    return builder.build_and_reset([es.Mul(x, es.Cast(wide, dst_type=data_type))])


@pytest.mark.parametrize("shape", [[2, 3], [-1, 3], [-1, -1], [-2], [], [0, 4]])
def test_graphs_that_compute_the_same_pass(shape: list[int]) -> None:
    assert_equivalent(doubled(shape), times(2.0, shape))


@pytest.mark.parametrize(
    "data_type", [DataType.DT_FLOAT16, DataType.DT_BF16, DataType.DT_DOUBLE, DataType.DT_INT32, DataType.DT_INT64]
)
def test_inputs_are_of_the_graphs_types(data_type: DataType) -> None:
    assert_equivalent(doubled([4], data_type), times(2.0, [4], data_type))
    with pytest.raises(GraphsDifferError):
        assert_equivalent(doubled([4], data_type), times(3.0, [4], data_type))


def test_the_worst_element_is_named_with_both_numbers_and_the_seed() -> None:
    x = np.array([[1.0, -5.0, 2.0]], np.float32)

    with pytest.raises(GraphsDifferError) as given:
        assert_equivalent(doubled([1, 3]), times(3.0, [1, 3]), [x])
    with pytest.raises(GraphsDifferError, match=r"inputs of seed 7: float32\[1, 3\]"):
        assert_equivalent(doubled([1, 3]), times(3.0, [1, 3]), seed=7)

    assert given.value.difference.index == (0, 1)
    assert (given.value.difference.before, given.value.difference.after) == (-10.0, -15.0)
    for part in ["output 0", "3 of 3 elements differ", "worst at [0, 1]: -10.0 before, -15.0 after", "given inputs"]:
        assert part in str(given.value)


def test_a_difference_within_the_tolerance_is_none() -> None:
    assert_equivalent(doubled([3]), times(2.00001, [3]))
    assert_equivalent(doubled([3]), times(2.1, [3]), rtol=0.1)
    with pytest.raises(GraphsDifferError):
        assert_equivalent(doubled([3]), times(2.00001, [3]), rtol=0, atol=0)


def test_open_dimensions_get_several_sizes() -> None:
    def flattened(keeps_rows: bool) -> Graph:
        builder, x = one_input("flat", [-1, 4])
        return builder.build_and_reset([es.Reshape(x, [3, -1] if keeps_rows else [-1, 4])])

    builder, x = one_input("same", [-1, 4])
    same = builder.build_and_reset([es.Relu(es.Neg(es.Neg(x)))])

    with pytest.raises((GraphsDifferError, NotComparableError), match=r"shape \[8, 4\] before|\[3, -1\]|Reshape"):
        assert_equivalent(flattened(keeps_rows=False), flattened(keeps_rows=True))
    builder, x = one_input("relu", [-1, 4])
    assert_equivalent(same, builder.build_and_reset([es.Relu(x)]))


def test_inputs_that_the_graph_refuses_are_replaced_by_tame_ones() -> None:
    def gathered(axis: int) -> Graph:
        builder = GraphBuilder("gather")
        table = builder.create_input(0, name="table", shape=[2, 2])
        rows = builder.create_input(1, name="rows", shape=[3], data_type=DataType.DT_INT32)
        return builder.build_and_reset([es.GatherV2(table, rows, axis)])

    assert_equivalent(gathered(0), gathered(0))
    with pytest.raises(GraphsDifferError):
        assert_equivalent(gathered(0), gathered(1))


def test_not_a_number_equals_itself_only() -> None:
    def root(of_square: bool) -> Graph:
        builder, x = one_input("root", [1])
        return builder.build_and_reset([es.Sqrt(es.Mul(x, x) if of_square else x)])

    negative = [np.array([-4.0], np.float32)]

    assert_equivalent(root(False), root(False), negative)
    with pytest.raises(GraphsDifferError, match=r"nan before, 4\.0 after"):
        assert_equivalent(root(False), root(True), negative)


def test_type_shape_and_number_of_outputs_count() -> None:
    builder, x = one_input("two", [2, 3])
    two = builder.build_and_reset([es.Add(x, x), x])
    builder, x = one_input("row", [2, 3])
    row = builder.build_and_reset([es.Reshape(es.Add(x, x), [6])])
    builder, x = one_input("half", [2, 3])
    half = builder.build_and_reset([es.Cast(es.Add(x, x), dst_type=DataType.DT_FLOAT16)])

    for after, reason in [
        (two, "1 outputs before, 2 after"),
        (row, r"\[2, 3\] before, \[6\]"),
        (half, "float16 after"),
    ]:
        with pytest.raises(GraphsDifferError, match=reason):
            assert_equivalent(doubled([2, 3]), after)


def test_a_graph_that_cannot_run_is_said_to_be_so() -> None:
    builder = GraphBuilder("bad")
    x, y = builder.create_input(0, shape=[2, 3]), builder.create_input(1, shape=[2, 3])
    bad = builder.build_and_reset([es.MatMul(x, y)])

    with pytest.raises(NotComparableError, match=r"graph 'bad' cannot be run: .*MatMul"):
        assert_equivalent(bad, doubled([2, 3]))
    with pytest.raises(NotComparableError, match="graph 'bad' cannot be run where 'sum' can"):
        assert_equivalent(doubled([2, 3]), bad)


class MeanIsSum(PatternFusionPass):
    """Wrong on purpose: a mean is no sum, but for one element."""

    @pattern
    def mean(self, inputs: PatternInputs) -> TensorHolder:
        """The mean over the last axis."""
        return es.ReduceMean(inputs[0], [-1], keep_dims=True)

    def replacement(self, inputs: PatternInputs) -> TensorHolder:
        """Its sum."""
        return es.ReduceSum(inputs[0], [-1], keep_dims=True)


def test_a_wrong_pass_is_caught_with_the_right_element_and_numbers() -> None:
    builder, x = one_input("mean", [3, 4])
    before = builder.build_and_reset([es.Relu(x), es.ReduceMean(x, [-1], keep_dims=True)])
    x_value = np.array([[0, 0, 0, 0], [1, 2, 3, 6], [-1, 1, 1, -1]], np.float32)

    after, report = run_pass(MeanIsSum, before)

    assert len(report.matches) == 1
    with pytest.raises(GraphsDifferError) as caught:
        assert_equivalent(before, after, [x_value])
    difference = caught.value.difference
    assert (difference.index, difference.before, difference.after) == ((1, 0), 3.0, 12.0)
    assert "output 1" in str(caught.value)
    with pytest.raises(GraphsDifferError):
        assert_equivalent(before, after)


def test_the_engine_is_needed_only_when_numbers_are_compared() -> None:
    code = """
import sys
sys.modules["ge.session"] = None
import importlib
try:
    importlib.import_module("ge.session")
except ModuleNotFoundError as error:
    assert error.name == "ge.session", error.name
from ge.es import GraphBuilder
from ge.passes.testing import EngineMissingError, assert_equivalent, run_pass
builder = GraphBuilder("g")
graph = builder.build_and_reset([builder.create_input(0, shape=[1])])
run_pass("PrunePass", graph)
try:
    assert_equivalent(graph, graph)
except EngineMissingError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "comparing numbers needs the CPU engine: install the distribution ge-session\n"
