"""Other orders of the axes."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from kernel_runs import PLAIN, check, numbers, run

LARGER: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
    ((37, 129), (1, 0)),
    ((3, 200, 301), (0, 2, 1)),
    ((2, 3, 50, 7, 11), (2, 0, 3, 1, 4)),
    ((64, 1, 80), (2, 1, 0)),
    ((5, 333, 3), (2, 1, 0)),
    ((), ()),
    ((0, 3), (1, 0)),
]


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_all_types(dtype: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(17), (2, 3, 4, 5), dtype)
    for order in list(permutations(range(4)))[::5]:
        check("Transpose", [x, np.array(order, np.int32)], x.transpose(order), constant=[1])


@pytest.mark.parametrize(("shape", "order"), LARGER, ids=str)
def test_shapes(shape: tuple[int, ...], order: tuple[int, ...]) -> None:
    x = numbers(np.random.default_rng(18), shape, np.float32)

    check("Transpose", [x, np.array(order, np.int64)], x.transpose(order), constant=[1])
    check("TransposeD", [x], x.transpose(order), {"perm": list(order)})


def test_an_axis_named_twice_is_refused() -> None:
    with pytest.raises(RuntimeError, match="axis 0 comes twice"):
        run("Transpose", [np.zeros((2, 3), np.float32), np.array([0, 0], np.int32)])
