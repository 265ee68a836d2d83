"""Rewriting by hand: boundaries, what they accept, replacing, checks before, and inference of a replacement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ge.es.all as es
import pytest
from conftest import Compiler
from ge.es import GraphBuilder
from ge.graph import Graph, Node
from ge.passes import (
    FuseCheckResult,
    SubgraphBoundary,
    SubgraphInput,
    SubgraphOutput,
    SubgraphRewriter,
    can_fuse,
    infer_shape,
)

FAILED = 4294967295

Types = Callable[[Graph], list[str]]


def chain() -> tuple[Graph, dict[str, Node]]:
    """y = Relu(Exp(Add(x0, x1))), and its nodes by type."""
    builder = GraphBuilder("chain")
    x = builder.create_inputs(2)
    graph = builder.build_and_reset([es.Relu(es.Exp(es.Add(*x)))])
    return graph, {node.type: node for node in graph.get_all_nodes()}


def tanh(inputs: int = 1, outputs: int = 1) -> Graph:
    """Tanh of the first input, as often as asked for."""
    builder = GraphBuilder("tanh")
    x = builder.create_inputs(inputs)
    return builder.build_and_reset([es.Tanh(x[0]) for _ in range(outputs)])


def around(inputs: list[list[tuple[Node, int]]], outputs: list[tuple[Node, int]]) -> SubgraphBoundary:
    """The boundary with these slots."""
    boundary = SubgraphBoundary()
    for index, ports in enumerate(inputs):
        assert boundary.add_input(index, SubgraphInput(ports)) == 0
    for index, (node, port) in enumerate(outputs):
        assert boundary.add_output(index, SubgraphOutput(node, port)) == 0
    return boundary


def test_ports_are_checked_when_they_are_added() -> None:
    _, nodes = chain()
    add, exp = nodes["Add"], nodes["Exp"]
    source = SubgraphInput()

    assert source.add_input(node=exp, out_index=0) == 0
    assert source.add_input(exp, 1) == FAILED  # no such port
    assert source.add_input(add, 0) == FAILED  # another producer
    assert SubgraphInput().add_input(nodes["Data"], 0) == FAILED  # nothing feeds it
    result = SubgraphOutput()
    assert result.set_output(node=exp, out_index=1) == FAILED
    assert result.set_output(exp, 0) == 0
    assert result.set_output(exp, 0) == FAILED  # set already
    assert SubgraphOutput(exp, 0).set_output(exp, 0) == FAILED
    boundary = SubgraphBoundary()
    assert boundary.add_input(index=3, input=source) == 0
    assert boundary.add_input(3, source) == FAILED
    assert boundary.add_output(index=0, output=result) == 0
    assert boundary.add_output(0, result) == FAILED


@pytest.mark.parametrize("ports", [[["node", 0]], [("node",)], ["ab", "cd"]])
def test_ports_are_tuples_of_node_and_number(ports: Any) -> None:
    with pytest.raises(RuntimeError):
        SubgraphInput(ports)


def test_what_is_no_node_is_refused() -> None:
    with pytest.raises(RuntimeError):
        SubgraphInput([("x", 0)])  # type: ignore[list-item]
    with pytest.raises(RuntimeError):
        SubgraphOutput("x", 0)  # type: ignore[call-overload]


def test_slots_are_in_the_order_of_their_numbers(node_types: Types) -> None:
    graph, nodes = chain()
    boundary = SubgraphBoundary()
    boundary.add_input(7, SubgraphInput([(nodes["Add"], 1)]))
    boundary.add_input(2, SubgraphInput([(nodes["Add"], 0)]))
    boundary.add_output(5, SubgraphOutput(nodes["Exp"], 0))
    replacement = tanh(inputs=2)

    assert SubgraphRewriter.replace(boundary, replacement) == 0
    assert node_types(graph) == ["Relu", "Tanh"]
    (made,) = (node for node in graph.get_all_nodes() if node.type == "Tanh")
    assert made.get_in_data_nodes_and_port_indexes(0)[0].name == "input_0"
    assert made.name.startswith("Tanh")
    assert not made.has_attr("pass_name")
    assert replacement.name == "tanh"  # still usable


def test_what_cannot_be_replaced_is_a_status_and_changes_nothing(
    node_types: Types, capfd: pytest.CaptureFixture[str]
) -> None:
    graph, nodes = chain()
    add, exp, relu = nodes["Add"], nodes["Exp"], nodes["Relu"]
    two = [[(add, 0)], [(add, 1)]]
    cases = [
        (around(two, [(exp, 0)]), tanh(1), "has 1 inputs, expected 2"),
        (around(two, [(exp, 0)]), tanh(2, 2), "has 2 outputs, expected 1"),
        (around([], []), tanh(), "has no output"),
        (around([[(exp, 0)]], [(add, 0)]), tanh(), "owns an output of the boundary and feeds an input of it"),
        (around([[]], [(relu, 0)]), tanh(), "input 0 of the boundary has no port"),
    ]

    for boundary, replacement, reason in cases:
        assert SubgraphRewriter.replace(boundary, replacement) == FAILED
        assert reason in capfd.readouterr().err
    assert node_types(graph) == ["Add", "Exp", "Relu"]


def test_a_replacement_must_be_a_graph_that_is_there() -> None:
    _, nodes = chain()
    boundary = around([[(nodes["Exp"], 0)]], [(nodes["Exp"], 0)])
    given_away = tanh()
    given_away._hand_over()

    with pytest.raises(RuntimeError):
        SubgraphRewriter.replace(boundary, "tanh")  # type: ignore[call-overload]
    with pytest.raises(RuntimeError):
        SubgraphRewriter.replace(boundary, given_away)
    with pytest.raises(TypeError, match="context must be a PassContext"):
        SubgraphRewriter.replace(boundary, tanh(), context=None)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        SubgraphRewriter.replace(boundary, tanh(), None)  # type: ignore[call-overload]


def test_whether_nodes_can_be_fused_is_told_with_the_reason() -> None:
    _, nodes = chain()
    add, exp, relu = nodes["Add"], nodes["Exp"], nodes["Relu"]

    assert can_fuse(node for node in (add, exp)) == FuseCheckResult(ok=True, reason="")
    assert "nodes_before_fuse" in can_fuse([]).reason
    assert "cycle" in can_fuse([add, relu]).reason
    other, others = chain()
    assert can_fuse([add, others["Exp"]]).reason.endswith(others["Exp"].name), other.name
    add.set_attr("_deterministic", "1")
    exp.set_attr("_deterministic", "0")
    reason = can_fuse([add, exp]).reason
    assert "_deterministic" in reason
    assert "[0, 1]" in reason
    assert f"[{add.name}, {exp.name}]" in reason
    exp.set_attr("_deterministic_level", "4")
    assert "_deterministic_level" in can_fuse([exp]).reason
    for wrong in (3, ["add"], [add, None]):
        with pytest.raises(TypeError, match="nodes"):
            can_fuse(wrong)  # type: ignore[arg-type]


def test_a_replacement_is_inferred_in_the_place_of_a_node_or_a_boundary() -> None:
    builder = GraphBuilder("shapes")
    x = builder.create_input(0, shape=[2, 3])
    shape = builder.create_vector_int64([3, 2])
    graph = builder.build_and_reset([es.Relu(es.Reshape(x, shape))])
    nodes = {node.type: node for node in graph.get_all_nodes()}
    reshape = nodes["Reshape"]

    def replacement() -> Graph:
        inner = GraphBuilder("again")
        a, b = inner.create_inputs(2)
        return inner.build_and_reset([es.Tanh(es.Reshape(a, b))])

    for source in (reshape, around([[(reshape, 0)], [(reshape, 1)]], [(nodes["Relu"], 0)])):
        made = replacement()
        infer_shape(made, source)
        (found,) = (node for node in made.get_all_nodes() if node.type == "Tanh")
        assert found.get_output_desc(0).get_shape() == [3, 2]


def test_what_cannot_be_inferred_says_where() -> None:
    _, nodes = chain()

    with pytest.raises(TypeError):
        infer_shape("graph", nodes["Exp"])  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        infer_shape(tanh(), "node")  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="empty"):
        infer_shape(Graph("nothing"), nodes["Exp"])
    with pytest.raises(RuntimeError) as caught:
        infer_shape(tanh(2), nodes["Exp"])
    for part in ["replacement_graph=tanh", "source_type=Node", f"source_name={nodes['Exp'].name}"]:
        assert part in str(caught.value)
    with pytest.raises(RuntimeError, match="source_type=SubgraphBoundary") as caught:
        infer_shape(tanh(2), around([[(nodes["Exp"], 0)]], [(nodes["Exp"], 0)]))
    assert "source_name" not in str(caught.value)


BY_HAND = """
def fails(action, context, reason):
    try:
        action()
    except RuntimeError as error:
        assert str(error) == context.get_error_message()
        for part in ("pass_name=" + context.get_pass_name(), "status=4294967295", reason):
            assert part in str(error), str(error)
        return
    raise AssertionError("no error")

