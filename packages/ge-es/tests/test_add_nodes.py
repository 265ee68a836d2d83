"""Nodes added by hand to a graph that is there already."""

from __future__ import annotations

import ge.es.all as es
import pytest
from ge.es import GraphBuilder, add_nodes
from ge.graph import DataType, Graph, Node
from ge.utils import GeUtils


def graph_of_relu() -> Graph:
    """y = Relu(x)."""
    builder = GraphBuilder("g")
    return builder.build_and_reset([es.Relu(builder.create_input(0, name="x", shape=[2, 3]))])


def only(graph: Graph, type_name: str) -> Node:
    """The only node of a type."""
    (node,) = [node for node in graph.get_direct_nodes() if node.type == type_name]
    return node


def test_an_operator_is_added_behind_a_node_and_can_be_connected() -> None:
    graph = graph_of_relu()
    relu, end = only(graph, "Relu"), only(graph, "NetOutput")

    [(tanh, output)] = add_nodes(graph, es.Tanh, relu)
    graph.remove_edge(relu, 0, end, 0)
    graph.add_data_edge(tanh, output, end, 0)

    assert (tanh.type, output) == ("Tanh", 0)
    assert tanh.get_in_data_nodes_and_port_indexes(0) == (relu, 0)
    GeUtils.infer_shape(graph, [[2, 3]])
    assert only(graph, "Tanh").get_output_desc(0).shape == [2, 3]


def test_several_nodes_with_constants_and_several_outputs() -> None:
    graph = graph_of_relu()
    relu, x = only(graph, "Relu"), only(graph, "Data")

    added = add_nodes(graph, lambda a, b: [es.Mul(a, 2.0), *es.Split(0, b, 2, num_split=2)], (relu, 0), (x, 0))

    assert [(node.type, output) for node, output in added] == [("Mul", 0), ("Split", 0), ("Split", 1)]
    assert added[0][0].get_in_data_nodes_and_port_indexes(1)[0].type == "Const"
    assert [node.type for node in graph.get_direct_nodes()].count("Data") == 1


def test_names_that_are_taken_get_a_number() -> None:
    graph = graph_of_relu()

    for _ in range(3):
        add_nodes(graph, es.Relu, only(graph, "Data"))

    names = [node.name for node in graph.get_direct_nodes()]
    assert len(set(names)) == len(names) == 6


def test_the_function_sees_type_and_shape_of_what_it_reads() -> None:
    builder = GraphBuilder("g")
    graph = builder.build_and_reset([builder.create_input(0, shape=[4], data_type=DataType.DT_INT32)])

    [(node, _)] = add_nodes(graph, es.Abs, only(graph, "Data"))

    assert node.get_in_data_nodes_and_port_indexes(0)[0].get_output_desc(0).data_type is DataType.DT_INT32


def test_a_tensor_that_is_handed_through_stays_what_it_is() -> None:
    graph = graph_of_relu()
    relu = only(graph, "Relu")

    assert add_nodes(graph, lambda x: x, relu) == [(relu, 0)]


def test_what_does_not_fit_is_refused_and_leaves_the_graph_alone() -> None:
    graph, other = graph_of_relu(), graph_of_relu()

    with pytest.raises(RuntimeError, match=r'"Relu_0" \(Relu\) has no output 0 in graph "g"'):
        add_nodes(graph, es.Tanh, only(other, "Relu"))
    with pytest.raises(RuntimeError, match="output desc for index 1"):
        add_nodes(graph, es.Tanh, (only(graph, "Relu"), 1))
    with pytest.raises(TypeError, match="must be a Node"):
        add_nodes(graph, es.Tanh, "Relu_0")  # type: ignore[arg-type]  # the test
    with pytest.raises(TypeError, match="compute must give a tensor"):
        add_nodes(graph, lambda x: [], only(graph, "Relu"))
    assert [node.type for node in graph.get_direct_nodes()] == ["Data", "Relu", "NetOutput"]
