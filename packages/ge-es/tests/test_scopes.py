"""Scopes: what every node created inside gets."""

from __future__ import annotations

import threading

import pytest
from ge.es import GraphBuilder, TensorHolder, attr_scope, control_dependency_scope
from ge.es.math import Split
from ge.es.nn import Relu
from ge.graph import Node


def node_of(tensor: TensorHolder) -> Node:
    return tensor._get_node_snapshot()


def controls(tensor: TensorHolder) -> list[str]:
    return [node.name for node in node_of(tensor).get_in_control_nodes()]


def failing_inside(attrs: dict[str, int], x: TensorHolder) -> TensorHolder:
    """A node made in a scope that an error ends."""
    made: list[TensorHolder] = []
    try:
        with attr_scope(attrs):
            made.append(Relu(x))
            raise KeyError
    except KeyError:
        return made[0]


def test_every_node_gets_the_attributes() -> None:
    builder = GraphBuilder()
    with attr_scope({"stage": "a", "level": 1}):
        x = builder.create_input(0)
        made = [x, builder.create_const_int64([1, 2]), builder.create_variable(0, "v"), Relu(x), x + x]
        parts = Split(0, x, 2, num_split=2)
    after = Relu(x)

    for tensor in [*made, *parts]:
        assert (node_of(tensor).get_attr("stage"), node_of(tensor).get_attr("level")) == ("a", 1)
    assert node_of(after).has_attr("stage") is False
    # the constant that stands for the axis
    axis, _ = node_of(parts[0]).get_in_data_nodes_and_port_indexes(0)
    assert axis.get_attr("stage") == "a"


def test_an_inner_scope_wins_key_by_key_and_ends_even_by_an_error() -> None:
    x = GraphBuilder().create_input(0)
    with attr_scope({"a": 1, "b": 1}):
        inner = failing_inside({"b": 2}, x)
        outer = Relu(x)

    assert [node_of(inner).get_attr(name) for name in "ab"] == [1, 2]
    assert [node_of(outer).get_attr(name) for name in "ab"] == [1, 1]


def test_control_edges_are_added_up_outer_first() -> None:
    x, y, z = GraphBuilder().create_inputs(3)
    with control_dependency_scope([x]), control_dependency_scope([y, x]):
        node = Relu(z)

    assert controls(node) == ["input_0", "input_1", "input_0"]
    assert controls(Relu(z)) == []


def test_a_dynamic_output_of_none_is_not_seen() -> None:
    x = GraphBuilder().create_input(0)
    with attr_scope({"a": 1}):
        assert Split(x, x, 0, num_split=1) == []

    graph = x.get_owner_builder().build_and_reset()
    assert graph.find_node_by_name("Split_0").has_attr("a") is False


def test_a_wrong_value_is_seen_when_the_next_node_is_made() -> None:
    x = GraphBuilder().create_input(0)
    with attr_scope({"a": {}}), pytest.raises(ValueError, match="Unsupported attribute type"):
        Relu(x)
    with control_dependency_scope([GraphBuilder("b").create_input(0)]), pytest.raises(ValueError, match="'b'"):
        Relu(x)
    with pytest.raises(TypeError), attr_scope(1):  # type: ignore[arg-type]
        pass


def test_a_scope_belongs_to_its_thread() -> None:
    x = GraphBuilder().create_input(0)
    made: list[TensorHolder] = []

    with attr_scope({"a": 1}):
        thread = threading.Thread(target=lambda: made.append(Relu(GraphBuilder().create_input(0))))
        thread.start()
        thread.join()

    assert node_of(made[0]).has_attr("a") is False
    assert node_of(Relu(x)).has_attr("a") is False
