"""What `explain` says of graphs that look a little like a pattern, but not quite."""

from __future__ import annotations

from typing import ClassVar

import ge.es.all as es
import numpy as np
import pytest
from conftest import ExpAndSqrt, exp_before_sqrt
from ge.error import GeError
from ge.es import GraphBuilder, TensorHolder
from ge.graph import Graph, Node, Tensor
from ge.passes import (
    Candidate,
    DecomposePass,
    FusionBasePass,
    MatchResult,
    Obstacle,
    ObstacleKind,
    PassContext,
    PatternFusionPass,
    PatternMatcherConfig,
    PatternMatcherConfigBuilder,
    create_pattern,
    explain,
    pattern,
)
from ge.passes.base import PatternOrGraph
from ge.passes.pattern import PatternInputs


class AddRelu(PatternFusionPass):
    """Relu(Add(x, y)) becomes Tanh(Add(x, y))."""

    @pattern
    def added(self, inputs: PatternInputs) -> TensorHolder:
        """Relu(x + y)."""
        return es.Relu(es.Add(inputs[0], inputs[1]))

    def replacement(self, inputs: PatternInputs) -> TensorHolder:
        """Tanh(x + y)."""
        return es.Tanh(es.Add(inputs[0], inputs[1]))


class Inputs:
    """A graph being built, with two inputs."""

    def __init__(self) -> None:
        self.builder = GraphBuilder("g")
        self.x, self.y = (self.builder.create_input(i, name="xy"[i], shape=[2, 3]) for i in range(2))

    def graph(self, *results: TensorHolder) -> Graph:
        """The graph that gives these."""
        return self.builder.build_and_reset(list(results))


def only(candidates: tuple[Candidate, ...]) -> tuple[Candidate, Obstacle]:
    """The one candidate there is, and what stopped it."""
    (candidate,) = candidates
    assert candidate.obstacle is not None
    return candidate, candidate.obstacle


def test_another_type_is_named_with_what_was_expected() -> None:
    g = Inputs()
    product = es.Mul(g.x, g.y)
    graph = g.graph(es.Relu(product))

    candidate, obstacle = only(explain(AddRelu, graph).misses)

    assert obstacle.kind is ObstacleKind.TYPE
    assert (obstacle.expected, obstacle.found, obstacle.node) == ("Add", "Mul", product.name)
    assert (len(candidate.matched), candidate.pattern_size) == (1, 4)
    assert candidate.nodes == (candidate.node,)
    assert f'expected type Add, found Mul "{product.name}"' in str(candidate)


def test_a_match_is_told_with_its_nodes() -> None:
    g = Inputs()
    total = es.Add(g.x, g.y)
    relu = es.Relu(total)
    graph = g.graph(relu)

    (candidate,) = explain(AddRelu, graph).matches

    assert candidate.node == relu.name
    assert candidate.nodes == (total.name, relu.name)


def test_a_consumer_outside_is_named() -> None:
    g = Inputs()
    total = es.Add(g.x, g.y)
    exp = es.Exp(total)
    graph = g.graph(es.Relu(total), exp)

    _, obstacle = only(explain(AddRelu, graph).misses)

    assert obstacle.kind is ObstacleKind.OUTSIDE_READER
    assert (obstacle.node, obstacle.found) == (total.name, f'"{exp.name}"')


def test_the_pattern_may_stop_at_the_graphs_own_output() -> None:
    g = Inputs()
    total = es.Add(g.x, g.y)
    graph = g.graph(es.Relu(total), total)

    _, obstacle = only(explain(AddRelu, graph).misses)

    assert obstacle.kind is ObstacleKind.OUTSIDE_READER
    assert "NetOutput" in obstacle.found


def exact() -> PatternMatcherConfig:
    """Constants and attributes count."""
    return PatternMatcherConfigBuilder().enable_const_value_match().enable_ir_attr_match().build()


class AddOne(PatternFusionPass):
    """x + 1 in float32."""

    def __init__(self) -> None:
        super().__init__(exact())

    @pattern
    def added(self, inputs: PatternInputs) -> TensorHolder:
        """x + 1."""
        return es.Add(inputs[0], 1.0)

    def replacement(self, inputs: PatternInputs) -> TensorHolder:
        """The same."""
        return es.Sub(inputs[0], -1.0)


def test_constants_are_shown_with_both_values() -> None:
    g = Inputs()
    graph = g.graph(es.Add(g.x, 2.0))

    _, obstacle = only(explain(AddOne, graph).misses)

    assert obstacle.kind is ObstacleKind.CONST_VALUE
    assert "1.000000" in obstacle.expected
    assert "2.000000" in obstacle.found


