"""Normalisation by channels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import FLOATS, check, numbers, run

CASES: list[tuple[tuple[int, ...], str]] = [
    ((2, 3, 4, 5), "NCHW"),
    ((2, 4, 5, 3), "NHWC"),
    ((2, 3, 130, 131), "NCHW"),
    ((0, 3, 4, 5), "NCHW"),
]


@pytest.mark.parametrize("dtype", FLOATS[:3], ids=str)
@pytest.mark.parametrize("constant", [(), (1, 2, 3, 4)], ids=["given", "constant"])
@pytest.mark.parametrize(("shape", "layout"), CASES, ids=str)
def test_channels_are_normalised(
    shape: tuple[int, ...], layout: str, constant: tuple[int, ...], dtype: np.dtype[Any]
) -> None:
    rng = np.random.default_rng(45)
    x = numbers(rng, shape, dtype, -2, 2)
    scale, offset, mean = (numbers(rng, (3,), np.float32, -2, 2) for _ in range(3))
    variance = numbers(rng, (3,), np.float32, 0.1, 2)
    per_channel = [1] * 4
    per_channel[layout.index("C")] = 3
    s, o, m, v = (array.reshape(per_channel).astype(np.float64) for array in (scale, offset, mean, variance))
    y = ((x.astype(np.float64) - m) / np.sqrt(v + 1e-5) * s + o).astype(dtype)

    attrs = {"epsilon": 1e-5, "data_format": layout, "is_training": False}
    expected = [y, mean, variance, mean, variance, None]
    loose = 2e-5 if dtype == np.float32 else 4e-2
    check("BatchNorm", [x, scale, offset, mean, variance], expected, attrs, constant=constant, tolerance=loose)


def test_training_is_refused() -> None:
    vector = np.ones(3, np.float32)

    with pytest.raises(RuntimeError, match="is_training must be false"):
        run("BatchNorm", [np.zeros((1, 3, 2, 2), np.float32), *[vector] * 4], {"data_format": "NCHW"})
