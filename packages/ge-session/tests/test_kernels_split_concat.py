"""Tensors joined and cut."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import PLAIN, check, numbers, run


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_joined(dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(25)
    parts = [numbers(rng, (2, length, 3), dtype) for length in (1, 0, 4)]
    whole = np.concatenate(parts, 1)

    check("ConcatD", [parts], whole, {"concat_dim": 1, "N": 3})
    check("ConcatV2D", [parts], whole, {"concat_dim": -2, "N": 3})
    check("ConcatV2", [parts, np.array(-2, np.int32)], whole, {"N": 3}, constant=[1])
    check("Concat", [np.array(1, np.int32), parts], whole, {"N": 3}, constant=[0])


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_packed_along_a_new_axis(axis: int) -> None:
    rng = np.random.default_rng(26)
    parts = [numbers(rng, (2, 3), np.float32) for _ in range(4)]

    check("Pack", [parts], np.stack(parts, axis), {"axis": axis, "N": 4})


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_cut(dtype: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(27), (2, 5, 3), dtype)
    unequal = [x[:, :1], x[:, 1:1], x[:, 1:]]
    equal = [x[..., i : i + 1] for i in range(3)]
    sizes, axis = np.array([1, 0, 4]), np.array(1, np.int32)

    check("SplitV", [x, sizes, axis], unequal, {"num_split": 3, "y_num": 3}, constant=[1, 2])
    check("SplitVD", [x], unequal, {"size_splits": [1, 0, 4], "split_dim": 1, "num_split": 3, "y_num": 3})
    check("Split", [np.array(2, np.int32), x], equal, {"num_split": 3, "y_num": 3}, constant=[0])
    check("SplitD", [x], equal, {"split_dim": -1, "num_split": 3, "y_num": 3})


def test_large_parts() -> None:
    rng = np.random.default_rng(28)
    parts = [numbers(rng, (1, channels, 80, 90), np.float32) for channels in (3, 5, 8)]

    check("ConcatD", [parts], np.concatenate(parts, 1), {"concat_dim": 1, "N": 3})


def test_parts_of_two_types_are_refused() -> None:
    with pytest.raises(RuntimeError, match="Concat"):
        run("ConcatD", [[np.zeros(2, np.float32), np.zeros(2, np.int32)]], {"concat_dim": 0, "N": 2})
