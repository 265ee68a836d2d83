"""GraphBuilder: inputs, constants, outputs, and giving the graph out."""

from __future__ import annotations

import copy
import math
from typing import Any, Callable

import numpy as np
import pytest
from ge.es import GraphBuilder, InputType, TensorHolder
from ge.es.all import If
from ge.es.nn import Relu
from ge.graph import DataType, Format, Graph, Node, Tensor


@pytest.fixture
def builder() -> GraphBuilder:
    return GraphBuilder("net")


def nodes(graph: Graph) -> dict[str, Node]:
    return {node.name: node for node in graph.get_direct_nodes()}


def node_of(tensor: TensorHolder) -> Node:
    return tensor._get_node_snapshot()


def test_a_graph_has_its_nodes_in_the_order_they_were_made(builder: GraphBuilder) -> None:
    x = builder.create_input(0, shape=[2, -1], data_type=DataType.DT_FLOAT16, format=Format.FORMAT_NCHW)

    graph = builder.build_and_reset([Relu(x) + 1, x])

    assert graph.name == "net"
    assert [(node.name, node.type) for node in graph.get_direct_nodes()] == [
        ("input_0", "Data"),
        ("Relu_0", "Relu"),
        ("Const_1", "Const"),
        ("Add_2", "Add"),
        ("NetOutput_net", "NetOutput"),
    ]
    data = nodes(graph)["input_0"]
    assert data.get_attr("index") == 0
    for desc in (data.get_output_desc(0), data.get_input_desc(0)):
        assert (desc.shape, desc.origin_shape) == ([2, -1], [2, -1])
        assert (desc.data_type, desc.format, desc.origin_format) == (
            DataType.DT_FLOAT16,
            Format.FORMAT_NCHW,
            Format.FORMAT_NCHW,
        )
    producer, port = nodes(graph)["NetOutput_net"].get_in_data_nodes_and_port_indexes(1)
    assert (producer.name, port) == ("input_0", 0)


@pytest.mark.parametrize("kind", list(InputType))
def test_each_kind_of_input_has_its_node_type(builder: GraphBuilder, kind: InputType) -> None:
    x = builder.create_input(0, name="x", type_str=kind)

    assert (node_of(x).name, node_of(x).type) == ("x", kind.value)


def test_inputs_can_be_made_in_one_go(builder: GraphBuilder) -> None:
    tensors = builder.create_inputs(2, 1)

    assert [tensor.name for tensor in tensors] == ["input_1", "input_2"]


def test_an_empty_graph_has_only_its_net_output() -> None:
    graph = GraphBuilder().build_and_reset()

    assert graph.name == "graph"
    assert list(nodes(graph)) == ["NetOutput_graph"]


def test_a_variable_is_no_input(builder: GraphBuilder) -> None:
    variable = builder.create_variable(3, "weights")

    assert (node_of(variable).type, node_of(variable).get_attr("index")) == ("Variable", 3)
    builder.build_and_reset([variable])


