"""Sums, products, quotients, powers, extremes."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import pytest
from kernel_runs import FLOATS, INTEGERS, NUMBERS, Array, check, numbers, run

SHAPES: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
    ((), ()),
    ((3,), ()),
    ((2, 3, 4), (2, 3, 4)),
    ((2, 3, 4), (3, 1)),
    ((1, 3, 1), (2, 1, 5)),
    ((0, 3), (1, 3)),
    ((5, 1, 7, 1, 2, 3), (4, 7, 2, 1, 3)),
    ((1, 8, 33, 65), (1, 8, 1, 1)),
    ((7, 1), (1, 9)),
    ((300, 133), (300, 133)),
]


def quotient(a: Array, b: Array) -> Array:
    """Truncated for integers, and 0 where the divisor is 0."""
    if a.dtype.kind not in "iu":
        return np.asarray(a / b)
    whole = np.trunc(a.astype(np.float64) / np.where(b == 0, 1, b))
    return np.asarray(np.where(b == 0, 0, whole))


FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "Add": np.add,
    "Sub": np.subtract,
    "Mul": np.multiply,
    "RealDiv": quotient,
    "Div": quotient,
    "Maximum": np.maximum,
    "Minimum": np.minimum,
}


@pytest.mark.parametrize("dtype", NUMBERS, ids=str)
@pytest.mark.parametrize("operator", FUNCTIONS)
def test_operands_stretch_to_each_other(operator: str, dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(1)
    for left, right in SHAPES if dtype == np.float32 else SHAPES[1:6]:
        a, b = numbers(rng, left, dtype), numbers(rng, right, dtype)
        expected = np.asarray(FUNCTIONS[operator](a, b)).astype(dtype)

        check(operator, [a, b], expected)


def test_bool_sums_are_or_and_products_are_and() -> None:
    a, b = np.array([True, True, False, False]), np.array([True, False, True, False])

    check("Add", [a, b], a | b)
    check("Mul", [a, b], a & b)


def test_integers_wrap_round() -> None:
    largest = np.array([2**31 - 1, -(2**31)], np.int32)

    check("Add", [largest, np.array([1, -1], np.int32)], np.array([-(2**31), 2**31 - 1], np.int32))
    check("Mul", [largest, np.array([2, 2], np.int32)], np.array([-2, 0], np.int32))
    check("Div", [largest, np.array([-1, -1], np.int32)], np.array([-(2**31) + 1, -(2**31)], np.int32))


@pytest.mark.parametrize("dtype", NUMBERS, ids=str)
def test_quotients_are_rounded_down_and_rests_have_the_sign_of_the_divisor(dtype: np.dtype[Any]) -> None:
    unsigned = dtype.kind == "u"
    a = np.array([7, 7, 6, 0, 5] if unsigned else [7, -7, 7, -7, 6], dtype)
    b = np.array([2, 3, 3, 4, 5] if unsigned else [2, 2, -2, -2, -3], dtype)
    wide_a, wide_b = a.astype(np.float64), b.astype(np.float64)

    check("FloorDiv", [a, b], np.floor(wide_a / wide_b).astype(dtype))
    check("FloorMod", [a, b], np.mod(wide_a, wide_b).astype(dtype))


def test_a_division_of_integers_by_zero_gives_zero() -> None:
    a, b = np.array([7, -(2**31)], np.int32), np.array([0, -1], np.int32)

    check("FloorDiv", [a, b], np.array([0, -(2**31)], np.int32))
    check("FloorMod", [a, b], np.array([0, 0], np.int32))


@pytest.mark.parametrize("operator", ["Maximum", "Minimum"])
def test_nan_wins_in_extremes(operator: str) -> None:
    a, b = np.array([np.nan, 1], np.float32), np.array([1, np.nan], np.float32)

    check(operator, [a, b], np.array([np.nan, np.nan], np.float32))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("exponent", [2, 0.5, 1, 3, -1, 2.5, 0])
def test_a_power_of_one_exponent(exponent: float, dtype: np.dtype[Any]) -> None:
    x = np.abs(numbers(np.random.default_rng(2), (40,), dtype, 0.1, 5))

    check("Pow", [x, np.array([exponent], dtype)], np.power(x.astype(np.float64), exponent).astype(dtype))


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_powers_of_integers(dtype: np.dtype[Any]) -> None:
    x, exponents = np.array([0, 1, 2, 3], dtype), np.array([0, 5, 3, 2], dtype)

    check("Pow", [x, exponents], np.array([1, 1, 8, 9], dtype))


def test_a_power_stretches_its_exponents() -> None:
    rng = np.random.default_rng(3)
    x, exponents = numbers(rng, (3, 4), np.float32, 0.1, 3), numbers(rng, (4,), np.float32, -2, 2)

    check("Pow", [x, exponents], np.power(x, exponents))


@pytest.mark.parametrize("operator", ["Pow", "Mul"])
def test_operands_of_two_types_give_the_wider_one(operator: str) -> None:
    x, other = np.array([1.5, 2.0, -3.0], np.float32), np.array([3, 2, 1], np.int64)
    expected = x**other if operator == "Pow" else x * other

    check(operator, [x, other], expected.astype(np.float32))
    check(
        operator,
        [other, np.array([2.5], np.float32)],
        getattr(np, "power" if operator == "Pow" else "multiply")(other, np.float32(2.5)).astype(np.float32),
    )


def test_shapes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(RuntimeError, match="Add"):
        run("Add", [np.zeros((2, 3), np.float32), np.zeros((2, 4), np.float32)])
