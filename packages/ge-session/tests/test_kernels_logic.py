"""Comparisons, logic, bounds and choices."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import pytest
from kernel_runs import INTEGERS, NUMBERS, PLAIN, check, numbers, run

SHAPES: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
    ((), ()),
    ((2, 3, 4), (2, 3, 4)),
    ((2, 3, 4), (3, 1)),
    ((1, 3, 1), (2, 1, 5)),
    ((0, 3), (1, 3)),
    ((7,), (1,)),
]
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "Equal": np.equal,
    "NotEqual": np.not_equal,
    "Greater": np.greater,
    "GreaterEqual": np.greater_equal,
    "Less": np.less,
    "LessEqual": np.less_equal,
}


@pytest.mark.parametrize("dtype", NUMBERS, ids=str)
@pytest.mark.parametrize("operator", COMPARISONS)
def test_comparisons(operator: str, dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(8)
    for left, right in SHAPES:
        a, b = numbers(rng, left, dtype, 0, 3), numbers(rng, right, dtype, 0, 3)

        check(operator, [a, b], np.asarray(COMPARISONS[operator](a, b)))


@pytest.mark.parametrize("operator", ["Equal", "NotEqual"])
def test_bools_are_compared(operator: str) -> None:
    a, b = np.array([True, False]), np.array([True, True])

    check(operator, [a, b], np.asarray(COMPARISONS[operator](a, b)))


def test_logic() -> None:
    rng = np.random.default_rng(9)
    for left, right in SHAPES:
        a, b = numbers(rng, left, bool), numbers(rng, right, bool)

        check("LogicalAnd", [a, b], np.asarray(a & b))
        check("LogicalOr", [a, b], np.asarray(a | b))
        check("LogicalNot", [a], np.asarray(~a))


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_bits(dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(12)
    for left, right in SHAPES:
        a, b = numbers(rng, left, dtype, -90, 90), numbers(rng, right, dtype, -90, 90)

        check("BitwiseAnd", [a, b], np.asarray(a & b))
        check("BitwiseOr", [a, b], np.asarray(a | b))
        check("Invert", [a], np.asarray(~a))


@pytest.mark.parametrize("dtype", NUMBERS, ids=str)
@pytest.mark.parametrize("operator", ["ClipByValue", "ClipByValueV2"])
def test_bounds(operator: str, dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(10)
    x, low, high = numbers(rng, (4, 5), dtype), np.array(2, dtype), np.array([5], dtype)

    check(operator, [x, low, high], np.minimum(np.maximum(x, low), high))
    lows, highs = numbers(rng, (5,), dtype, 0, 3), numbers(rng, (4, 1), dtype, 3, 6)
    check(operator, [x, lows, highs], np.minimum(np.maximum(x, lows), highs))


def test_bounds_leave_nan() -> None:
    x = np.array([np.nan, np.inf, -np.inf], np.float32)

    check(
        "ClipByValue", [x, np.array([0], np.float32), np.array([1], np.float32)], np.array([np.nan, 1, 0], np.float32)
    )


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_a_condition_chooses(dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(11)
    for shapes in [((), (2, 3), (2, 3)), ((2, 1), (2, 3), (1, 3)), ((4, 1, 1), (3, 1), (1, 5)), ((0,), (1,), (1,))]:
        condition = numbers(rng, shapes[0], bool)
        a, b = numbers(rng, shapes[1], dtype), numbers(rng, shapes[2], dtype)

        check("SelectV2", [condition, a, b], np.asarray(np.where(condition, a, b)))


def test_a_vector_chooses_rows() -> None:
    rng = np.random.default_rng(12)
    a, b = numbers(rng, (3, 4), np.float32), numbers(rng, (3, 4), np.float32)
    condition = np.array([True, False, True])

    check("Select", [condition, a, b], np.where(condition[:, None], a, b))
    check("Select", [a > b, a, b], np.where(a > b, a, b))


def test_values_of_two_types_are_refused() -> None:
    with pytest.raises(RuntimeError, match="data type"):
        run("SelectV2", [np.array([True]), np.ones(1, np.float32), np.ones(1, np.int32)])