CONSTANTS: list[tuple[Callable[[GraphBuilder], TensorHolder], DataType, list[int], Any]] = [
    (lambda b: b.create_const_int64(-5), DataType.DT_INT64, [], -5),
    (lambda b: b.create_const_int64([1, 2, 3]), DataType.DT_INT64, [3], [1, 2, 3]),
    (lambda b: b.create_const_int64([1, 2, 3, 4], [2, 2]), DataType.DT_INT64, [2, 2], [[1, 2], [3, 4]]),
    (lambda b: b.create_const_int64(7, [1, 1]), DataType.DT_INT64, [1, 1], [[7]]),
    (lambda b: b.create_const_int64([7]), DataType.DT_INT64, [1], [7]),
    (lambda b: b.create_const_int32([-1]), DataType.DT_INT32, [1], [-1]),
    (lambda b: b.create_const_int32([-(2**31), True]), DataType.DT_INT32, [2], [-(2**31), 1]),
    (lambda b: b.create_const_int32((1, np.int8(2))), DataType.DT_INT32, [2], [1, 2]),
    (lambda b: b.create_const_int64(np.array([[1, 2], [3, 4]])), DataType.DT_INT64, [2, 2], [[1, 2], [3, 4]]),
    (lambda b: b.create_const_float(np.float32(0.5), (1,)), DataType.DT_FLOAT, [1], [0.5]),
    (lambda b: b.create_const_float(math.inf), DataType.DT_FLOAT, [], math.inf),
    (lambda b: b.constant(np.array([1, 2], np.int8)), DataType.DT_INT8, [2], [1, 2]),
    (lambda b: b.constant(np.float16(1.5)), DataType.DT_FLOAT16, [], 1.5),
    (lambda b: b.constant(((1, 2), (3, 4.5))), DataType.DT_FLOAT, [2, 2], [[1.0, 2.0], [3.0, 4.5]]),
    (lambda b: b.constant(Tensor([1, 2], data_type=DataType.DT_UINT8, shape=[2])), DataType.DT_UINT8, [2], [1, 2]),
    (lambda b: b.create_const_uint64([0, 2**64 - 1]), DataType.DT_UINT64, [2], [0, 2**64 - 1]),
    (lambda b: b.create_const_uint32(2**32 - 1), DataType.DT_UINT32, [], 2**32 - 1),
    (lambda b: b.create_const_float([0.5, 1]), DataType.DT_FLOAT, [2], [0.5, 1.0]),
    (lambda b: b.create_const_float(2), DataType.DT_FLOAT, [], 2.0),
    (lambda b: b.create_vector_int64([4]), DataType.DT_INT64, [1], [4]),
    (lambda b: b.create_scalar_int32(4), DataType.DT_INT32, [], 4),
    (lambda b: b.create_scalar_float(0.25), DataType.DT_FLOAT, [], 0.25),
]


@pytest.mark.parametrize(("make", "data_type", "shape", "value"), CONSTANTS)
def test_a_constant_has_the_value_it_was_given(
    builder: GraphBuilder,
    make: Callable[[GraphBuilder], TensorHolder],
    data_type: DataType,
    shape: list[int],
    value: object,
) -> None:
    node = node_of(make(builder))

    tensor = node.get_attr("value")
    desc = node.get_output_desc(0)
    assert (node.type, tensor.get_data_type(), desc.data_type) == ("Const", data_type, data_type)
    assert (tensor.get_shape(), desc.shape, desc.origin_shape) == (shape, shape, shape)
    assert tensor.get_data() == value


