"""Elements by index."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import PLAIN, check, numbers, run

NEGATIVE = {"negative_index_support": True}


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_all_types(dtype: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(21), (3, 4, 5), dtype)

    check("GatherV2", [x, np.array([0, 2, -1]), np.array(1, np.int32)], x[:, [0, 2, -1]], NEGATIVE, constant=[2])


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_indices_of_any_shape(axis: int) -> None:
    rng = np.random.default_rng(22)
    x = numbers(rng, (3, 4, 5), np.float32)
    for indices in (np.array(1), np.zeros((2, 0), np.int64), rng.integers(0, 3, (2, 3)).astype(np.int32)):
        check("GatherV2", [x, indices, np.array(axis)], np.asarray(np.take(x, indices, axis)), constant=[2])
        check("GatherV2D", [x, indices], np.asarray(np.take(x, indices, axis)), {"axis": axis})


def test_batches_have_indices_of_their_own() -> None:
    rng = np.random.default_rng(23)
    x, indices = numbers(rng, (2, 3, 4, 5), np.float32), rng.integers(0, 4, (2, 3, 6))

    expected = np.take_along_axis(x, indices[..., None], 2)
    check("GatherV2", [x, indices, np.array(2)], expected, {"batch_dims": 2}, constant=[2])


def test_rows() -> None:
    x = numbers(np.random.default_rng(24), (3, 2), np.float32)

    check("Gather", [x, np.array([2, 0])], x[[2, 0]])


@pytest.mark.parametrize(("index", "attrs"), [(5, {}), (-1, {}), (-5, NEGATIVE)])
def test_an_index_outside_is_refused(index: int, attrs: dict[str, bool]) -> None:
    with pytest.raises(RuntimeError, match=f"an index must be in .*, given {index}"):
        run("GatherV2", [np.zeros(4, np.float32), np.array([index]), np.array(0)], attrs, constant=[2])
