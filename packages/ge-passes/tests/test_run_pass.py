"""One pass, run alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import ge.es.all as es
import pytest
from conftest import ExpAndSqrt, exp_before_sqrt
from ge.error import GeError
from ge.es import GraphBuilder, TensorHolder
from ge.graph import Graph, Node
from ge.passes import (
    DecomposePass,
    FusionBasePass,
    MatchResult,
    PassContext,
    PassStage,
    PatternFusionPass,
    clear_registered_passes,
    pattern,
    register_fusion_pass,
)
from ge.passes.pattern import PatternInputs
from ge.passes.testing import Match, SkipReason, run_pass

Types = Callable[[Graph], list[str]]


class ReluToTanh(PatternFusionPass):
    """Not registered; refuses what `refused` names."""

    def __init__(self, refused: str = "") -> None:
        super().__init__()
        self.refused = refused

    @pattern
    def relu(self, inputs: PatternInputs) -> TensorHolder:
        """Relu(x)."""
        return es.Relu(inputs[0])

    def meet_requirements(self, match_result: MatchResult) -> bool:
        """Any but the refused one."""
        return match_result.get_matched_nodes()[0].name != self.refused

    def replacement(self, inputs: PatternInputs) -> TensorHolder:
        """Tanh(x)."""
        return es.Tanh(inputs[0])


def relus(count: int = 2) -> Graph:
    """Relus one after another."""
    builder = GraphBuilder("relus")
    x = builder.create_input(0, name="x", shape=[2, 3])
    for _ in range(count):
        x = es.Relu(x)
    return builder.build_and_reset([x])


def names(graph: Graph, type_name: str) -> list[str]:
    """Names of the nodes of a type."""
    return [node.name for node in graph.get_all_nodes() if node.type == type_name]


def test_the_new_graph_is_returned_and_the_old_one_stays(node_types: Types) -> None:
    before = relus()

    after, report = run_pass(ReluToTanh, before)

    assert node_types(before) == ["Relu", "Relu"]
    assert node_types(after) == ["Tanh", "Tanh"]
    assert report.name == "ReluToTanh"
    assert report.changed
    first, second = names(before, "Relu")
    assert report.matches == (
        Match("relus", "ReluToTanh_relu_pattern", first, (first,)),
        Match("relus", "ReluToTanh_relu_pattern", second, (second,)),
    )
    assert report.skips == ()
    assert (report.nodes_before, report.nodes_after) == (4, 4)
    assert 0 < report.time_s < 60


def test_a_graph_can_be_changed_in_place(node_types: Types) -> None:
    graph = relus()

    after, _ = run_pass(ReluToTanh(), graph, in_place=True)

    assert after is graph
    assert node_types(graph) == ["Tanh", "Tanh"]


def test_an_instance_is_used_with_its_own_state_and_skips_have_reasons(node_types: Types) -> None:
    before = relus()
    first, second = names(before, "Relu")

    after, report = run_pass(ReluToTanh(refused=first), before)

    assert node_types(after) == ["Relu", "Tanh"]
    assert [match.node for match in report.matches] == [second]
    (skip,) = report.skips
    assert (skip.match.node, skip.reason, skip.text) == (first, SkipReason.REFUSED, "")


def test_a_hook_that_raises_is_a_skip_with_its_traceback() -> None:
    class Raising(ReluToTanh):
        def meet_requirements(self, match_result: MatchResult) -> bool:
            raise KeyError("lost")

    _, report = run_pass(Raising, relus(1))

    assert not report.changed
    (skip,) = report.skips
    assert skip.reason is SkipReason.HOOK_FAILED
    assert "KeyError: 'lost'" in skip.text
    assert "in meet_requirements" in skip.text


def test_a_match_that_would_wait_for_itself_is_a_skip() -> None:
    _, report = run_pass(ExpAndSqrt, exp_before_sqrt())

    assert [skip.reason for skip in report.skips] == [SkipReason.CYCLE]


def test_shapes_are_known_at_later_stages_only() -> None:
    shapes: list[list[int]] = []

    class Looking(FusionBasePass):
        def run(self, graph: Graph, context: PassContext) -> None:
            (relu,) = (node for node in graph.get_direct_nodes() if node.type == "Relu")
            shapes.append(list(relu.get_output_desc(0).shape))

    run_pass(Looking, relus(1), stage=PassStage.BEFORE_INFER_SHAPE)
    run_pass(Looking, relus(1), stage=PassStage.AFTER_INFER_SHAPE)
    run_pass(Looking, relus(1))

    assert shapes == [[], [2, 3], [2, 3]]


def test_what_a_pass_adds_is_inferred_at_later_stages() -> None:
    after, _ = run_pass(ReluToTanh, relus(1), stage=PassStage.AFTER_INFER_SHAPE)

    (tanh,) = (node for node in after.get_all_nodes() if node.type == "Tanh")
    assert list(tanh.get_output_desc(0).shape) == [2, 3]


def test_registered_passes_are_found_by_name_and_run_at_their_stage(node_types: Types) -> None:
    clear_registered_passes()
    register_fusion_pass(name="by name", stage=PassStage.BEFORE_INFER_SHAPE)(ReluToTanh)
    try:
        after, report = run_pass("by name", relus())
    finally:
        clear_registered_passes()
        del ReluToTanh.__ge_pass_descriptor__  # type: ignore[attr-defined]  # the registration's mark

    assert node_types(after) == ["Tanh", "Tanh"]
    assert (report.name, report.stage) == ("by name", PassStage.BEFORE_INFER_SHAPE)


def test_built_in_passes_are_found_by_name() -> None:
    builder = GraphBuilder("dead")
    x = builder.create_input(0, shape=[2])
    es.Exp(x)
    graph = builder.build_and_reset([es.Relu(x)])

    after, report = run_pass("PrunePass", graph)

    assert report.changed
    assert (report.nodes_before, report.nodes_after) == (4, 3)
    assert names(after, "Exp") == []


def test_decompose_passes_tell_their_nodes(node_types: Types) -> None:
    class Swish(DecomposePass):
        op_types: ClassVar[list[str]] = ["Relu"]

        def meet_requirements(self, node: Node) -> bool:
            return node.get_in_data_nodes_and_port_indexes(0)[0].type == "Data"

        def replacement(self, node: Node) -> Graph:
            builder = GraphBuilder("swish")
            x = builder.create_input(0)
            return builder.build_and_reset([es.Mul(x, es.Sigmoid(x))])

    before = relus()
    first, second = names(before, "Relu")

    after, report = run_pass(Swish, before)

    assert node_types(after) == ["Mul", "Relu", "Sigmoid"]
    assert report.matches == (Match("relus", "", first, (first,)),)
    assert [(skip.match.node, skip.reason) for skip in report.skips] == [(second, SkipReason.REFUSED)]


def test_options_reach_the_context() -> None:
    class Asking(FusionBasePass):
        def run(self, graph: Graph, context: PassContext) -> None:
            assert context.get_option_value("ge.socVersion") == "Ascend910B1"
            assert context.get_pass_name() == "Asking"

    run_pass(Asking, relus(1), options={"ge.socVersion": "Ascend910B1"})


def test_a_pass_that_fails_says_so_with_the_traceback() -> None:
    class Broken(ReluToTanh):
        def replacement(self, inputs: PatternInputs) -> TensorHolder:
            raise ValueError("no idea")

    with pytest.raises(GeError) as caught:
        run_pass(Broken, relus(1))

    for reason in ['fusion pass "Broken" failed', "ValueError: no idea", "in replacement", 'on graph "relus"']:
        assert reason in str(caught.value)


def test_a_name_that_nobody_has_is_an_error() -> None:
    with pytest.raises(GeError, match='E10001: there is no fusion pass named "Nobody"'):
        run_pass("Nobody", relus(1))


def test_what_is_no_pass_is_refused() -> None:
    with pytest.raises(TypeError, match=r"a pass must be a name or a FusionBasePass, .* got int"):
        run_pass(3, relus(1))  # type: ignore[arg-type]  # the mistake


def test_subgraphs_are_visited(node_types: Types) -> None:
    def body(name: str) -> Graph:
        builder = GraphBuilder(name)
        return builder.build_and_reset([es.Relu(builder.create_input(0))])

    builder = GraphBuilder("outer")
    x = builder.create_input(0, shape=[2])
    condition = builder.create_input(1, shape=[])
    (result,) = es.If(condition, [x], 1, body("then"), body("otherwise"))
    graph = builder.build_and_reset([result])

    after, report = run_pass(ReluToTanh, graph, stage=PassStage.BEFORE_INFER_SHAPE)

    assert node_types(after) == ["If", "Tanh", "Tanh"]
    assert [match.graph for match in report.matches] == ["then", "otherwise"]
