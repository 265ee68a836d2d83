"""Repeated and counted elements."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import NUMBERS, PLAIN, check, numbers


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_stretched(dtype: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(29), (3, 1), dtype)
    for shape in [(3, 1), (3, 4), (2, 3, 4), (2, 0, 3, 1)]:
        check("Expand", [x, np.array(shape)], np.array(np.broadcast_to(x, shape)), constant=[1])
        check("BroadcastTo", [x, np.array(shape)], np.array(np.broadcast_to(x, shape)), constant=[1])
    check("Expand", [np.zeros((2, 4), dtype), np.array([1, 1])], np.zeros((2, 4), dtype))


@pytest.mark.parametrize("multiples", [(1, 1), (2, 3), (2, 1, 3), (0, 1)], ids=str)
def test_tiled(multiples: tuple[int, ...]) -> None:
    x = numbers(np.random.default_rng(30), (3, 2), np.float32)

    check("Tile", [x, np.array(multiples)], np.tile(x, multiples), constant=[1])


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_filled(dtype: np.dtype[Any]) -> None:
    value = np.ones((), dtype)

    check("Fill", [np.array([2, 3], np.int32), value], np.full((2, 3), value), constant=[0, 1])
    check("Fill", [np.array([2, 0]), value.reshape(1)], np.full((2, 0), value))
    check("Fill", [np.zeros(0, np.int64), value], np.ones((), dtype))


@pytest.mark.parametrize("dtype", [d for d in NUMBERS if d.kind == "i" or (d.itemsize >= 4 and d.kind == "f")], ids=str)
def test_counted(dtype: np.dtype[Any]) -> None:
    start, limit, step = (np.array(value, dtype) for value in (5, 0, -2))

    check("Range", [start, limit, step], np.array([5, 3, 1], dtype))


def test_counted_in_fractions() -> None:
    start, limit, step = (np.array(value, np.float32) for value in (1, 2, 0.25))

    check("Range", [start, limit, step], np.array([1, 1.25, 1.5, 1.75], np.float32), constant=[0, 1, 2])
