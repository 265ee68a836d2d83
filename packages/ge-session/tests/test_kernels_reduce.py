"""Reductions."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import pytest
from kernel_runs import NUMBERS, Array, check, numbers

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "ReduceSum": np.sum,
    "ReduceMean": np.mean,
    "ReduceMax": np.max,
    "ReduceMin": np.min,
    "ReduceProd": np.prod,
}
SHAPES: list[tuple[tuple[int, ...], list[tuple[int, ...]]]] = [
    ((2, 3, 4, 5), [(0,), (1,), (-1,), (0, 2), (1, 3), (0, 1, 2, 3), (2, 3)]),
    ((7,), [(0,)]),
    ((2, 1, 3), [(1,)]),
]


def reduced(operator: str, x: Array, axes: tuple[int, ...], keep_dims: bool) -> Array:
    """In the type of x; the mean of integers is truncated."""
    wide = x if x.dtype.kind in "iu" else x.astype(np.float64)
    result = np.asarray(FUNCTIONS[operator](wide, axis=axes, keepdims=keep_dims))
    return np.asarray(np.trunc(result) if x.dtype.kind in "iu" else result).astype(x.dtype)


@pytest.mark.parametrize("dtype", NUMBERS, ids=str)
@pytest.mark.parametrize("operator", FUNCTIONS)
def test_all_types(operator: str, dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(36)
    low, high = (-2, 3) if operator == "ReduceProd" else (-9, 9)
    for shape, all_axes in SHAPES:
        x = numbers(rng, shape, dtype, low, high)
        for axes in all_axes:
            for keep_dims in (True, False):
                expected = reduced(operator, x, axes, keep_dims)

                attrs = {"keep_dims": keep_dims}
                tolerance = None if dtype == np.float64 else (1e-4 if dtype == np.float32 else 0.1)
                check(operator, [x, np.array(axes)], expected, attrs, constant=[1], tolerance=tolerance)


@pytest.mark.parametrize("operator", FUNCTIONS)
def test_large_tensors(operator: str) -> None:
    rng = np.random.default_rng(37)
    x = numbers(rng, (2, 70, 1100), np.float32, 0.99, 1.01)
    for axes in [(1,), (2,), (0,), (0, 1), (0, 2), (1, 2)]:
        check(operator, [x, np.array(axes)], reduced(operator, x, axes, False), constant=[1], tolerance=1e-4)


@pytest.mark.parametrize("operator", ["ReduceSumD", "ReduceMeanD", "ReduceMaxD", "ReduceMinD", "ReduceProdD"])
def test_axes_as_an_attribute(operator: str) -> None:
    x = numbers(np.random.default_rng(38), (3, 4), np.float32, 0.5, 2)

    check(operator, [x], reduced(operator[:-1], x, (1,), True), {"axes": [1], "keep_dims": True})


def test_no_axes_reduce_all_or_nothing() -> None:
    x = numbers(np.random.default_rng(39), (2, 3), np.float32)
    none = np.zeros(0, np.int32)

    check("ReduceSum", [x, none], np.asarray(x.sum()), {"noop_with_empty_axes": False}, constant=[1])
    check("ReduceSum", [x, none], x, {"noop_with_empty_axes": True}, constant=[1])


def test_nothing_to_reduce() -> None:
    x = np.zeros((0, 3), np.float32)
    for operator, value in [("ReduceSum", 0), ("ReduceProd", 1), ("ReduceMax", -np.inf), ("ReduceMean", np.nan)]:
        check(operator, [x, np.array([0])], np.full(3, value, np.float32), constant=[1])


@pytest.mark.parametrize("operator", ["ReduceMax", "ReduceMin", "ReduceSum"])
def test_nan_stays(operator: str) -> None:
    x = np.array([1, np.nan, 3], np.float32)

    check(operator, [x, np.array([0])], np.array(np.nan, np.float32), constant=[1])
