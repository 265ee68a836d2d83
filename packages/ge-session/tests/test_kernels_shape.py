"""Shapes, and the same elements under another shape."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import PLAIN, check, data_type_number, numbers

X = numbers(np.random.default_rng(15), (2, 3, 1, 4), np.float32)


def ints(*values: int, dtype: Any = np.int64) -> Any:
    return np.array(values, dtype)


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_shape_and_size(dtype: Any) -> None:
    attrs = {"dtype": data_type_number(dtype)}

    check("Shape", [X], ints(2, 3, 1, 4, dtype=dtype), attrs)
    check("Size", [X], np.array(24, dtype), attrs)
    check("Shape", [np.array(1, np.float32)], ints(dtype=dtype), attrs)
    check("Size", [np.zeros((3, 0), np.float32)], np.array(0, dtype), attrs)


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_identity(dtype: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(16), (2, 3), dtype)

    check("Identity", [x], x)


@pytest.mark.parametrize("constant", [(), (1,)])
def test_reshape(constant: tuple[int, ...]) -> None:
    check("Reshape", [X, ints(4, -1)], X.reshape(4, 6), constant=constant)
    check("Reshape", [X, ints(0, 0, 4)], X.reshape(2, 3, 4), constant=constant)
    check("Reshape", [X[:0], ints(0, 5)], np.zeros((0, 5), np.float32), constant=constant, extra={"allowzero": 1})


def test_neighbouring_dimensions_become_one() -> None:
    check("FlattenV2", [X], X.reshape(2, 12))
    check("FlattenV2", [X], X.reshape(6, 1, 4), {"axis": 0, "end_axis": 1})


def test_dimensions_of_one_are_added() -> None:
    check("Unsqueeze", [X], X[:, None], {"axes": [1]})
    check("UnsqueezeV2", [X], X[None], {"axis": [0]})
    check("UnsqueezeV3", [X, ints(0, -1)], X[None, ..., None], constant=[1])
    check("ExpandDims", [X, ints(1)], X[:, None], constant=[1])


def test_dimensions_of_one_are_dropped() -> None:
    check("Squeeze", [X], X[:, :, 0], {"axis": [2]})
    check("Squeeze", [X], X[:, :, 0])
    check("SqueezeV2", [X], X[:, :, 0], {"axis": [-2]})
    check("SqueezeV3", [X, ints(2)], X[:, :, 0], constant=[1])
    check("SqueezeV3", [X, ints(2)], X[:, :, 0])