WRONG: list[tuple[Callable[[Any], object], type[Exception], str]] = [
    (lambda b: b.create_input("0"), TypeError, "Input index must be an integer"),
    (lambda b: b.create_input(-1), RuntimeError, "Failed to create input: .*index -1 is negative"),
    (lambda b: b.create_input(2**70), ValueError, r"index 1180591620717411303424 .*range -2\^63 to 2\^63-1 for int64"),
    (lambda b: b.create_input(0, shape=[2**63]), ValueError, r"Value 9223372036854775808 .*range -2\^63 to 2\^63-1"),
    (lambda b: b.create_variable(2**63, "x"), ValueError, "for int64"),
    (lambda b: b.create_const_int32(2**31), ValueError, r"Value 2147483648 .*range -2\^31 to 2\^31-1 for int32"),
    (lambda b: b.create_const_int32([1, -(2**31) - 1]), ValueError, "Value -2147483649 .*for int32"),
    (lambda b: b.create_const_int64(2**63), ValueError, "Value 9223372036854775808 .*for int64"),
    (lambda b: b.create_vector_int64([2**63]), ValueError, "for int64"),
    (lambda b: b.create_const_uint64(2**64), ValueError, r"range 0 to 2\^64-1 for uint64"),
    (lambda b: b.create_const_uint64([1, -1]), ValueError, "Value -1 must be non-negative.* for uint64"),
    (lambda b: b.create_const_uint32([2**32]), ValueError, r"range 0 to 2\^32-1 for uint32"),
    (lambda b: b.create_const_uint32(-1), ValueError, "Value -1 must be non-negative.* for uint32"),
    (lambda b: b.create_const_float([0, 1e39]), ValueError, r"Value 1e\+39 must be within 3.40282e\+38 for float"),
    (lambda b: b.create_const_float(10**400), ValueError, "Value of 1329 bits must be within"),
    (lambda b: b.create_const_int64(-(2**5000)), ValueError, "Value of 5001 bits must be in the range"),
    (lambda b: b.create_const_int32(1, [2**63]), ValueError, "doesn't match shape"),
    (lambda b: b.set_graph_attr_int64("a", 2**63), ValueError, "Value 9223372036854775808 .*for int64"),
    (lambda b: b.set_node_attr_int64(b.create_input(0), "a", 2**63), ValueError, "for int64"),
    (
        lambda b: b.set_graph_output(b.create_input(0), 2**63),
        ValueError,
        "Output index 9223372036854775808 .*for int64",
    ),
    (lambda b: b.create_input(0).set_shape([2**63]), ValueError, "for int64"),
    (lambda b: b.create_input(0) + 2**63, ValueError, "for int64"),
    (lambda b: b.create_input(0) * 1e39, ValueError, "for float"),
    (lambda b: b.create_input(0) * [1, 2**63], ValueError, "for int64"),
    (lambda b: [b.create_input(0), b.create_input(0)], RuntimeError, "Failed to create input: .*0 is already used"),
    (lambda b: b.create_input(0, shape="1"), TypeError, "Shape must be a list of integers"),
    (lambda b: b.constant("1"), TypeError, "Value must be numbers, an array or a Tensor, not str"),
    (lambda b: b.constant(None), TypeError, "Value must be numbers"),
    (lambda b: b.create_input(0, shape=[1.0]), TypeError, "Shape must be a list of integers"),
    (lambda b: b.create_input(0, name="a\0b"), ValueError, "Name must not contain NUL"),
    (lambda b: b.create_inputs(0), TypeError, "Number of inputs must be a positive integer"),
    (lambda b: b.create_inputs(1, -1), TypeError, "Start index must be a non-negative integer"),
    (lambda b: b.create_const_int64("1"), TypeError, "Value must be an integer or list of integers"),
    (lambda b: b.create_const_int64([1.5]), TypeError, "Value must be an integer or list of integers"),
    (lambda b: b.create_const_float(["1"]), TypeError, "Value must be a float or list of floats"),
    (lambda b: b.create_const_int64([1, 2], [3]), ValueError, r"Value count 2 doesn't match shape \[3\]: expected 3"),
    (lambda b: b.create_const_int64(1, [2]), ValueError, "Value count 1 doesn't match shape"),
    (lambda b: b.create_vector_int64(1), TypeError, "Value must be a list of integers"),
    (lambda b: b.create_scalar_int64(1.0), TypeError, "Value must be an integer"),
    (lambda b: b.create_scalar_float("1"), TypeError, "Value must be a number"),
    (lambda b: b.create_scalar_uint64(-1), ValueError, "non-negative.* for uint64"),
    (lambda b: b.create_scalar_uint32(2**32), ValueError, r"range 0 to 2\^32-1 for uint32"),
    (lambda b: b.create_variable("0", "x"), TypeError, "Index must be an integer"),
    (lambda b: b.create_variable(0, 1), TypeError, "Name must be a string"),
    (lambda b: b.set_graph_output(1, 0), TypeError, "Tensor must be a TensorHolder"),
    (lambda b: b.set_graph_output(b.create_input(0), "0"), TypeError, "Output index must be an integer"),
    (
        lambda b: b.set_graph_output(b.create_input(0), -1),
        RuntimeError,
        "Failed to set graph output for graph net output index -1: .*negative",
    ),
    (lambda b: b.set_graph_attr_int64(1, 2), TypeError, "Attribute name must be a string"),
    (lambda b: b.set_graph_attr_int64("a", "2"), TypeError, "Value must be an integer"),
    (lambda b: b.set_graph_attr_bool("a", 1), TypeError, "Value must be a boolean"),
    (lambda b: b.set_graph_attr_string("a", 1), TypeError, "Value must be a string"),
    (lambda b: b.set_node_attr_string("x", "a", "b"), TypeError, "Tensor must be a TensorHolder"),
    (lambda b: b.add_control_dependency(1, []), TypeError, "dst_tensor must be a TensorHolder"),
    (lambda b: b.add_control_dependency(b.create_input(0), 1), TypeError, "src_tensors must be a list"),
    (
        lambda b: b.add_control_dependency(b.create_input(0), [1]),
        TypeError,
        "src_tensors must be a list of TensorHolder",
    ),
    (lambda b: b.build_and_reset(1), TypeError, "Outputs must be a list"),
    (lambda b: b.build_and_reset([1]), TypeError, "All outputs must be TensorHolder objects"),
    (lambda b: type(b)(1), TypeError, "Graph name must be a string"),
    (copy.copy, RuntimeError, "GraphBuilder does not support copy"),
    (copy.deepcopy, RuntimeError, "GraphBuilder does not support deepcopy"),
]


