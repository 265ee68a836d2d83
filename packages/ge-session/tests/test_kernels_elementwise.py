"""Element-wise operators beside numpy's, in every type that they declare."""

from __future__ import annotations

from math import erfc
from typing import Any, Callable

import numpy as np
import pytest
from kernel_runs import FLOATS, INTEGERS, NUMBERS, Array, numbers, run

Function = Callable[..., Array]
UP_TO_32 = FLOATS[:3]

# Units in the last place that a result may be off, of the double result rounded to the type.
ULPS = 4


def softplus(x: Array) -> Array:
    return np.asarray(np.logaddexp(0, x))


def shrunk(x: Array, lambd: float, bias: float) -> Array:
    return np.where(x < -lambd, x + bias, np.where(x > lambd, x - bias, 0))


# operator -> its attributes, what it computes in double, the types that it takes
UNARY: dict[str, tuple[dict[str, Any], Function, list[np.dtype[Any]]]] = {
    "Mish": ({}, lambda x: x * np.tanh(softplus(x)), UP_TO_32),
    "Softplus": ({}, softplus, FLOATS),
    "SoftplusV2": ({"beta": 2.0, "threshold": 6.0}, lambda x: np.where(2 * x > 6, x, softplus(2 * x) / 2), UP_TO_32),
    "Softsign": ({}, lambda x: x / (1 + np.abs(x)), FLOATS),
    "LogSigmoid": ({}, lambda x: -softplus(-x), UP_TO_32),
    "SquaredRelu": ({}, lambda x: np.maximum(x, 0) ** 2, UP_TO_32),
    "Selu": (
        {},
        lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(np.minimum(x, 0))),
        FLOATS,
    ),
    "Elu": (
        {"alpha": 0.5, "scale": 1.25, "input_scale": 0.75},
        lambda x: 1.25 * np.where(x > 0, x, 0.5 * np.expm1(0.75 * np.minimum(x, 0))),
        FLOATS,
    ),
    "CeluV2": ({"alpha": 0.5}, lambda x: np.where(x > 0, x, 0.5 * np.expm1(np.minimum(x, 0) / 0.5)), UP_TO_32),
    "HardShrink": ({"lambd": 1.5}, lambda x: np.where(np.abs(x) <= 1.5, 0, x), UP_TO_32),
    "SoftShrink": ({"lambd": 1.5}, lambda x: shrunk(x, 1.5, 1.5), UP_TO_32),
    "Shrink": ({"lambd": 1.5, "bias": 0.5}, lambda x: shrunk(x, 1.5, 0.5), UP_TO_32),
    "Rint": ({}, np.rint, FLOATS),
    "Trunc": ({}, np.trunc, UP_TO_32),
    "Inv": ({}, lambda x: 1 / x, FLOATS),
    "Expm1": ({}, np.expm1, FLOATS),
    "Log1p": ({}, lambda x: np.log1p(np.maximum(x, -2)), FLOATS),
    "Erfc": ({}, np.vectorize(erfc), FLOATS),
}

# The same of two operands.
BINARY: dict[str, tuple[Function, list[np.dtype[Any]]]] = {
    "FloorDiv": (np.floor_divide, NUMBERS),
    "FloorMod": (np.mod, NUMBERS),
    "Mod": (np.fmod, NUMBERS),
    "TruncateMod": (np.fmod, NUMBERS),
    "TruncateDiv": (lambda x, y: np.trunc(x / y), NUMBERS),
    "DivNoNan": (lambda x, y: np.trunc(x / y) if x.dtype.kind in "iu" else x / y, NUMBERS),
    "SquaredDifference": (lambda x, y: (x - y) * (x - y), NUMBERS),
    "Atan2": (np.arctan2, FLOATS),
    "Xlogy": (lambda x, y: x * np.log(np.abs(y)), FLOATS),
    "Xdivy": (np.divide, FLOATS),
    "BitwiseAnd": (np.bitwise_and, INTEGERS),
    "BitwiseOr": (np.bitwise_or, INTEGERS),
    "BitwiseXor": (np.bitwise_xor, INTEGERS),
}


def assert_close(result: Array, exact: Array, dtype: np.dtype[Any], ulps: float = ULPS) -> None:
    """Integers are equal; floats within some units in the last place of the rounded exact result."""
    assert result.dtype == dtype
    assert result.shape == exact.shape
    if dtype.kind in "iu":
        np.testing.assert_array_equal(result, exact.astype(dtype))
        return
    with np.errstate(over="ignore"):
        wanted = exact.astype(dtype)
    finite = np.isfinite(wanted.astype(np.float64))
    unit = np.spacing(np.abs(wanted[finite])).astype(np.float64)
    distance = np.abs(result[finite].astype(np.float64) - wanted[finite].astype(np.float64))
    worst = (distance / np.maximum(unit, np.finfo(np.float32).tiny)).max(initial=0)
    assert worst <= ulps, f"{worst} units in the last place"
    np.testing.assert_array_equal(result[~finite].astype(np.float64), wanted[~finite].astype(np.float64))


