"""The generated functions: what they make, what they take, what they refuse."""

from __future__ import annotations

import ctypes
from typing import Any, Callable

import ge.es.all as es
import pytest
from ge.es import GraphBuilder, TensorHolder
from ge.graph import DataType, Node, Tensor


@pytest.fixture
def x() -> TensorHolder:
    return GraphBuilder("net").create_input(0, name="x")


def node_of(tensor: TensorHolder) -> Node:
    return tensor._get_node_snapshot()


def input_names(node: Node, count: int) -> list[str]:
    return [node.get_in_data_nodes_and_port_indexes(i)[0].name for i in range(count)]


def test_an_attribute_that_has_its_default_is_not_stored(x: TensorHolder) -> None:
    plain = node_of(es.Conv2D(x, x, strides=[1, 1, 1, 1], pads=[0, 0, 0, 0], groups=1, dilations=(1, 1, 1, 1)))
    other = node_of(es.Conv2D(x, x, strides=[1, 1, 1, 1], pads=[0, 0, 0, 0], groups=2, data_format="NCHW"))

    assert plain.get_attr("strides") == [1, 1, 1, 1]
    assert [plain.has_attr(name) for name in ("groups", "dilations", "data_format")] == [False] * 3
    assert (other.get_attr("groups"), other.get_attr("data_format")) == (2, "NCHW")


def test_a_small_epsilon_is_not_mistaken_for_the_default(x: TensorHolder) -> None:
    node = node_of(es.BatchNorm(x, x, x, epsilon=1e-7).y)

    assert node.get_attr("epsilon") == pytest.approx(1e-7)


def test_inputs_stay_in_their_places(x: TensorHolder) -> None:
    node = node_of(es.MatMulV2(x, 2.0, None, [1]))

    assert node.get_inputs_size() == 3
    assert [node.get_in_data_nodes_and_port_indexes(i)[0].name for i in (0, 1, 3)] == ["x", "Const_0", "Const_1"]
    with pytest.raises(RuntimeError, match="get input desc for index 2"):
        node.get_input_desc(2)
    assert node.get_input_desc(3).data_type == DataType.DT_FLOAT


def test_a_dynamic_input_takes_tensors_and_plain_values(x: TensorHolder) -> None:
    node = node_of(es.ConcatV2([x, 1, [2]], 0, N=3))
    tuple_too = node_of(es.AddN((x, x), N=2))

    assert input_names(node, 4) == ["x", "Const_0", "Const_1", "Const_2"]
    assert input_names(tuple_too, 2) == ["x", "x"]


def test_any_sequence_stands_for_a_list(x: TensorHolder) -> None:
    node = node_of(es.Transpose(x, [1, 0]))
    axes = node_of(es.Unsqueeze(x, axes=range(2)))

    assert (node.type, axes.get_attr("axes")) == ("Transpose", [0, 1])


def test_outputs_come_as_tensor_list_or_object(x: TensorHolder) -> None:
    one = es.Relu(x)
    many = es.Split(1, x, 3, num_split=3)
    named = es.TopKV2(x, 2)

    assert isinstance(one, TensorHolder)
    assert [node_of(part).name for part in many] == ["Split_2"] * 3
    assert isinstance(named, es.TopKV2Output)
    values, indices = named
    assert (values, indices) == (named.values, named.indices)
    assert len(named) == 2
    assert named[1] is indices
    assert node_of(es.Relu(indices)).get_in_data_nodes_and_port_indexes(0)[1] == 1


def test_a_node_without_outputs_can_only_be_waited_for(x: TensorHolder) -> None:
    assertion = es.Assert(x, [x])

    x.get_owner_builder().add_control_dependency(x, [assertion])

    assert [node.name for node in node_of(x).get_in_control_nodes()] == ["Assert_0"]
    with pytest.raises(ValueError, match='node "Assert_0" \\(Assert\\) has no output'):
        es.Relu(assertion)