def test_a_shared_constant_is_named_with_its_other_reader() -> None:
    g = Inputs()
    one = es.Const(g.builder, value=Tensor(np.array(1.0, np.float32)))
    product = es.Mul(g.y, one)
    graph = g.graph(es.Add(g.x, one), product)

    _, obstacle = only(explain(AddOne, graph).misses)

    assert obstacle.kind is ObstacleKind.SHARED_CONSTANT
    assert (obstacle.node, obstacle.found) == (one.name, f'"{product.name}"')


def leaky(slope: float) -> Graph:
    """LeakyRelu(x)."""
    builder = GraphBuilder("leaky")
    return builder.build_and_reset([es.LeakyRelu(builder.create_input(0, shape=[2]), negative_slope=slope)])


def test_attributes_are_shown_with_both_values() -> None:
    _, obstacle = only(explain(leaky(0.5), leaky(0.25), matcher_config=exact()).misses)

    assert obstacle.kind is ObstacleKind.ATTRIBUTE
    assert (obstacle.expected, obstacle.found) == ("negative_slope=0.500000", "negative_slope=0.250000")
    assert explain(leaky(0.5), leaky(0.25)).matches


def test_the_number_of_inputs_is_counted() -> None:
    def clipped(builder: GraphBuilder, bias: bool) -> Graph:
        x, w = builder.create_inputs(2)
        b = builder.create_input(2) if bias else None
        return builder.build_and_reset([es.MatMul(x, w, b)])

    _, obstacle = only(explain(clipped(GraphBuilder("p"), True), clipped(GraphBuilder("g"), False)).misses)

    assert obstacle.kind is ObstacleKind.INPUT_COUNT
    assert (obstacle.expected, obstacle.found) == ("3 inputs", "2 inputs")


def test_one_node_in_the_pattern_and_two_in_the_graph() -> None:
    builder = GraphBuilder("p")
    root = es.Relu(builder.create_input(0))
    doubled = builder.build_and_reset([es.Add(root, root)])
    g = Inputs()
    graph = g.graph(es.Add(es.Relu(g.x), es.Relu(g.y)))

    _, obstacle = only(explain(doubled, graph).misses)

    assert obstacle.kind is ObstacleKind.OTHER_NODE


def test_nothing_for_another_output() -> None:
    builder = GraphBuilder("p")
    x = builder.create_input(0)
    two = builder.build_and_reset([es.Exp(x), es.Sqrt(es.Exp(x))])
    g = Inputs()
    graph = g.graph(es.Exp(g.x))

    _, obstacle = only(explain(two, graph).misses)

    assert (obstacle.kind, obstacle.expected) == (ObstacleKind.OTHER_OUTPUT, "Sqrt")


def test_a_requirement_that_says_no_and_one_that_fails() -> None:
    class Refusing(AddRelu):
        def meet_requirements(self, match_result: MatchResult) -> bool:
            if match_result.get_captured_tensor(0).node.type == "Relu":
                raise KeyError("lost")
            return False

    g = Inputs()
    graph = g.graph(es.Relu(es.Add(es.Relu(es.Add(g.x, g.y)), g.y)))

    found = explain(Refusing, graph)

    assert [candidate.obstacle.kind for candidate in found.misses if candidate.obstacle] == [
        ObstacleKind.REFUSED,
        ObstacleKind.HOOK_FAILED,
    ]
    assert "meet_requirements said no" in str(found)
    assert "KeyError: 'lost'" in str(found)


def test_a_cycle_is_a_risk() -> None:
    _, obstacle = only(explain(ExpAndSqrt, exp_before_sqrt()).misses)

    assert obstacle.kind is ObstacleKind.CYCLE
    assert "cycle risk" in str(obstacle)


def test_stream_labels_that_contradict_each_other_would_fail_the_compilation() -> None:
    g = Inputs()
    total = es.Add(g.x, g.y)
    graph = g.graph(es.Relu(total))
    for label, node in zip("ab", (node for node in graph.get_all_nodes() if node.type in ("Add", "Relu"))):
        node.set_attr("_user_stream_label", label)

    _, obstacle = only(explain(AddRelu, graph).misses)

    assert obstacle.kind is ObstacleKind.CONFLICT
    assert "_user_stream_label: [a, b]" in obstacle.found


def test_a_replacement_that_fails_is_told_and_the_next_candidate_tried() -> None:
    class Failing(AddRelu):
        def replacement(self, inputs: PatternInputs) -> TensorHolder:
            raise ValueError("no idea")

    g = Inputs()
    graph = g.graph(es.Relu(es.Add(es.Relu(es.Add(g.x, g.y)), g.y)))

    found = explain(Failing, graph)

    assert [candidate.obstacle.kind for candidate in found.misses if candidate.obstacle] == [ObstacleKind.FAILED] * 2
    assert "ValueError: no idea" in str(found)


