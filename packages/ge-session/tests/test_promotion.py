"""Operands of several types, from building to the numbers: numpy's rules, where a constant scalar gives way."""

from __future__ import annotations

import operator
import pathlib
from typing import Any, Callable

import ge.es.all as es
import numpy as np
import pytest
from conftest import compiled
from ge.es import GraphBuilder, TensorHolder
from ge.graph import DataType
from ge.session import OfflineModel
from ge.utils import GeUtils
from kernel_runs import Array, run_function

Function = Callable[..., Any]

VALUES = np.array([[-7, -1, 2], [3, 0, 5]])


def check(function: Function, *arrays: Array, expected: Array) -> None:
    result = run_function(function, *arrays)

    assert result.dtype == expected.dtype
    np.testing.assert_allclose(result.astype(np.float64), expected.astype(np.float64), rtol=2e-3)


SCALARS: list[tuple[Function, str, str]] = [
    (lambda x: x + 1, "float32", "float32"),
    (lambda x: 1 - x, "float32", "float32"),
    (lambda x: x + 1 + 2, "float32", "float32"),
    (lambda x: x + 1.0, "float16", "float16"),
    (lambda x: x * 2.0, "float16", "float16"),
    (lambda x: x * 2, "float16", "float16"),
    (lambda x: x + 1.5, "float64", "float64"),
    (lambda x: x + 1, "int32", "int32"),
    (lambda x: x * 3, "int8", "int8"),
    (lambda x: x - 1, "uint8", "uint8"),
    (lambda x: x + 1.5, "int32", "float32"),
    (lambda x: 1.5 - x, "int64", "float32"),
    (lambda x: x + True, "float32", "float32"),
    (lambda x: x + 1, "bool", "int64"),
    (lambda x: x * 0.5, "bool", "float32"),
    (lambda x: x * np.float64(0.5), "float16", "float16"),
    (lambda x: x > 1, "float32", "bool"),
    (lambda x: x <= 2, "float16", "bool"),
    (lambda x: x > 0.5, "int32", "bool"),
    (lambda x: x <= 2, "int8", "bool"),
    (lambda x: x**2, "float32", "float32"),
    (lambda x: x**2.0, "int32", "float32"),
]


@pytest.mark.parametrize(("function", "given", "wanted"), SCALARS, ids=[f"{i}" for i in range(len(SCALARS))])
def test_a_number_takes_the_type_of_a_tensor_of_its_kind(function: Function, given: str, wanted: str) -> None:
    x = VALUES.astype(given)

    with np.errstate(over="ignore"):
        check(function, x, expected=np.asarray(function(x)).astype(wanted))


def test_bools_stay_bools() -> None:
    a = VALUES > 1

    check(operator.add, a, ~a, expected=a | ~a)


def test_integers_are_divided_towards_zero() -> None:
    check(lambda x: x / 2, VALUES.astype(np.int32), expected=np.trunc(VALUES / 2).astype(np.int32))


TENSORS = [
    ("float32", "int32", "float32"),
    ("int64", "float16", "float16"),
    ("float32", "float16", "float32"),
    ("float32", "float64", "float64"),
    ("int32", "int64", "int64"),
    ("uint8", "int8", "int16"),
    ("bool", "int8", "int8"),
    ("bool", "float32", "float32"),
]


@pytest.mark.parametrize(("left", "right", "wanted"), TENSORS)
@pytest.mark.parametrize("function", [operator.add, operator.mul, operator.lt])
def test_tensors_promote_to_one_type(function: Function, left: str, right: str, wanted: str) -> None:
    a, b = VALUES.astype(left), np.flip(VALUES).astype(right)
    expected = function(a.astype(wanted), b.astype(wanted))

    check(function, a, b, expected=expected)


def test_a_constant_that_does_not_fit_is_refused_by_name() -> None:
    with pytest.raises(RuntimeError, match='Add "Add_1": constant x2 is 300, which DT_INT8 does not hold'):
        run_function(lambda x: x + 300, VALUES.astype(np.int8))


def test_a_constant_may_serve_operands_of_several_types() -> None:
    def function(x: TensorHolder, h: TensorHolder) -> TensorHolder:
        two = x.get_owner_builder().create_scalar_int64(2)
        return x * two + (h - two)

    x, h = VALUES.astype(np.float32), VALUES.astype(np.float16)
    check(function, x, h, expected=x * 2 + (h - np.float16(2)))


def test_inference_alone_tells_the_promoted_type() -> None:
    builder = GraphBuilder("net")
    h = builder.create_input(0, data_type=np.float16, shape=(2,))
    i = builder.create_input(1, data_type=np.int32, shape=(2,))
    tensors = [h + 1.0, h * 2, i + 1.5, h + i, i < 1.5]

    graph = builder.build_and_reset(tensors)
    GeUtils.infer_shape(graph, [[2], [2]])

    types = [tensor._get_node_snapshot().get_output_desc(0).data_type for tensor in tensors]
    half = DataType.DT_FLOAT16
    assert types == [half, half, DataType.DT_FLOAT, half, DataType.DT_BOOL]
    assert "Cast" not in {node.type for node in graph.get_direct_nodes()}


def test_a_compiled_model_computes_in_the_promoted_type(tmp_path: pathlib.Path) -> None:
    builder = GraphBuilder("net")
    x = builder.create_input(0, shape=(3,))
    i = builder.create_input(1, shape=(3,), data_type=np.int64)
    path = compiled(builder.build_and_reset([x + 1 + i, es.Maximum(x, 1)]), tmp_path)

    a, b = np.array([0.5, 1.5, 2.5], np.float32), np.array([1, 2, 3])
    results = OfflineModel(path).run([a, b])

    np.testing.assert_array_equal(results[0], a + 1 + b.astype(np.float32))
    np.testing.assert_array_equal(results[1], np.maximum(a, 1))
