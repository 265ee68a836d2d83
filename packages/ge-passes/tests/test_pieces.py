"""What patterns may say besides how their tensors are computed, in passes that run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ge.es.all as es
import numpy as np
import pytest
from ge.es import GraphBuilder, TensorHolder
from ge.graph import Graph, Tensor
from ge.graph.types import DataType
from ge.passes import (
    Explanation,
    MatchResult,
    NodeIo,
    Obstacle,
    ObstacleKind,
    PatternFusionPass,
    PatternMatcherConfigBuilder,
    any_of,
    capture,
    commutative,
    create_pattern,
    explain,
    optional,
    pattern,
    variadic,
)
from ge.passes.base import PatternOrGraph
from ge.passes.pattern import PatternInputs
from ge.passes.testing import assert_equivalent, run_pass
from numpy.typing import NDArray


class Inputs:
    """A graph being built, with three inputs."""

    def __init__(self) -> None:
        self.builder = GraphBuilder("g")
        self.x, self.y, self.z = (self.builder.create_input(i, name="xyz"[i], shape=[2, 3]) for i in range(3))

    def graph(self, *results: TensorHolder) -> Graph:
        """The graph that gives these."""
        return self.builder.build_and_reset(list(results))


# --- names


class NamedSum(PatternFusionPass):
    """Relu(x + y) becomes Maximum(y + x, 0), with everything by name."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[str, tuple[str, int]] = {}

    @pattern
    def added(self, inputs: PatternInputs) -> TensorHolder:
        """Relu(left + right)."""
        left, right = capture(inputs[0], "left"), capture(inputs[1], "right")
        return capture(es.Relu(capture(es.Add(left, right), "sum")), "result")

    def replacement(self, inputs: PatternInputs, match: MatchResult) -> TensorHolder:
        """The other way round."""
        self.seen = {name: (match[name].node.type, match[name].index) for name in match.get_names()}
        assert "sum" in match
        assert "nothing" not in match
        assert match.get("nothing") is None
        assert match.get("nothing", 1) == 1
        with pytest.raises(KeyError, match='named "nothing"; there is "left" "right" "sum" "result"'):
            match["nothing"]
        with pytest.raises(ValueError, match='"sum" is no input'):
            match.index_of("sum")
        total = es.Add(inputs[match.index_of("right")], inputs[match.index_of("left")])
        return es.Maximum(total, 0.0)


def test_a_match_tells_by_name_what_stands_where() -> None:
    g = Inputs()
    parts = es.Split(0, g.y, 2, num_split=2)
    before = g.graph(es.Relu(es.Add(parts[1], g.x)))
    ran = NamedSum()

    after, report = run_pass(ran, before)

    assert len(report.matches) == 1
    assert ran.seen == {"left": ("Split", 1), "right": ("Data", 0), "sum": ("Add", 0), "result": ("Relu", 0)}
    assert_equivalent(before, after)


