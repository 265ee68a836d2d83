"""Softmax."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import FLOATS, Array, check, numbers, run

CASES: list[tuple[tuple[int, ...], int]] = [
    ((2, 3, 40), 2),
    ((2, 3, 40), 1),
    ((2, 3, 40), 0),
    ((5,), -1),
    ((4, 6625), 1),
    ((2, 30, 700), 1),
    ((0, 3), 1),
]


def softmax(x: Array, axes: Any) -> Array:
    wide = x.astype(np.float64)
    if x.size == 0:
        return wide
    raised = np.exp(wide - wide.max(axis=axes, keepdims=True))
    return np.asarray(raised / raised.sum(axis=axes, keepdims=True))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize(("shape", "axis"), CASES, ids=str)
def test_along_one_axis(shape: tuple[int, ...], axis: int, dtype: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(40), shape, dtype, -20, 20)

    check("SoftmaxV2", [x], softmax(x, axis).astype(dtype), {"axes": [axis]})


def test_over_several_axes_at_once() -> None:
    x = numbers(np.random.default_rng(41), (2, 3, 4, 5), np.float32)

    check("SoftmaxV2", [x], softmax(x, (1, 2)).astype(np.float32), {"axes": [2, 1]})


def test_old_onnx_means_all_axes_from_the_named_one_on() -> None:
    x = numbers(np.random.default_rng(42), (2, 3, 4, 5), np.float32)

    check("SoftmaxV2", [x], softmax(x, (1, 2, 3)).astype(np.float32), {"axes": [1]}, extra={"need_fusion": 1})


def test_axes_that_are_no_neighbours_are_refused() -> None:
    with pytest.raises(RuntimeError, match="axes must be neighbours"):
        run("SoftmaxV2", [np.zeros((2, 3, 4), np.float32)], {"axes": [0, 2]})