@pytest.mark.parametrize(("act", "error", "text"), WRONG, ids=[f"{i} {text}" for i, (_, _, text) in enumerate(WRONG)])
def test_a_wrong_argument_is_refused(
    builder: GraphBuilder, act: Callable[[GraphBuilder], object], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        act(builder)


def test_attributes_of_graph_tensor_and_node_are_set(builder: GraphBuilder) -> None:
    x = builder.create_input(0)
    builder.set_graph_attr_int64("gi", True)
    builder.set_graph_attr_string("gs", "text")
    builder.set_graph_attr_bool("gb", True)
    builder.set_tensor_attr_int64(x, "ti", 2)
    builder.set_node_attr_string(x, "ns", "n")

    graph = builder.build_and_reset([x])

    assert [graph.get_attr(name) for name in ("gi", "gs", "gb")] == [1, "text", True]
    assert graph.get_attr("gi") is not True
    node = nodes(graph)["input_0"]
    assert (node.get_output_attr("ti", 0), node.get_attr("ns")) == (2, "n")


def test_control_edges_keep_their_order_and_their_number(builder: GraphBuilder) -> None:
    x, y, z = builder.create_inputs(3)

    builder.add_control_dependency(x, [z, y, z])

    assert [node.name for node in node_of(x).get_in_control_nodes()] == ["input_2", "input_1", "input_2"]


def test_a_control_edge_to_another_builder_is_refused(builder: GraphBuilder) -> None:
    with pytest.raises(ValueError, match="another GraphBuilder: 'other', not 'net'"):
        builder.add_control_dependency(builder.create_input(0), [GraphBuilder("other").create_input(0)])


def test_a_gap_in_the_numbering_is_refused_and_can_be_filled(builder: GraphBuilder) -> None:
    x = builder.create_input(1)
    with pytest.raises(RuntimeError, match=r"Failed to build graph: .*input 0 is missing"):
        builder.build_and_reset([x])

    builder.create_input(0)

    assert len(builder.build_and_reset().get_direct_nodes()) == 3


FOREIGN: list[Callable[[Any, Any], object]] = [
    lambda b, tensor: b.build_and_reset([b.create_input(0), tensor]),
    lambda b, tensor: b.set_graph_output(tensor, 0),
    lambda b, tensor: b.set_node_attr_int64(tensor, "a", 1),
    lambda b, tensor: b.set_tensor_attr_string(tensor, "a", "b"),
]


@pytest.mark.parametrize("act", FOREIGN)
def test_a_tensor_of_another_builder_is_refused_and_spoils_neither(
    builder: GraphBuilder, act: Callable[[GraphBuilder, TensorHolder], object]
) -> None:
    other = GraphBuilder("other")
    tensor = other.create_input(0, name="x")

    with pytest.raises(ValueError, match="'x' is of GraphBuilder 'other', another one than 'net'"):
        act(builder, tensor)

    assert not node_of(tensor).has_attr("a")
    theirs, own = other.build_and_reset([tensor]), builder.build_and_reset()
    assert list(nodes(theirs)) == ["x", "NetOutput_other"]
    assert nodes(own)["NetOutput_net"].get_inputs_size() == 0


def test_a_branch_cannot_give_back_a_tensor_from_outside(builder: GraphBuilder) -> None:
    x = builder.create_input(0, name="x")

    with pytest.raises(ValueError, match=r"'x' is of GraphBuilder 'net', another one than 'then'.* inputs of its own"):
        If(x, [x], 1, GraphBuilder("then").build_and_reset([x]), GraphBuilder("else").build_and_reset([x]))


def test_types_and_shapes_may_be_those_of_numpy(builder: GraphBuilder) -> None:
    x = builder.create_input(0, data_type=np.float16, shape=(2, np.int64(3)))
    y = builder.create_input(1, data_type=np.dtype("int8"), shape=np.array([4]))

    descs = [node_of(tensor).get_output_desc(0) for tensor in (x, y)]
    assert [(desc.data_type, desc.shape) for desc in descs] == [(DataType.DT_FLOAT16, [2, 3]), (DataType.DT_INT8, [4])]


def test_a_constant_has_its_name_and_a_copy_of_what_can_change(builder: GraphBuilder) -> None:
    array, fixed = np.ones(3, np.float32), np.ones(3, np.float32)
    fixed.flags.writeable = False

    copied, shared = builder.constant(array, name="weights"), builder.constant(fixed)
    array[:] = 2

    assert copied.name == "weights"
    assert node_of(copied).get_attr("value").get_data() == [1, 1, 1]
    assert np.shares_memory(node_of(shared).get_attr("value").numpy(), fixed)


AFTER: list[tuple[Callable[[Any, Any], object], str]] = [
    (lambda b, x: b.create_input(1), "create input"),
    (lambda b, x: b.create_inputs("wrong"), "create inputs"),
    (lambda b, x: b.create_const_int64("wrong"), "create constant"),
    (lambda b, x: b.constant(np.ones(2)), "create constant"),
    (lambda b, x: b.create_vector_int64([1]), "create vector"),
    (lambda b, x: b.create_scalar_float(1), "create scalar"),
    (lambda b, x: b.create_variable(0, "v"), "create variable"),
    (lambda b, x: b.set_graph_output(x, 0), "set graph output"),
    (lambda b, x: b.set_graph_attr_int64("a", 1), "set graph attribute"),
    (lambda b, x: b.set_tensor_attr_bool(x, "a", True), "set tensor attribute"),
    (lambda b, x: b.set_node_attr_string(x, "a", "b"), "set node attribute"),
    (lambda b, x: b.add_control_dependency(x, []), "add control dependency"),
    (lambda b, x: b.build_and_reset(), "build_and_reset"),
    (lambda b, x: x.set_shape([1]), "set shape"),
    (lambda b, x: x.set_data_type(DataType.DT_INT8), "set data type"),
    (lambda b, x: x.set_format(Format.FORMAT_ND), "set format"),
    (lambda b, x: x + x, "add"),
    (lambda b, x: x / x, "div"),
    (lambda b, x: Relu(x), "create Relu"),
]


@pytest.mark.parametrize(("act", "operation"), AFTER, ids=[f"{i} {name}" for i, (_, name) in enumerate(AFTER)])
def test_a_built_builder_refuses_everything(
    builder: GraphBuilder, act: Callable[[GraphBuilder, TensorHolder], object], operation: str
) -> None:
    x = builder.create_input(0)
    graph = builder.build_and_reset([x])

    with pytest.raises(RuntimeError, match=f"Cannot {operation}: .*already been built.*new GraphBuilder"):
        act(builder, x)
    assert graph.name == "net"