class CapturedByHand(PatternFusionPass):
    """Names and numbers side by side; nothing in the pattern reads the second output that is named."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, int]] = []

    def patterns(self) -> list[PatternOrGraph]:
        builder = GraphBuilder("greatest")
        best = es.TopKV2(builder.create_input(0), builder.create_input(1))
        capture(best.indices, "where")
        root = es.Relu(best.values)
        made = create_pattern(builder.build_and_reset([root]))
        return [made.capture_tensor(best.values, name="values").capture_tensor(root)]

    def meet_requirements(self, match_result: MatchResult) -> bool:
        found = [match_result[name] for name in ("where", "values")]
        found += [match_result.get_captured_tensor(i) for i in range(2)]
        self.seen = [(tensor.node.type, tensor.index) for tensor in found]
        return False


def test_a_name_is_of_one_output_and_leaves_the_numbers_alone() -> None:
    g = Inputs()
    ran = CapturedByHand()

    run_pass(ran, g.graph(es.Relu(es.TopKV2(g.x, 2).values)))

    assert ran.seen == [("TopKV2", 1), ("TopKV2", 0), ("TopKV2", 0), ("Relu", 0)]


@pytest.mark.parametrize(("name", "kind"), [("", ValueError), (3, TypeError)])
def test_a_name_is_a_text(name: str, kind: type[Exception]) -> None:
    with pytest.raises(kind, match="the name of a capture"):
        capture(GraphBuilder("p").create_input(0), name)


def fused(ran: PatternFusionPass | type[PatternFusionPass], before: Graph, matches: int) -> list[str]:
    """Types of the operators after a pass that keeps the numbers and matches so many times."""
    after, report = run_pass(ran, before)

    assert len(report.matches) == matches, str(explain(ran, before))
    assert_equivalent(before, after)
    return sorted(node.type for node in after.get_all_nodes() if node.type not in ("Data", "Const", "NetOutput"))


def only_miss(explanation: Explanation) -> tuple[Obstacle, tuple[str, ...]]:
    """What stopped the one candidate, and what was chosen then."""
    (candidate,) = explanation.misses
    assert candidate.obstacle is not None
    assert all(choice in str(candidate) for choice in candidate.choices)
    return candidate.obstacle, candidate.choices


# --- commutative


class SwishMul(PatternFusionPass):
    """x * Sigmoid(x), in either order, becomes Swish."""

    @pattern
    def product(self, inputs: PatternInputs) -> TensorHolder:
        """One pattern for both."""
        x = inputs[0]
        return commutative(es.Mul(x, es.Sigmoid(x)))

    def replacement(self, inputs: PatternInputs) -> TensorHolder:
        """Swish."""
        return es.Swish(inputs[0])


def test_a_commutative_node_is_found_in_either_order() -> None:
    g = Inputs()
    graph = g.graph(es.Mul(g.x, es.Sigmoid(g.x)), es.Mul(es.Sigmoid(g.y), g.y), es.Mul(es.Sigmoid(g.y), g.z))

    assert fused(SwishMul, graph, 2) == ["Mul", "Sigmoid", "Swish", "Swish"]


def test_the_explanation_tells_of_the_order() -> None:
    g = Inputs()
    product = es.Mul(es.Sigmoid(g.y), g.y)
    graph = g.graph(product, es.Mul(es.Tanh(g.x), g.x))

    told = explain(SwishMul, graph)

    assert told.matches[0].choices == (f'the inputs of Mul "{product.name}" are exchanged',)
    obstacle, _ = only_miss(told)
    assert obstacle.kind is ObstacleKind.TYPE
    assert obstacle.expected == "Sigmoid"


def test_only_nodes_of_two_inputs_are_commutative() -> None:
    with pytest.raises(ValueError, match=r"commutative: Relu .* has 1 inputs, expected 2"):
        commutative(es.Relu(GraphBuilder("p").create_input(0)))


# --- alternatives and optional pieces


class Activated(PatternFusionPass):
    """An Add with an activation of two kinds, or none, behind it, and a Neg: what was there is kept by name."""

    @pattern
    def activated(self, inputs: PatternInputs) -> TensorHolder:
        """Neg(activation(x + y))."""
        total = es.Add(inputs[0], inputs[1])
        return es.Neg(optional(any_of(capture(es.Relu(total), "relu"), capture(es.Tanh(total), "tanh")), total))

    def replacement(self, inputs: PatternInputs, match: MatchResult) -> TensorHolder:
        """The activation of -1 * -(x + y) times -1."""
        total = es.Sub(inputs[0], es.Mul(inputs[1], -1.0))
        if "relu" in match:
            total = es.Relu(total)
        if "tanh" in match:
            total = es.Tanh(total)
        return es.Mul(total, -1.0)


@pytest.mark.parametrize("activation", [es.Relu, es.Tanh, lambda x: x])
def test_alternatives_and_pieces_that_are_missing(activation: Callable[[TensorHolder], TensorHolder]) -> None:
    g = Inputs()
    graph = g.graph(es.Neg(activation(es.Add(g.x, g.y))))

    types = fused(Activated, graph, 1)

    assert "Neg" not in types
    assert "Add" not in types


def test_the_explanation_names_all_alternatives() -> None:
    g = Inputs()
    total = es.Add(g.x, g.y)
    relu = es.Relu(total)
    exp = es.Exp(g.z)

    graph = g.graph(es.Neg(relu), es.Neg(exp))

    told = explain(Activated, graph)

    assert f'alternative 1 of 2, Relu, is "{relu.name}"' in told.matches[0].choices
    obstacle, _ = only_miss(told)
    assert (obstacle.kind, obstacle.expected, obstacle.found) == (ObstacleKind.TYPE, "Relu or Tanh or Add", "Exp")


class EitherProduct(PatternFusionPass):
    """The result may be one of two operators; a bias may be missing."""

    @pattern
    def product(self, inputs: PatternInputs) -> TensorHolder:
        """Add(MatMul(x, w), bias), or only MatMul."""
        product = es.MatMul(inputs[1], inputs[2])
        return optional(commutative(es.Add(product, capture(inputs[0], "bias"))), product)

    def replacement(self, inputs: PatternInputs, match: MatchResult) -> TensorHolder:
        """BatchMatMulV2 instead."""
        first = 1 if "bias" in match else 0
        product = es.BatchMatMul(inputs[first], inputs[first + 1])
        return es.Add(product, inputs[match.index_of("bias")]) if first else product


def test_an_output_may_be_optional_and_what_is_more_comes_first() -> None:
    builder = GraphBuilder("g")
    x, w = builder.create_input(0, shape=[3, 3]), builder.create_input(1, shape=[3, 3])
    graph = builder.build_and_reset([es.Relu(es.Add(w, es.MatMul(x, w))), es.MatMul(w, x)])

    assert fused(EitherProduct, graph, 2) == ["Add", "BatchMatMul", "BatchMatMul", "Relu"]


@pytest.mark.parametrize(
    ("alternatives", "kind", "text"), [((), ValueError, "at least one tensor"), ((3,), TypeError, "got int")]
)
def test_alternatives_are_tensors(alternatives: tuple[TensorHolder, ...], kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        any_of(*alternatives)


def test_a_pattern_that_is_an_input_cannot_be_looked_for() -> None:
    g = Inputs()
    builder = GraphBuilder("p")
    x = builder.create_input(0)
    made = create_pattern(builder.build_and_reset([optional(es.Relu(x), x)]))

    with pytest.raises(ValueError, match="an alternative of its outputs is an input"):
        explain(made, g.graph(es.Relu(g.x)))


# --- variadic inputs


class ReluOfConcat(PatternFusionPass):
    """Relu of a concatenation becomes a concatenation of Relus."""

    def __init__(self) -> None:
        super().__init__(PatternMatcherConfigBuilder().enable_ir_attr_match().build())
        self.counts: list[int] = []

    @pattern
    def concat(self, inputs: PatternInputs) -> TensorHolder:
        """Of any number of tensors, the first of which is a Neg."""
        return es.Relu(es.ConcatD([es.Neg(inputs[0]), *variadic(inputs[1], "xs")], concat_dim=1, N=2))

    def replacement(self, inputs: PatternInputs, match: MatchResult) -> TensorHolder:
        """Relu first."""
        xs: list[NodeIo] = match["xs"]
        self.counts.append(len(xs))
        with pytest.raises(ValueError, match='"xs" is a variadic input'):
            match.index_of("xs")
        rest = [es.Relu(x) for x in inputs[match.slice_of("xs")]]
        assert len(rest) == len(xs)
        return es.ConcatD([es.Relu(es.Neg(inputs[0])), *rest], concat_dim=1, N=1 + len(rest))


@pytest.mark.parametrize("count", [1, 2, 5])
def test_any_number_of_inputs_is_a_list(count: int) -> None:
    g = Inputs()
    tensors = [g.y, g.z, g.y, g.x, g.z][:count]
    graph = g.graph(es.Relu(es.ConcatD([es.Neg(g.x), *tensors], concat_dim=1, N=1 + count)))
    ran = ReluOfConcat()

    assert fused(ran, graph, 1).count("Relu") == 1 + count
    assert ran.counts == [count]


def test_no_input_at_all_is_no_match() -> None:
    g = Inputs()
    graph = g.graph(es.Relu(es.ConcatD([es.Neg(g.x)], concat_dim=1, N=1)))

    obstacle, _ = only_miss(explain(ReluOfConcat, graph))

    assert obstacle.kind is ObstacleKind.INPUT_COUNT
    assert obstacle.expected == "2 inputs or more"


def test_only_inputs_of_the_pattern_are_variadic() -> None:
    with pytest.raises(ValueError, match=r"variadic: Relu .* is no input of the pattern"):
        variadic(es.Relu(GraphBuilder("p").create_input(0)), "xs")


# --- constants as numbers


class TimesTwo(PatternFusionPass):
    """x * 2 becomes x + x."""

    def __init__(self) -> None:
        config = PatternMatcherConfigBuilder().enable_const_number_match().build()
        assert config.is_enable_const_value_match()
        assert config.is_enable_const_number_match()
        super().__init__(config)

    @pattern
    def doubled(self, inputs: PatternInputs) -> TensorHolder:
        """With the number in any type."""
        return es.Mul(inputs[0], 2.0)

    def replacement(self, inputs: PatternInputs) -> TensorHolder:
        """The sum."""
        return es.Add(inputs[0], inputs[0])


@pytest.mark.parametrize(
    ("value", "matches"),
    [
        (np.float32(2), 1),
        (np.array([2], np.float32), 1),
        (np.array([[2]], np.float32), 1),
        (np.float16(2), 1),
        (np.array([2], np.float16), 1),
        (np.int32(2), 1),
        (np.array([2, 2], np.float32), 0),
        (np.float16(2.002), 0),
        (np.int32(3), 0),
    ],
)
def test_constants_are_the_same_numbers_in_any_type(value: NDArray[Any], matches: int) -> None:
    array = np.asarray(value)
    builder = GraphBuilder("g")
    kind = {"float32": DataType.DT_FLOAT, "float16": DataType.DT_FLOAT16, "int32": DataType.DT_INT32}[array.dtype.name]
    x = builder.create_input(0, data_type=kind, shape=[3, 2])
    graph = builder.build_and_reset([es.Mul(x, es.Const(builder, value=Tensor(array)))])

    assert fused(TimesTwo, graph, matches) == (["Add"] if matches else ["Mul"])
