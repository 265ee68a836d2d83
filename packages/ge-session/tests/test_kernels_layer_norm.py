"""Normalisation of each row by itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import FLOATS, check, numbers, run

CASES: list[tuple[tuple[int, ...], int]] = [((2, 3, 40), 2), ((2, 3, 40), 1), ((4, 5), -1), ((0, 5), 1)]


@pytest.mark.parametrize("dtype", FLOATS[:3], ids=str)
@pytest.mark.parametrize(("shape", "axis"), CASES, ids=str)
def test_rows_are_normalised(shape: tuple[int, ...], axis: int, dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(43)
    x = numbers(rng, shape, dtype, -2, 2)
    gamma, beta = (numbers(rng, shape[axis:], dtype, -2, 2) for _ in range(2))
    axes = tuple(range(axis % len(shape), len(shape)))
    wide = x.astype(np.float64)
    mean, variance = wide.mean(axes, keepdims=True), wide.var(axes, keepdims=True)
    y = (wide - mean) / np.sqrt(variance + 1e-5) * gamma.astype(np.float64) + beta.astype(np.float64)
    loose = 4e-5 if dtype == np.float32 else 5e-2

    attrs = {"begin_norm_axis": axis, "begin_params_axis": axis, "epsilon": 1e-5}
    expected = [array.astype(dtype) for array in (y, mean, variance)]
    check("LayerNorm", [x, gamma, beta], expected, attrs, tolerance=loose)
    expected[2] = (1 / np.sqrt(variance + 1e-5)).astype(dtype)
    check("LayerNormV3", [x, gamma, beta], expected, attrs, tolerance=loose)


def test_factors_may_have_the_shape_of_x() -> None:
    rng = np.random.default_rng(44)
    x, gamma, beta = (numbers(rng, (3, 8), np.float32, -2, 2) for _ in range(3))
    y = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-7) * gamma + beta

    check("LayerNorm", [x, gamma, beta], [y, None, None], {"begin_norm_axis": 1}, tolerance=1e-4)


def test_factors_of_another_length_are_refused() -> None:
    x, factors = np.zeros((3, 8), np.float32), np.zeros(7, np.float32)

    with pytest.raises(RuntimeError, match="LayerNorm"):
        run("LayerNorm", [x, factors, factors], {"begin_norm_axis": 1, "begin_params_axis": 1})
