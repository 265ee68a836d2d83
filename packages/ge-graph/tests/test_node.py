"""Nodes: ports, descriptors, attributes."""

from __future__ import annotations

import copy
from typing import Any, Callable

import ge.es.all as es
import pytest
from ge.es import GraphBuilder
from ge.graph import DataType, Format, Graph, Node, TensorDesc


def matmul() -> tuple[Graph, Node]:
    """A graph with MatMul_0(x, w): its third input, the bias, is left out."""
    builder = GraphBuilder("net")
    x, w = builder.create_inputs(2)
    graph = builder.build_and_reset([es.MatMul(x, w)])
    return graph, graph.find_node_by_name("MatMul_0")


def test_nodes_are_not_made_directly() -> None:
    with pytest.raises(RuntimeError, match=r"Node objects should not be created directly"):
        Node()
    with pytest.raises(ValueError, match=r"^Node handle cannot be None$"):
        Node._create_from(None)


def test_name_and_type(chain: Graph) -> None:
    node = chain.find_node_by_name("Relu_0")

    assert (node.name, node.type) == ("Relu_0", "Relu")


def test_producers_and_consumers_with_their_ports(chain: Graph) -> None:
    relu, add = chain.find_node_by_name("Relu_0"), chain.find_node_by_name("Add_1")

    producer, port = add.get_in_data_nodes_and_port_indexes(1)
    consumers = relu.get_out_data_nodes_and_port_indexes(0)

    assert (producer.name, port) == ("Relu_0", 0)
    assert [(node.name, index) for node, index in consumers] == [("Add_1", 0), ("Add_1", 1)]


@pytest.mark.parametrize("index", [-1, 2, 2**40, 2**70])
def test_an_input_that_nothing_feeds_has_no_producer(chain: Graph, index: int) -> None:
    node = chain.find_node_by_name("Add_1")

    with pytest.raises(RuntimeError, match=rf"^Failed to get input data node for index {index} of Node '.*' \("):
        node.get_in_data_nodes_and_port_indexes(index)


@pytest.mark.parametrize("index", [-1, 1, 2**70])
def test_an_output_that_does_not_exist_has_no_consumers(chain: Graph, index: int) -> None:
    assert chain.find_node_by_name("Relu_0").get_out_data_nodes_and_port_indexes(index) == []


def test_an_optional_input_that_is_left_out_does_not_count() -> None:
    graph, node = matmul()

    assert (node.get_inputs_size(), node.get_outputs_size()) == (2, 1)
    assert [node.is_input_connected(index) for index in (0, 1, 2, 3, -1, 2**70)] == [True, True, *[False] * 4]
    for index in (2, -1):
        with pytest.raises(
            RuntimeError, match=rf"^Failed to get input desc for index {index} of Node 'MatMul_0' \(MatMul\): "
        ):
            node.get_input_desc(index)
    with pytest.raises(RuntimeError, match=r"^Failed to set Node MatMul_0 input attribute 'a' for index 2: "):
        node.set_input_attr("a", 2, 1)

    graph.add_data_edge(graph.find_node_by_name("input_0"), 0, node, 2)

    assert node.get_inputs_size() == 3


def test_descriptors_are_copies_until_they_are_given_back(chain: Graph) -> None:
    node = chain.find_node_by_name("Relu_0")
    desc = node.get_output_desc(0)

    desc.set_shape([2, -1]).set_format(Format.FORMAT_NCHW).set_data_type(DataType.DT_FLOAT16)
    assert node.get_output_desc(0).shape == []
    node.update_output_desc(0, desc)
    node.update_input_desc(0, TensorDesc([7]))

    assert repr(node.get_output_desc(0)) == "TensorDesc(shape=[2, -1], format=0, data_type=1)"
    assert node.get_input_desc(0).shape == [7]


def test_an_input_of_a_graph_is_its_own_origin(chain: Graph) -> None:
    desc = chain.find_node_by_name("x").get_output_desc(0)

    assert (desc.shape, desc.origin_shape) == ([2, 3], [2, 3])


def test_attributes_of_a_node(chain: Graph) -> None:
    node = chain.find_node_by_name("Relu_0")

    node.set_attr("note", "seen")

    assert (node.has_attr("note"), node.has_attr("other"), node.has_attr("")) == (True, False, False)
    assert chain.find_node_by_name("Relu_0").get_attr("note") == "seen"
    with pytest.raises(
        RuntimeError, match=r"^Failed to get attribute 'other' from Node 'Relu_0' \(Relu\), which carries .*'note'"
    ):
        node.get_attr("other")
    assert node.get_attr("other", [1, 2]) == [1, 2]
    assert node.get_attr("other", default=None) is None
    assert node.get_attr("note", "else") == "seen"
    with pytest.raises(RuntimeError, match=r"^Failed to set attribute '' on Node Relu_0"):
        node.set_attr("", 1)
    with pytest.raises(ValueError, match=r"^Unsupported attribute type: "):
        node.set_attr("note", None)