UNARY_CASES = [(name, dtype) for name, row in UNARY.items() for dtype in row[2]]
BINARY_CASES = [(name, dtype) for name, row in BINARY.items() for dtype in row[1]]


@pytest.mark.parametrize(("operator", "dtype"), UNARY_CASES, ids=str)
def test_unary(operator: str, dtype: np.dtype[Any]) -> None:
    attrs, function, _ = UNARY[operator]
    x = numbers(np.random.default_rng(1), (3, 173), dtype, -8, 8)
    if operator == "Log1p":
        x = np.abs(x)

    (y,) = run(operator, [x], attrs)

    assert_close(y, np.asarray(function(x.astype(np.float64))), dtype)


@pytest.mark.parametrize(("operator", "dtype"), BINARY_CASES, ids=str)
def test_binary(operator: str, dtype: np.dtype[Any]) -> None:
    function = BINARY[operator][0]
    rng = np.random.default_rng(2)
    x, y = numbers(rng, (5, 1, 31), dtype, -9, 9), numbers(rng, (4, 31), dtype, -9, 9)
    y = np.where(y == 0, np.ones_like(y), y) if dtype.kind in "iu" else y
    if operator == "Xlogy":
        y = np.abs(y)
    wide = dtype if dtype.kind in "iu" else np.dtype(np.float64)
    if operator in ("FloorDiv", "TruncateDiv") and dtype.kind not in "iu":
        wide = np.dtype(np.float32) if dtype.itemsize < 8 else wide  # the quotient is rounded before it is cut

    (z,) = run(operator, [x, y])

    assert_close(z, np.asarray(function(x.astype(wide), y.astype(wide))), dtype)


@pytest.mark.parametrize("operator", ["FloorDiv", "TruncateDiv", "DivNoNan", "FloorMod", "Mod", "TruncateMod"])
@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_integers_are_not_divided_by_zero(operator: str, dtype: np.dtype[Any]) -> None:
    least = np.iinfo(dtype).min
    x, y = np.array([7, least, 0], dtype), np.array([0, 0, 0], dtype)

    (z,) = run(operator, [x, y])

    np.testing.assert_array_equal(z, np.zeros(3, dtype))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_what_is_no_number(dtype: np.dtype[Any]) -> None:
    x = np.array([1, np.nan, np.inf, -np.inf, 0], dtype)

    for operator, function in {"IsNan": np.isnan, "IsInf": np.isinf, "IsFinite": np.isfinite}.items():
        (y,) = run(operator, [x])
        np.testing.assert_array_equal(y, function(x.astype(np.float64)), err_msg=operator)


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_invert(dtype: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(3), (40,), dtype, -99, 99)

    (y,) = run("Invert", [x])

    np.testing.assert_array_equal(y, np.invert(x))


@pytest.mark.parametrize("dtype", UP_TO_32, ids=str)
def test_formulas_of_several_operands_round_once(dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(4)
    a, b, c = (numbers(rng, (6, 35), dtype, 1, 3) for _ in range(3))
    w = numbers(rng, (6, 35), dtype, 0, 1)
    value = np.array([0.75], dtype)
    wide = [part.astype(np.float64) for part in (a, b, c, w)]
    cases: dict[str, tuple[list[Array], dict[str, Any], Array]] = {
        "Addcmul": ([a, b, c, value], {}, wide[0] + 0.75 * (wide[1] * wide[2])),
        "Addcdiv": ([a, b, c, value], {}, wide[0] + 0.75 * (wide[1] / wide[2])),
        "Axpy": ([a, b], {"alpha": 0.75}, wide[0] + 0.75 * wide[1]),
        "Lerp": ([a, b, w], {}, wide[0] + wide[3] * (wide[1] - wide[0])),
        "SiluMul": ([a, b], {}, wide[0] / (1 + np.exp(-wide[0])) * wide[1]),
    }

    for operator, (inputs, attrs, exact) in cases.items():
        (y,) = run(operator, inputs, attrs)
        assert_close(y, exact, dtype, ulps=6 if dtype == np.float32 else 1)


@pytest.mark.parametrize(
    "operator", [name for name in UNARY if name != "Shrink"]
)  # ONNX: 0 between the bounds and else
def test_nan_stays(operator: str) -> None:
    x = np.array([np.nan, 1], np.float32)

    (y,) = run(operator, [x], UNARY[operator][0])

    assert np.isnan(y[0])