class ReluPair(PatternFusionPass):
    """Relu(Relu(x)) becomes Tanh(x)."""

    @pattern
    def pair(self, inputs: PatternInputs) -> TensorHolder:
        """Relu(Relu(x))."""
        return es.Relu(es.Relu(inputs[0]))

    def replacement(self, inputs: PatternInputs) -> TensorHolder:
        """Tanh(x)."""
        return es.Tanh(inputs[0])


@pytest.mark.parametrize("alone", [False, True])
def test_nodes_that_another_match_has_used_are_said_to_be(alone: bool) -> None:
    g = Inputs()
    first = es.Relu(g.x)
    second = es.Relu(first)
    third = es.Relu(second)
    graph = g.graph(third)
    builder = GraphBuilder("pair")
    given = create_pattern(builder.build_and_reset([es.Relu(es.Relu(builder.create_input(0)))]))

    found = explain(given if alone else ReluPair, graph)

    assert [match.node for match in found.matches] == [second.name]
    stopped = {candidate.node: candidate.obstacle for candidate in found.misses}
    assert set(stopped) == {first.name, third.name}
    obstacle = stopped[third.name]
    assert obstacle is not None
    assert obstacle.kind is ObstacleKind.USED
    assert given.is_valid()


def test_only_what_met_a_node_can_be_asked_for() -> None:
    g = Inputs()
    product = es.Mul(g.x, g.y)
    graph = g.graph(es.Relu(product), es.Relu(es.Sub(g.x, g.y)), es.Exp(g.x))
    (exp,) = (node for node in graph.get_all_nodes() if node.type == "Exp")

    assert len(explain(AddRelu, graph).misses) == 2
    assert only(explain(AddRelu, graph, product.name).misses)[1].found == "Mul"
    assert str(only(explain(AddRelu, graph, exp).misses)[1]) == f'expected type Relu, found Exp "{exp.name}"'
    with pytest.raises(ValueError, match="graph 'g' has no node named 'nothing'"):
        explain(AddRelu, graph, "nothing")


def test_a_graph_without_candidates_says_what_it_lacks() -> None:
    g = Inputs()

    assert "no candidates: the graph has no Relu" in str(explain(AddRelu, g.graph(es.Exp(g.x))))


def test_decompose_passes_have_candidates_too() -> None:
    class Never(DecomposePass):
        op_types: ClassVar[list[str]] = ["Exp"]

        def meet_requirements(self, node: Node) -> bool:
            return False

    g = Inputs()
    exp = es.Exp(g.x)
    graph = g.graph(exp)

    candidate, obstacle = only(explain(Never, graph).misses)

    assert (candidate.node, obstacle.kind) == (exp.name, ObstacleKind.REFUSED)


def test_patterns_that_cannot_be_made_or_matched_are_told_of() -> None:
    class Broken(AddRelu):
        def patterns(self) -> list[PatternOrGraph]:
            raise OSError("no disk")

    g = Inputs()
    graph = g.graph(es.Exp(g.x))

    with pytest.raises(GeError, match="OSError: no disk"):
        explain(Broken, graph)
    builder = GraphBuilder("nothing")
    with pytest.raises(ValueError, match="its outputs are inputs: there is nothing to look for"):
        explain(builder.build_and_reset([builder.create_input(0)]), graph)


def test_a_pass_that_has_only_run_cannot_be_explained() -> None:
    class Runs(FusionBasePass):
        def run(self, graph: Graph, context: PassContext) -> None:
            pass

    with pytest.raises(TypeError, match=r"pass Runs has only run\(\)"):
        explain(Runs, leaky(0.5))


def test_the_graph_stays_as_it_is() -> None:
    g = Inputs()
    graph = g.graph(es.Relu(es.Add(g.x, g.y)))
    before = str(graph)

    assert explain(AddRelu, graph).matches
    assert str(graph) == before


class GrowingRelu(PatternFusionPass):
    """Puts two where it found one, without end."""

    @pattern
    def relu(self, inputs: PatternInputs) -> TensorHolder:
        """Relu(x)."""
        return es.Relu(inputs[0])

    def replacement(self, inputs: PatternInputs) -> TensorHolder:
        """Relu(Relu(x))."""
        return es.Relu(es.Relu(inputs[0]))


def test_a_pattern_that_matches_without_end_is_explained_up_to_there() -> None:
    g = Inputs()

    explanation = explain(GrowingRelu, g.graph(es.Relu(g.x)))

    assert explanation.matches
    (error,) = explanation.errors
    assert 'pattern "GrowingRelu_relu_pattern" keeps matching what the pass put there' in error
