"""Indices, methods and operators of tensors under construction give what numpy gives."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import pytest
from kernel_runs import run_function

X = np.arange(2 * 3 * 4, dtype=np.float32).reshape(2, 3, 4) - 7
COUNTS = np.arange(6, dtype=np.int32).reshape(2, 3) - 2

Function = Callable[[Any], Any]

# Each works alike for a tensor and for an array.
ALIKE: list[Function] = [
    lambda x: x[0],
    lambda x: x[-1],
    lambda x: x[:, 1],
    lambda x: x[1, 2, 3],
    lambda x: x[..., -1],
    lambda x: x[..., 1:3, :],
    lambda x: x[:, ::2],
    lambda x: x[:, ::-1, 3:0:-2],
    lambda x: x[:, None],
    lambda x: x[None, 0, ..., None],
    lambda x: x[5:],
    lambda x: x[...],
    lambda x: x[[1, 0, 1]],
    lambda x: x[:, [2, 0]],
    lambda x: x[..., np.array([[3, 0], [1, -1]])],
    lambda x: x[1:, [0, 2], ::2],
    lambda x: x[0, [0, 2]],
    lambda x: x[[0, 1], 2],
    lambda x: x[:, None, [1]],
    lambda x: x.reshape(4, -1),
    lambda x: x.reshape([6, 4]),
    lambda x: x.reshape(-1),
    lambda x: x.transpose(),
    lambda x: x.transpose(1, 0, 2),
    lambda x: x.transpose((2, 0, 1)),
    lambda x: x.sum(),
    lambda x: x.sum(1),
    lambda x: x.sum(axis=(0, -1), keepdims=True),
    lambda x: x.mean(),
    lambda x: x.mean(axis=-1, keepdims=True),
    lambda x: -x,
    lambda x: abs(x),
    lambda x: x**2,
    lambda x: x @ np.ones((4, 2), np.float32),
    lambda x: np.ones((3, 3), np.float32) @ x,
    lambda x: np.full((3, 4), 2, np.float32) * x,
    lambda x: np.ones(4, np.float32) - x,
    lambda x: (x < 3) & (x >= -2),
    lambda x: (x < -3) | ~(x <= 2),
    lambda x: x // 3,
    lambda x: x % 3,
    lambda x: -x // 2.5,
]


@pytest.mark.parametrize("function", ALIKE, ids=[str(i) for i in range(len(ALIKE))])
def test_an_expression_gives_what_numpy_gives(function: Function) -> None:
    result, expected = run_function(function, X), np.asarray(function(X))

    assert (result.dtype, result.shape) == (expected.dtype, expected.shape)
    np.testing.assert_allclose(result, expected, rtol=1e-5)


INTEGERS: list[Function] = [
    lambda i: i // 2,
    lambda i: i % 2,
    lambda i: i % -2,
    lambda i: 7 // (i * i + 1),
    lambda i: i & 3,
    lambda i: i | 4,
    lambda i: ~i,
    lambda i: (i > 0) & True,
]


@pytest.mark.parametrize("function", INTEGERS, ids=[str(i) for i in range(len(INTEGERS))])
def test_an_expression_of_integers_gives_what_numpy_gives(function: Function) -> None:
    result, expected = run_function(function, COUNTS), function(COUNTS)

    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result, expected)


def test_a_tensor_can_be_the_index() -> None:
    index = np.array([[2, 0], [1, 1]])

    np.testing.assert_array_equal(run_function(lambda x, i: x[:, i, 1:], X, index), X[:, index, 1:])


def test_a_tensor_is_split_and_cast() -> None:
    np.testing.assert_array_equal(run_function(lambda x: x.split(2, axis=-1)[1], X), X[..., 2:])
    np.testing.assert_array_equal(run_function(lambda x: x.split([1, 2], axis=1)[1], X), X[:, 1:])
    halves = run_function(lambda x: x.cast(np.float16), X)
    assert halves.dtype == np.float16
    np.testing.assert_array_equal(halves, X.astype(np.float16))
