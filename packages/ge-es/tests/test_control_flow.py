"""Operators that hold graphs."""

from __future__ import annotations

import gc
from typing import Callable

import ge.es.all as es
import pytest
from ge.es import GraphBuilder, TensorHolder
from ge.graph import Graph


def body(name: str, inputs: int = 2, outputs: int = 1) -> Graph:
    builder = GraphBuilder(name)
    tensors = builder.create_inputs(inputs)
    return builder.build_and_reset([es.Relu(tensors[0])] * outputs)


@pytest.fixture
def x() -> TensorHolder:
    return GraphBuilder("net").create_input(0, name="x")


def test_both_branches_belong_to_the_graph(x: TensorHolder) -> None:
    results = es.If(x, [x, x], 1, body("then"), body("else"))
    gc.collect()

    graph = x.get_owner_builder().build_and_reset(results)

    assert [g.name for g in graph.get_all_subgraphs()] == ["then", "else"]
    assert [node.name for node in graph.get_all_nodes()][1:3] == ["If_0", "input_0"]


def test_graphs_of_every_depth_end_up_at_the_root(x: TensorHolder) -> None:
    inner = GraphBuilder("inner")
    tensors = inner.create_inputs(2)
    nested = inner.build_and_reset(es.If(tensors[0], tensors, 1, body("a"), body("b")))

    results = es.Case(x, [x, x], 1, [nested, body("c")])

    graph = x.get_owner_builder().build_and_reset(results)
    assert sorted(g.name for g in graph.get_all_subgraphs()) == ["a", "b", "c", "inner"]
    assert graph.find_node_by_name("Case_0").type == "Case"


CALLS: list[tuple[str, Callable[[TensorHolder], list[TensorHolder]]]] = [
    ("While", lambda x: es.While([x, x], 2, body("cond"), body("body", 2, 2))),
    ("StatelessWhile", lambda x: es.StatelessWhile([x, x], 2, body("cond", 2, 2), body("body", 2, 2))),
    ("_While", lambda x: es._While([x, x], 2, body("cond", 2, 2), body("body", 2, 2))),
    ("_If", lambda x: es._If(x, [x, x], 1, body("then"), body("else"))),
    ("StatelessIf", lambda x: es.StatelessIf(x, [x, x], 1, body("then"), body("else"))),
    ("StatelessCase", lambda x: es.StatelessCase(x, [x, x], 1, [body("only")])),
    ("For", lambda x: es.For(0, 10, 1, [x, x], 1, body("body"))),
    ("PartitionedCall", lambda x: es.PartitionedCall([x, x], 1, body("f"), config="c")),
    ("StatefulPartitionedCall", lambda x: es.StatefulPartitionedCall([x, x], 1, body("f"))),
]


@pytest.mark.parametrize(("op_type", "make"), CALLS, ids=[name for name, _ in CALLS])
def test_a_control_flow_operator_can_be_built(
    x: TensorHolder, op_type: str, make: Callable[[TensorHolder], list[TensorHolder]]
) -> None:
    results = make(x)

    assert {result._get_node_snapshot().type for result in results} == {op_type}


def test_a_graph_that_is_in_use_is_cloned(x: TensorHolder) -> None:
    shared = body("shared")
    es.If(x, [x, x], 1, shared, shared)
    results = es.PartitionedCall([x, x], 1, shared)

    graph = x.get_owner_builder().build_and_reset(results)

    bodies = graph.get_all_subgraphs()
    assert [g.name for g in bodies] == ["shared", "shared_1", "shared_2"]
    assert [[node.type for node in g.get_direct_nodes()] for g in bodies] == [["Data", "Data", "Relu", "NetOutput"]] * 3
    assert shared._owner is x.get_owner_builder()


def test_the_clone_of_a_body_brings_bodies_of_its_own(x: TensorHolder) -> None:
    inner = GraphBuilder("inner")
    tensors = inner.create_inputs(2)
    nested = inner.build_and_reset(es.If(tensors[0], tensors, 1, body("a"), body("b")))

    results = es.If(x, [x, x], 1, nested, nested)

    graph = x.get_owner_builder().build_and_reset(results)
    assert sorted(g.name for g in graph.get_all_subgraphs()) == ["a", "a_1", "b", "b_1", "inner", "inner_1"]


def test_a_body_of_a_graph_that_was_built_serves_another(x: TensorHolder) -> None:
    other = GraphBuilder("other")
    inputs = other.create_inputs(2)
    built = other.build_and_reset(es.If(inputs[0], inputs, 1, body("then"), body("else")))
    then = built.get_subgraph("then")
    assert then is not None

    results = es.PartitionedCall([x, x], 1, then)

    graph = x.get_owner_builder().build_and_reset(results)
    assert [g.name for g in graph.get_all_subgraphs()] == ["then_1"]
    assert [g.name for g in built.get_all_subgraphs()] == ["then", "else"]


WRONG: list[tuple[str, Callable[[TensorHolder], object]]] = [
    ("it has 2 outputs, the operator 1", lambda x: es.If(x, [x, x], 1, body("a"), body("b", 2, 2))),
    ('"input_1" has the index 1, but the operator passes 1 inputs', lambda x: es.If(x, [x], 1, body("a"), body("b"))),
    ('named like "a"', lambda x: es.If(x, [x, x], 1, body("a"), body("a"))),
    ("it has 1 outputs, the operator 2", lambda x: es._While([x, x], 2, body("c"), body("b", 2, 2))),
]


@pytest.mark.parametrize(("text", "act"), WRONG, ids=[text for text, _ in WRONG])
def test_a_graph_that_does_not_fit_is_refused(
    x: TensorHolder, text: str, act: Callable[[TensorHolder], object]
) -> None:
    with pytest.raises(ValueError, match=text):
        act(x)

    assert len(x.get_owner_builder().build_and_reset().get_direct_nodes()) == 2


def test_what_is_no_graph_is_refused(x: TensorHolder) -> None:
    with pytest.raises(AttributeError, match="Subgraph must be a Graph, not NoneType"):
        es.If(x, [x, x], 1, body("then"), None)  # type: ignore[arg-type]  # that is the test


def test_an_operator_without_graphs_takes_an_empty_list_of_inputs_beside_others(x: TensorHolder) -> None:
    joined = es.ConcatV2([], x, N=1)

    assert joined._get_node_snapshot().get_inputs_size() == 1
