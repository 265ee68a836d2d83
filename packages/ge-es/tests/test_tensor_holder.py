"""TensorHolder: arithmetic, descriptors, lifetime."""

from __future__ import annotations

import gc
from typing import Any, Callable

import numpy as np
import pytest
from ge.es import GraphBuilder, TensorHolder
from ge.graph import DataType, Format, Tensor


@pytest.fixture
def x() -> TensorHolder:
    return GraphBuilder("net").create_input(0, name="x")


EXPRESSIONS: list[tuple[Callable[[TensorHolder], TensorHolder], str, list[str]]] = [
    (lambda x: x + x, "Add", ["x", "x"]),
    (lambda x: x.sub(x), "Sub", ["x", "x"]),
    (lambda x: x + 1, "Add", ["x", "Const_0"]),
    (lambda x: 1 + x, "Add", ["x", "Const_0"]),
    (lambda x: x - 1, "Sub", ["x", "Const_0"]),
    (lambda x: 1 - x, "Sub", ["Const_0", "x"]),
    (lambda x: 2.0 * x, "Mul", ["x", "Const_0"]),
    (lambda x: x.mul([1, 2]), "Mul", ["x", "Const_0"]),
    (lambda x: x / 2, "Div", ["x", "Const_0"]),
    (lambda x: [1.5] / x, "Div", ["Const_0", "x"]),
    (lambda x: np.ones((2, 3)) * x, "Mul", ["x", "Const_0"]),
    (lambda x: x * np.ones((2, 3)), "Mul", ["x", "Const_0"]),
    (lambda x: np.ones((2, 3)) - x, "Sub", ["Const_0", "x"]),
    (lambda x: np.float32(2) / x, "Div", ["Const_0", "x"]),
    (lambda x: x - (1, 2), "Sub", ["x", "Const_0"]),
    (lambda x: x @ x, "BatchMatMulV2", ["x", "x"]),
    (lambda x: np.eye(2) @ x, "BatchMatMulV2", ["Const_0", "x"]),
    (lambda x: x // 2, "FloorDiv", ["x", "Const_0"]),
    (lambda x: 2 // x, "FloorDiv", ["Const_0", "x"]),
    (lambda x: x % 2, "FloorMod", ["x", "Const_0"]),
    (lambda x: 2 % x, "FloorMod", ["Const_0", "x"]),
    (lambda x: x**2, "Pow", ["x", "Const_0"]),
    (lambda x: 2**x, "Pow", ["Const_0", "x"]),
    (lambda x: x < 1, "Less", ["x", "Const_0"]),
    (lambda x: x > 1, "Greater", ["x", "Const_0"]),
    (lambda x: x <= 1, "LessEqual", ["x", "Const_0"]),
    (lambda x: x >= np.ones(2), "GreaterEqual", ["x", "Const_0"]),
    (lambda x: np.ones(2) >= x, "LessEqual", ["x", "Const_0"]),
    (lambda x: x & x, "BitwiseAnd", ["x", "x"]),
    (lambda x: 3 | x, "BitwiseOr", ["x", "Const_0"]),
    (lambda x: (x > x) & (x < x), "LogicalAnd", ["Greater_0", "Less_1"]),
    (lambda x: (x > x) | True, "LogicalOr", ["Greater_0", "Const_1"]),
]


@pytest.mark.parametrize(("make", "op_type", "inputs"), EXPRESSIONS)
def test_an_expression_makes_this_node(
    x: TensorHolder, make: Callable[[TensorHolder], TensorHolder], op_type: str, inputs: list[str]
) -> None:
    node = make(x)._get_node_snapshot()

    assert node.type == op_type
    assert [node.get_in_data_nodes_and_port_indexes(i)[0].name for i in range(2)] == inputs


UNARY: list[tuple[Callable[[TensorHolder], TensorHolder], str]] = [
    (lambda x: -x, "Neg"),
    (abs, "Abs"),
    (lambda x: ~x, "Invert"),
    (lambda x: ~(x > x), "LogicalNot"),
    (lambda x: ~x.set_data_type(np.bool_), "LogicalNot"),
]


@pytest.mark.parametrize(("make", "op_type"), UNARY)
def test_an_operator_of_one_operand_makes_this_node(
    x: TensorHolder, make: Callable[[TensorHolder], TensorHolder], op_type: str
) -> None:
    assert make(x)._get_node_snapshot().type == op_type


@pytest.mark.parametrize("act", [lambda x, y: x @ y, lambda x, y: x < y, lambda x, y: x & y, lambda x, y: x % y])
def test_operators_refuse_other_builders_and_built_ones(
    x: TensorHolder, act: Callable[[TensorHolder, Any], object]
) -> None:
    with pytest.raises(ValueError, match="different GraphBuilders, 'net' and 'other'"):
        act(x, GraphBuilder("other").create_input(0))
    graph = x.get_owner_builder().build_and_reset([x])
    with pytest.raises(RuntimeError, match="'net' has already been built"):
        act(x, x)
    assert graph.name == "net"


def test_operands_of_two_builders_are_refused(x: TensorHolder) -> None:
    other = GraphBuilder("other").create_input(0)

    with pytest.raises(ValueError, match=r"Cannot perform add: .*different GraphBuilders, 'net' and 'other'"):
        x + other


def test_what_is_no_operand_is_refused(x: TensorHolder) -> None:
    with pytest.raises(AttributeError, match="Cannot perform add: an operand is None"):
        x + None  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Value must be a TensorHolder, int, float, nested lists"):
        x * "2"  # type: ignore[arg-type]


def test_descriptors_are_set_for_storage_and_origin(x: TensorHolder) -> None:
    result = x.set_data_type(DataType.DT_INT8).set_format(Format.FORMAT_NHWC).set_shape([1, -1])

    desc = x._get_node_snapshot().get_output_desc(0)
    assert result is x
    assert (desc.data_type, desc.format, desc.shape) == (DataType.DT_INT8, Format.FORMAT_NHWC, [1, -1])
    assert (desc.origin_format, desc.origin_shape) == (Format.FORMAT_NHWC, [1, -1])


WRONG: list[tuple[Callable[[Any], object], str]] = [
    (lambda x: x.set_data_type(0), "Data type must be a DataType enum"),
    (lambda x: x.set_format(0), "Format must be a Format enum"),
    (lambda x: x.set_shape(1), "Shape must be a list of integers"),
    (lambda x: x.set_shape([1.0]), "All shape dimensions must be integers"),
]


@pytest.mark.parametrize(("act", "text"), WRONG)
def test_a_wrong_descriptor_is_refused(x: TensorHolder, act: Callable[[TensorHolder], object], text: str) -> None:
    with pytest.raises(TypeError, match=text):
        act(x)


def test_nobody_makes_a_holder_directly() -> None:
    with pytest.raises(RuntimeError, match="TensorHolder objects should not be created directly"):
        TensorHolder()


def test_a_handle_stands_for_its_tensor(x: TensorHolder) -> None:
    builder = x.get_owner_builder()

    assert TensorHolder._create_from(x, builder) is x
    with pytest.raises(ValueError, match="Tensor handle cannot be None"):
        TensorHolder._create_from(None, builder)
    with pytest.raises(ValueError, match="Owner builder cannot be None"):
        TensorHolder._create_from(x, None)


def test_a_holder_is_equal_to_itself_only(x: TensorHolder) -> None:
    y = x + 0

    assert x == x
    assert len({x, x, y}) == 2
    assert {x: 1, y: 2}[y] == 2
    assert x in [y, x]
    assert [y, x].index(x) == 1
    assert (x == None, x == "x", x != object()) == (False, False, True)  # noqa: E711  # that is the test


@pytest.mark.parametrize("other", [1, 1.5, [1], (1,), np.ones(2), np.float32(1), Tensor([1.0], shape=[1])])
def test_a_comparison_for_equality_is_refused_with_a_hint(x: TensorHolder, other: object) -> None:
    y = x + 1
    acts: list[Callable[[], object]] = [lambda: x == other, lambda: other == x, lambda: x == y, lambda: x != y]
    for act in acts:
        with pytest.raises(TypeError, match=r"use es.Equal\(a, b\)"):
            act()


def test_a_tensor_is_no_sequence_and_no_array(x: TensorHolder) -> None:
    with pytest.raises(TypeError, match="cannot be iterated"):
        list(x)
    with pytest.raises(TypeError, match=r"not iterable|cannot be iterated"):
        1 in x  # type: ignore[operator]  # noqa: B015  # that is the test
    with pytest.raises(TypeError, match="no elements while the graph is built"):
        np.asarray(x)
    assert len(x.set_shape([5, 2])) == 5
    with pytest.raises(TypeError, match="first dimension of the tensor is not known"):
        len(x.set_shape([-1, 2]))
    with pytest.raises(TypeError, match="a scalar has no length"):
        len(x.set_shape([]))


def test_the_truth_of_a_comparison_is_not_known(x: TensorHolder) -> None:
    assert x
    with pytest.raises(TypeError, match="has no value while the graph is built"):
        assert 0 < x < 1


def test_a_holder_keeps_its_builder() -> None:
    x = GraphBuilder("net").create_input(0)
    gc.collect()

    assert x.get_owner_builder().name == "net"
    assert (x + 1).name == "Add_1"


def test_a_holder_has_a_name_as_long_as_the_graph_lives(x: TensorHolder) -> None:
    graph = x.get_owner_builder().build_and_reset([x])
    assert x.name == "x"

    del graph

    with pytest.raises(RuntimeError, match="nothing holds its graph any more"):
        x.name  # noqa: B018  # reading it is the test
    with pytest.raises(RuntimeError, match="Failed to get producer node"):
        x._get_node_snapshot()


def test_a_node_can_be_renamed(x: TensorHolder) -> None:
    y = x + x

    y._rename_node("sum")

    assert y.name == "sum"
    assert x.get_owner_builder().build_and_reset([y]).find_node_by_name("sum").type == "Add"
