"""What reports tell of a pass: each place once, those of graph passes too, and what is wrong where it is wrong."""

from __future__ import annotations

import ge.es.all as es
import pytest
from ge.error import GeError
from ge.es import GraphBuilder, TensorHolder
from ge.graph import Graph, Node
from ge.passes import (
    DecomposePass,
    FusionBasePass,
    PassContext,
    PassStage,
    PatternFusionPass,
    SubgraphBoundary,
    SubgraphInput,
    SubgraphOutput,
    SubgraphRewriter,
    explain,
    pattern,
    report_fuse,
)
from ge.passes.pattern import PatternInputs
from ge.passes.testing import run_pass


class AddOfTanh(PatternFusionPass):
    """Tanh(x) + y and y + Tanh(x)."""

    @pattern
    def left(self, inputs: PatternInputs) -> TensorHolder:
        return es.Add(es.Tanh(inputs[0]), inputs[1])

    @pattern
    def right(self, inputs: PatternInputs) -> TensorHolder:
        return es.Add(inputs[1], es.Tanh(inputs[0]))

    def replacement(self, inputs: PatternInputs) -> TensorHolder:
        x, y = inputs[:2]
        return es.Sub(y, es.Neg(es.Tanh(x)))


def both_orders() -> Graph:
    """Both, one behind the other."""
    builder = GraphBuilder("orders")
    x, y = builder.create_input(0, shape=[2]), builder.create_input(1, shape=[2])
    return builder.build_and_reset([es.Relu(es.Add(y, es.Tanh(es.Relu(es.Add(es.Tanh(x), y)))))])


def test_a_node_that_one_order_matches_is_no_miss_of_the_other() -> None:
    found = explain(AddOfTanh, both_orders())

    assert len(found.matches) == 2
    assert found.misses == ()


def test_a_node_that_no_order_matches_is_a_miss_still() -> None:
    builder = GraphBuilder("none")
    x = builder.create_input(0, shape=[2])

    found = explain(AddOfTanh, builder.build_and_reset([es.Add(x, x)]))

    assert {miss.node for miss in found.misses} == {"Add_0"}


def relus() -> Graph:
    """y = Relu(Relu(x))."""
    builder = GraphBuilder("relus")
    return builder.build_and_reset([es.Relu(es.Relu(builder.create_input(0, shape=[2])))])


def relu_nodes(graph: Graph) -> tuple[Node, Node]:
    """The two."""
    first, second = (node for node in graph.get_direct_nodes() if node.type == "Relu")
    return first, second


class ByRewriter(FusionBasePass):
    """One Tanh for both, by the rewriter."""

    tells = False

    def run(self, graph: Graph, context: PassContext) -> None:
        first, second = relu_nodes(graph)
        boundary = SubgraphBoundary()
        boundary.add_input(0, SubgraphInput([(first, 0)]))
        boundary.add_output(0, SubgraphOutput(second, 0))
        builder = GraphBuilder("tanh")
        tanh = builder.build_and_reset([es.Tanh(builder.create_input(0))])
        if self.tells:
            SubgraphRewriter.replace(boundary, tanh, context=context)
        else:
            assert SubgraphRewriter.replace(boundary, tanh) == 0


class ByContext(ByRewriter):
    """The same, with the context."""

    tells = True


class ByHand(FusionBasePass):
    """One Relu for both, by hand."""

    def run(self, graph: Graph, context: PassContext) -> None:
        first, second = relu_nodes(graph)
        (reader, port) = second.get_out_data_nodes_and_port_indexes(0)[0]
        graph.remove_edge(second, 0, reader, port)
        graph.add_data_edge(first, 0, reader, port)
        report_fuse([first, second], [first], context)
        graph.remove_node(second)


@pytest.mark.parametrize("kind", [ByRewriter, ByContext, ByHand])
def test_what_a_graph_pass_replaces_is_a_match(kind: type[FusionBasePass]) -> None:
    before = relus()
    names = {node.name for node in relu_nodes(before)}

    after, report = run_pass(kind, before)

    (match,) = report.matches
    assert (match.graph, match.pattern, set(match.nodes)) == ("relus", "", names)
    if kind is not ByHand:
        (tensor,) = match.tensors
        assert tensor[0] == ("Relu_1", 0)
        assert after.find_node_by_name(tensor[1][0]).type == "Tanh"


class Flattens(PatternFusionPass):
    """Wrong: another shape."""

    @pattern
    def tanh(self, inputs: PatternInputs) -> TensorHolder:
        return es.Tanh(inputs[0])

    def replacement(self, inputs: PatternInputs) -> TensorHolder:
        return es.Reshape(inputs[0], [-1])


class FlattensNodes(DecomposePass):
    """The same."""

    op_types = ["Tanh"]  # noqa: RUF012  # as registration sets it

    def replacement(self, node: Node) -> Graph:
        builder = GraphBuilder("flat")
        return builder.build_and_reset([es.Reshape(builder.create_input(0), [-1])])


def tanh_and_matmul() -> Graph:
    """MatMul(Tanh(x), Tanh(x)), which needs matrices."""
    builder = GraphBuilder("tanh")
    x = builder.create_input(0, shape=[2, 2])
    return builder.build_and_reset([es.MatMul(es.Tanh(x), x)])


@pytest.mark.parametrize("kind", [Flattens, FlattensNodes])
def test_a_replacement_of_another_shape_is_refused_at_its_place(kind: type[FusionBasePass]) -> None:
    with pytest.raises(GeError) as caught:
        run_pass(kind, tanh_and_matmul())

    for part in [f'fusion pass "{kind.__name__}" failed', "has shape [4], expected [2, 2]", '"Tanh_0" (Tanh)']:
        assert part in str(caught.value)
    (miss,) = explain(kind, tanh_and_matmul()).misses
    assert "has shape [4], expected [2, 2]" in str(miss)


def test_shapes_that_may_be_the_same_and_shapes_before_inference_are_let_be() -> None:
    class Keeps(Flattens):
        def replacement(self, inputs: PatternInputs) -> TensorHolder:
            return es.Reshape(inputs[0], es.Shape(inputs[0]))

    builder = GraphBuilder("open")
    x = builder.create_input(0, shape=[-1, 3])
    opened = builder.build_and_reset([es.Relu(es.Tanh(x))])

    assert len(run_pass(Keeps, opened)[1].matches) == 1
    assert len(run_pass(Flattens, relus_of_tanh(), stage=PassStage.BEFORE_INFER_SHAPE)[1].matches) == 1


def relus_of_tanh() -> Graph:
    """y = Relu(Tanh(x))."""
    builder = GraphBuilder("tanh")
    return builder.build_and_reset([es.Relu(es.Tanh(builder.create_input(0, shape=[2, 2])))])