def test_attributes_of_ports(chain: Graph) -> None:
    node = chain.find_node_by_name("Add_1")

    node.set_input_attr("in", 1, [1, 2])
    node.set_output_attr("out", 0, 0.5)

    assert (node.get_input_attr("in", 1), node.get_output_attr("out", 0)) == ([1, 2], 0.5)
    with pytest.raises(RuntimeError, match=r"^Failed to get Node Add_1 input attribute 'in' for index 0$"):
        node.get_input_attr("in", 0)
    with pytest.raises(RuntimeError, match=r"^Failed to get Node Add_1 output attribute 'out' for index 4294967296$"):
        node.get_output_attr("out", 2**32)
    with pytest.raises(RuntimeError, match=r"^Failed to set Node Add_1 output attribute 'out' for index -1: "):
        node.set_output_attr("out", -1, 1)


def test_a_new_descriptor_replaces_the_attributes_of_the_port(chain: Graph) -> None:
    node = chain.find_node_by_name("Relu_0")
    node.set_output_attr("out", 0, 1)

    node.update_output_desc(0, TensorDesc())

    with pytest.raises(RuntimeError, match=r"output attribute 'out'"):
        node.get_output_attr("out", 0)


def test_a_stored_list_without_items_cannot_be_read() -> None:
    builder = GraphBuilder("net")
    x = builder.create_input(0)
    graph = builder.build_and_reset([es.Relu(x)])

    net_output = graph.find_node_by_name("NetOutput_net")

    with pytest.raises(RuntimeError, match=r"^Failed to get list_string value$"):
        net_output.get_attr("_datadump_original_op_names")


def test_arguments_are_checked(chain: Graph) -> None:
    node: Any = chain.find_node_by_name("Relu_0")
    calls: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
        (node.get_in_data_nodes_and_port_indexes, ("0",), "Input index must be an integer"),
        (node.get_out_data_nodes_and_port_indexes, (0.0,), "Output index must be an integer"),
        (node.get_attr, (1,), "Attribute key must be a string"),
        (node.set_attr, (1, 1), "Attribute key must be a string"),
        (node.has_attr, (1,), "attr_name must be a string"),
        (node.get_input_attr, (1, "a"), "Attribute name must be a string"),
        (node.set_input_attr, ("a", "b", 1), "Input index must be an integer"),
        (node.get_output_attr, ("a", "b"), "Output index must be an integer"),
        (node.set_output_attr, (1, 1, 1), "Attribute name must be a string"),
        (node.get_input_desc, ("0",), "Input index must be an integer"),
        (node.get_output_desc, ("0",), "Output index must be an integer"),
        (node.update_input_desc, ("0", 1), "Input index must be an integer"),
        (node.update_input_desc, (0, 1), "tensor_desc must be a TensorDesc"),
        (node.update_output_desc, (0, 1), "tensor_desc must be a TensorDesc"),
    ]

    for call, arguments, text in calls:
        with pytest.raises(TypeError, match=rf"^{text}$"):
            call(*arguments)


def test_a_name_can_be_set(chain: Graph) -> None:
    relu = chain.find_node_by_name("Relu_0")

    relu.name = "act"
    relu.name = "act"

    assert relu.name == "act"
    assert chain.find_node_by_name("act") is relu
    with pytest.raises(RuntimeError, match="Failed to find Node name Relu_0"):
        chain.find_node_by_name("Relu_0")
    assert chain.find_node_by_name("Add_1").get_in_data_nodes_and_port_indexes(0)[0].name == "act"


@pytest.mark.parametrize(
    ("name", "error", "text"),
    [
        ("x", ValueError, 'graph "chain" has a node "x" already'),
        ("", ValueError, "Node name must not be empty"),
        ("a\0b", ValueError, "NUL"),
        (1, TypeError, "Node name must be a string"),
    ],
)
def test_a_name_that_cannot_be_set_is_refused(chain: Graph, name: Any, error: type[Exception], text: str) -> None:
    relu = chain.find_node_by_name("Relu_0")

    with pytest.raises(error, match=text):
        relu.name = name
    with pytest.raises(TypeError, match="Node name must be a string"):
        del relu.name
    assert relu.name == "Relu_0"


def test_a_node_that_is_gone_gets_no_name(chain: Graph) -> None:
    relu = chain.find_node_by_name("Relu_0")
    chain.remove_node(relu)

    with pytest.raises(RuntimeError, match="Failed to set Node name"):
        relu.name = "act"


@pytest.mark.parametrize(("copier", "word"), [(copy.copy, "copy"), (copy.deepcopy, "deepcopy")])
def test_nodes_are_not_copied(chain: Graph, copier: Callable[[Any], Any], word: str) -> None:
    with pytest.raises(RuntimeError, match=rf"^Node does not support {word}$"):
        copier(chain.find_node_by_name("x"))
