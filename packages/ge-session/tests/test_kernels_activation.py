"""Activations."""

from __future__ import annotations

from math import erf
from typing import Any, Callable

import numpy as np
import pytest
from kernel_runs import FLOATS, Array, check, numbers, run


def sigmoid(x: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-x)))


FUNCTIONS: dict[str, tuple[dict[str, Any], Callable[[Array], Array]]] = {
    "Relu": ({}, lambda x: np.maximum(x, 0)),
    "Relu6": ({}, lambda x: np.clip(x, 0, 6)),
    "LeakyRelu": ({"negative_slope": 0.125}, lambda x: np.where(x < 0, 0.125 * x, x)),
    "Sigmoid": ({}, sigmoid),
    "HardSigmoid": ({"alpha": 0.25, "beta": 0.5}, lambda x: np.clip(0.25 * x + 0.5, 0, 1)),
    "HardSwish": ({}, lambda x: x * np.clip(x + 3, 0, 6) / 6),
    "Swish": ({"scale": 1.5}, lambda x: x * sigmoid(1.5 * x)),
    "Gelu": ({}, lambda x: 0.5 * x * (1 + np.vectorize(erf)(x / np.sqrt(2)))),
    "GeluV2": (
        {"approximate": "tanh"},
        lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))),
    ),
}


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("operator", FUNCTIONS)
def test_floats(operator: str, dtype: np.dtype[Any]) -> None:
    attrs, function = FUNCTIONS[operator]
    x = numbers(np.random.default_rng(6), (7, 61), dtype)

    check(operator, [x], function(x.astype(np.float64)).astype(dtype), attrs)


@pytest.mark.parametrize("operator", FUNCTIONS)
def test_a_scalar_and_no_elements(operator: str) -> None:
    attrs, function = FUNCTIONS[operator]

    check(operator, [np.array(-2, np.float32)], np.asarray(function(np.array(-2.0)), np.float32), attrs)
    check(operator, [np.zeros((2, 0), np.float32)], np.zeros((2, 0), np.float32), attrs)


@pytest.mark.parametrize("operator", ["Relu", "Relu6"])
def test_integers(operator: str) -> None:
    x = np.array([-3, 0, 4, 9], np.int32)

    check(operator, [x], FUNCTIONS[operator][1](x).astype(np.int32))


@pytest.mark.parametrize("operator", ["Relu", "Relu6", "Sigmoid", "HardSigmoid"])
def test_nan_stays_and_infinities_saturate(operator: str) -> None:
    attrs, function = FUNCTIONS[operator]
    x = np.array([np.nan, np.inf, -np.inf], np.float32)

    with np.errstate(all="ignore"):
        check(operator, [x], function(x).astype(np.float32), attrs)


def test_gelu_is_exact_unless_an_approximation_is_asked_for() -> None:
    x = np.linspace(-5, 5, 101, dtype=np.float32)
    attrs, function = FUNCTIONS["Gelu"]

    check("GeluV2", [x], function(x.astype(np.float64)).astype(np.float32), attrs)


def test_an_unknown_approximation_of_gelu_is_refused() -> None:
    with pytest.raises(RuntimeError, match="approximate must be none or tanh, given sigmoid"):
        run("GeluV2", [np.zeros(3, np.float32)], {"approximate": "sigmoid"})
