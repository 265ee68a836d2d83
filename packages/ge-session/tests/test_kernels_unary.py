"""Functions of one element."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import pytest
from kernel_runs import FLOATS, NUMBERS, Array, check, numbers

EDGES = np.array([0, -0.0, np.inf, -np.inf, np.nan, 1e-40, -1e-42, 88.7, -103.5, 89.5, 3e38])

FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "Exp": np.exp,
    "Tanh": np.tanh,
    "Reciprocal": lambda x: 1 / x,
    "Square": np.square,
    "Abs": np.abs,
    "Neg": np.negative,
    "Floor": np.floor,
    "Ceil": np.ceil,
    "Round": np.round,
    "Sign": np.sign,
    "Sin": np.sin,
    "Cos": np.cos,
    "Atan": np.arctan,
    "Sinh": np.sinh,
    "Cosh": np.cosh,
    "Asinh": np.arcsinh,
}
OF_POSITIVE: dict[str, Callable[[Any], Any]] = {"Log": np.log, "Sqrt": np.sqrt, "Rsqrt": lambda x: 1 / np.sqrt(x)}


def samples(dtype: Any) -> Array:
    rng = np.random.default_rng(4)
    parts = [numbers(rng, (400,), np.float64, -bound, bound) for bound in (90, 3, 1e-3)]
    with np.errstate(over="ignore"):
        return np.concatenate([*parts, EDGES]).astype(dtype)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("operator", FUNCTIONS)
def test_floats(operator: str, dtype: np.dtype[Any]) -> None:
    x = samples(dtype)

    with np.errstate(all="ignore"):
        check(operator, [x], np.asarray(FUNCTIONS[operator](x.astype(np.float64)).astype(dtype)))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("operator", OF_POSITIVE)
def test_roots_and_logarithms(operator: str, dtype: np.dtype[Any]) -> None:
    x = np.concatenate([np.abs(samples(dtype)), np.array([-1, -np.inf], dtype)])

    with np.errstate(all="ignore"):
        check(operator, [x], np.asarray(OF_POSITIVE[operator](x.astype(np.float64)).astype(dtype)))


BOUNDED: dict[str, tuple[float, float, Callable[[Any], Any]]] = {
    "Tan": (-1.4, 1.4, np.tan),
    "Asin": (-1, 1, np.arcsin),
    "Acos": (-1, 1, np.arccos),
    "Acosh": (1, 20, np.arccosh),
    "Atanh": (-0.9, 0.9, np.arctanh),
}


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("operator", BOUNDED)
def test_functions_of_a_part_of_the_numbers(operator: str, dtype: np.dtype[Any]) -> None:
    low, high, function = BOUNDED[operator]
    x = numbers(np.random.default_rng(61), (200,), dtype, low, high)

    with np.errstate(all="ignore"):
        check(
            operator,
            [x],
            np.asarray(function(x.astype(np.float64)).astype(dtype)),
            tolerance=4e-2 if dtype.itemsize == 2 else 1e-5,
        )


@pytest.mark.parametrize("dtype", NUMBERS, ids=str)
def test_a_number_from_an_attribute(dtype: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(62), (2, 5), dtype)

    check("Muls", [x], (x * np.array(2, dtype)).astype(dtype), {"value": 2.0})
    check("Adds", [x], (x + np.array(3, dtype)).astype(dtype), {"value": 3.0})


@pytest.mark.parametrize("dtype", NUMBERS[4:], ids=str)
@pytest.mark.parametrize("operator", ["Abs", "Neg", "Square", "Sign"])
def test_integers(operator: str, dtype: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(5), (2, 0, 3), dtype), numbers(np.random.default_rng(5), (3, 5), dtype)

    for array in x:
        check(operator, [array], np.asarray(FUNCTIONS[operator](array)).astype(dtype))


def test_base_scale_and_shift() -> None:
    x = np.array([0.5, 1, 3], np.float32)

    check("Exp", [x], np.exp2(0.5 * x + 1).astype(np.float32), {"base": 2.0, "scale": 0.5, "shift": 1.0})
    check("Log", [x], (np.log(0.5 * x + 1) / np.log(10)).astype(np.float32), {"base": 10.0, "scale": 0.5, "shift": 1.0})


def test_a_base_below_zero_is_refused() -> None:
    with pytest.raises(RuntimeError, match="base must be greater than 0"):
        check("Exp", [np.ones(1, np.float32)], np.ones(1, np.float32), {"base": -3.0})


@pytest.mark.parametrize("operator", [*FUNCTIONS, *OF_POSITIVE])
def test_a_scalar_and_no_elements(operator: str) -> None:
    function = {**FUNCTIONS, **OF_POSITIVE}[operator]

    check(operator, [np.array(2, np.float32)], np.asarray(function(np.float32(2)), np.float32))
    check(operator, [np.zeros((0, 3), np.float32)], np.zeros((0, 3), np.float32))