@register_fusion_pass(name="ByHand", stage=PassStage.BEFORE_INFER_SHAPE)
class ByHand(FusionBasePass):
    def run(self, graph, context):
        nodes = {node.type: node for node in graph.get_all_nodes()}
        add, exp, relu = nodes["Add"], nodes["Exp"], nodes["Relu"]
        BODY
"""

OPEN_BOUNDARY = """boundary = SubgraphBoundary()
        boundary.add_input(0, SubgraphInput([(add, 0)]))
        boundary.add_output(0, SubgraphOutput(exp, 0))
        builder = GraphBuilder("g")
        made = builder.build_and_reset([es.Exp(builder.create_input(0))])
"""


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("fails(lambda: report_fuse([], [relu], context), context, REASON)", "nodes_before is empty"),
        (
            "context.set_pass_name(''); fails(lambda: report_fuse([add], [], context), context, REASON)",
            "the pass has no name",
        ),
        (
            OPEN_BOUNDARY
            + "        fails(lambda: SubgraphRewriter.replace(boundary, made, context=context), context, REASON)",
            "replace failed: ",
        ),
    ],
)
def test_failed_reports_and_replacements_raise_with_pass_and_status(
    compiler: Compiler, node_types: Types, body: str, reason: str
) -> None:
    compiler.use(BY_HAND.replace("BODY", body.replace("REASON", repr(reason))))
    graph, nodes = chain()
    nodes["Add"].set_attr("_user_stream_label", "a")
    nodes["Exp"].set_attr("_user_stream_label", "b")

    compiler.compile(graph)

    assert node_types(graph) == ["Add", "Exp", "Relu"]


def test_a_report_marks_the_new_nodes_and_counts(compiler: Compiler) -> None:
    report = "report_fuse(nodes_before=[add, exp], nodes_after=[relu], context=context)"
    compiler.use(BY_HAND.replace("BODY", report).replace("ByHand", "Reporting"))
    graph, nodes = chain()

    compiler.compile(graph, **{"ge.exportCompileStat": "2"})

    assert nodes["Relu"].get_attr("pass_name") == ["Reporting"]
    assert nodes["Relu"].get_attr("_datadump_original_op_types") == ["Add", "Exp"]
    (result,) = compiler.folder.rglob("fusion_result.json")
    assert '"Reporting": {"effect_times": "1", "match_times": "1"}' in result.read_text(encoding="utf-8")
