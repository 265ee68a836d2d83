"""Numbers and nested lists that stand for tensors."""

from __future__ import annotations

import numpy as np
import pytest
from ge.es import GraphBuilder
from ge.es.tensor_like import _unflatten, convert_to_tensor_holder, resolve_builder
from ge.graph import DataType, Tensor

VALUES = [
    (True, DataType.DT_INT64, [], 1),
    (3, DataType.DT_INT64, [], 3),
    (0.5, DataType.DT_FLOAT, [], 0.5),
    ([1, 2], DataType.DT_INT64, [2], [1, 2]),
    ([[1, 2], [3, 4.5]], DataType.DT_FLOAT, [2, 2], [[1.0, 2.0], [3.0, 4.5]]),
    ([[[1]]], DataType.DT_INT64, [1, 1, 1], [[[1]]]),
    ((1, (2.5,)[0]), DataType.DT_FLOAT, [2], [1.0, 2.5]),
    ([(1, 2), [3, np.int8(4)]], DataType.DT_INT64, [2, 2], [[1, 2], [3, 4]]),
    (np.float64(0.5), DataType.DT_FLOAT, [], 0.5),
    (np.int16(3), DataType.DT_INT16, [], 3),
    (np.array([[1.5, 2]]), DataType.DT_DOUBLE, [1, 2], [[1.5, 2]]),
    (np.arange(6, dtype=np.int32).reshape(2, 3).T, DataType.DT_INT32, [3, 2], [[0, 3], [1, 4], [2, 5]]),
    (Tensor([1.0, 2.0], shape=[2]), DataType.DT_FLOAT, [2], [1, 2]),
]


@pytest.mark.parametrize(("value", "data_type", "shape", "data"), VALUES)
def test_a_value_becomes_one_constant(value: object, data_type: DataType, shape: list[int], data: object) -> None:
    tensor = convert_to_tensor_holder(value, GraphBuilder())  # type: ignore[arg-type]  # each row fits

    assert tensor is not None
    constant = tensor._get_node_snapshot().get_attr("value")
    assert (constant.get_data_type(), constant.get_shape(), constant.get_data()) == (data_type, shape, data)


def test_an_empty_list_is_an_empty_int64_tensor() -> None:
    tensor = convert_to_tensor_holder([], GraphBuilder())

    assert tensor is not None
    desc = tensor._get_node_snapshot().get_output_desc(0)
    assert (desc.data_type, desc.shape) == (DataType.DT_INT64, [0])


def test_a_holder_and_none_stay_as_they_are() -> None:
    x = GraphBuilder("a").create_input(0)

    assert convert_to_tensor_holder(x, GraphBuilder("b")) is x
    assert convert_to_tensor_holder(None, GraphBuilder()) is None


WRONG = [
    ({}, TypeError, "Value must be a TensorHolder, int, float, nested lists of numbers, .* or None, not dict"),
    ("1", TypeError, "not str"),
    (np.array(["a"]), TypeError, "No data type holds elements of numpy type"),
    ([[1], [1, 2]], ValueError, "Irregular nested list.*same shape"),
    ([1, [2]], ValueError, "Irregular nested list.*same shape"),
    ([[1], 2], ValueError, "Irregular nested list.*same shape"),
    (["1"], TypeError, "Value must be an int, float or nested lists"),
    ([[]], TypeError, "empty inner list"),
    ([[1], []], TypeError, "empty inner list"),
]


@pytest.mark.parametrize(("value", "error", "text"), WRONG)
def test_anything_else_is_refused(value: object, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        convert_to_tensor_holder(value, GraphBuilder())  # type: ignore[arg-type]  # that is the test


def test_the_first_builder_or_tensor_decides() -> None:
    a, b = GraphBuilder("a"), GraphBuilder("b")

    assert resolve_builder(1, None, b.create_input(0), a) is b
    assert resolve_builder([], a, b) is a
    with pytest.raises(ValueError, match="at least one input tensor or an explicit owner_builder"):
        resolve_builder(1, None)
    with pytest.raises(ValueError, match="At least one argument"):
        resolve_builder()


def test_values_are_nested_by_shape() -> None:
    assert _unflatten([1, 2, 3, 4, 5, 6], [2, 3]) == [[1, 2, 3], [4, 5, 6]]
    assert _unflatten([], [2, 0]) == [[], []]
    with pytest.raises(ValueError, match="must not be empty"):
        _unflatten([1], [])
    with pytest.raises(ValueError, match="Length 1 does not match shape"):
        _unflatten([1], [2])