def test_an_operator_without_inputs_is_given_its_builder() -> None:
    builder = GraphBuilder("net")

    constant = es.Constant(builder, value=Tensor([1, 2], data_type=DataType.DT_INT32, shape=[2]))
    empty = es.Constant(builder)
    again = es.Constant(builder)

    assert node_of(constant).get_attr("value").get_data() == [1, 2]
    assert [tensor.name for tensor in (constant, empty, again)] == ["Constant_0", "Constant_1", "Constant_2"]


def test_a_tensor_can_be_given_away_once() -> None:
    builder = GraphBuilder("net")
    value = Tensor([1], data_type=DataType.DT_INT32, shape=[1])
    es.Constant(builder, value=value)

    with pytest.raises(RuntimeError, match="net"):
        es.Constant(builder, value=value)


untyped: Any = es  # for calls that a type checker would refuse

WRONG: list[tuple[Callable[[Any], object], type[Exception], str]] = [
    (lambda x: untyped.Relu(1), AttributeError, "Relu: input x must be a TensorHolder, not int"),
    (lambda x: untyped.Relu(None), AttributeError, "Relu: input x must be a TensorHolder, not NoneType"),
    (lambda x: untyped.Add(None, x), AttributeError, "Add: input x1 must be a TensorHolder, not NoneType"),
    (lambda x: untyped.Add(x, "1"), TypeError, "Value must be a TensorHolder"),
    (lambda x: untyped.Add(1, 2), ValueError, "at least one input tensor, or an explicit owner_builder"),
    (lambda x: untyped.AddN([], N=0), IndexError, "needs at least one TensorHolder, given an empty list"),
    (lambda x: untyped.AddN([1], N=1), AttributeError, "AddN: input x must be a TensorHolder, not int"),
    (lambda x: untyped.AddN(x, N=1), TypeError, "AddN: input x must be a list of TensorHolder, not TensorHolder"),
    (lambda x: untyped.ConcatV2(x, 0), TypeError, "ConcatV2: input x must be a list, not TensorHolder"),
    (
        lambda x: untyped.Cast(x, dst_type=1.5),
        ctypes.ArgumentError,
        r"dst_type must be an int, given 1.5 \(float\)",
    ),
    (lambda x: untyped.Cast(x, dst_type=1.5), TypeError, "dst_type must be an int"),
    (lambda x: untyped.Cast(x, dst_type=2**63), ValueError, "an int of 64 bits"),
    (lambda x: untyped.LeakyRelu(x, negative_slope="1"), ctypes.ArgumentError, "negative_slope must be a float"),
    (lambda x: untyped.Conv2D(x, x, strides=[1], pads=[0], data_format=1), AttributeError, "data_format must be a str"),
    (lambda x: untyped.Conv2D(x, x, strides=[1], pads=[0], data_format="\0"), ValueError, "a str without NUL"),
    (lambda x: untyped.Conv2D(x, x, strides=1, pads=[0]), TypeError, r"strides must be a list of int, given 1 \(int\)"),
    (lambda x: untyped.Conv2D(x, x, strides=["1"], pads=[0]), TypeError, "strides must be a list of int"),
    (lambda x: untyped.Split(0, x, -1, num_split=1), ValueError, "output y must be from 0 to 1048576, given -1"),
    (lambda x: untyped.Split(0, x, "2", num_split=1), ctypes.ArgumentError, "output y must be an int"),
    (
        lambda x: untyped.Constant(3),
        ValueError,
        "Constant: needs at least one input tensor",
    ),
    (lambda x: untyped.Constant(GraphBuilder(), value=1), AttributeError, "value must be a Tensor"),
    (
        lambda x: untyped.Add(x, GraphBuilder("other").create_input(0)),
        ValueError,
        "Add: its inputs are of different GraphBuilders: 'net' and 'other'",
    ),
]


@pytest.mark.parametrize(("act", "error", "text"), WRONG, ids=[f"{i} {text}" for i, (_, _, text) in enumerate(WRONG)])
def test_a_wrong_argument_is_refused(
    x: TensorHolder, act: Callable[[Any], object], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        act(x)
