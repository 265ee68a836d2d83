"""Parts of tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import PLAIN, Array, check, numbers, run

X = numbers(np.random.default_rng(19), (6, 7, 8), np.int32)
END = 2**63 - 1
ONNX_CASES: list[tuple[list[list[int] | None], Any]] = [
    ([[1, 2], [5, 6], [0, 1], [2, 3]], np.s_[1:5:2, 2:6:3]),
    ([[-1], [-100], [1], [-1]], np.s_[:, ::-1]),
    ([[0], [END], [2], [1]], np.s_[:]),
    ([[7], [-END - 1], [2], [-2]], np.s_[:, :, 7::-2]),
    ([[5], [2], [0], [1]], np.s_[5:2]),
    ([[-3], [END], [-1], None], np.s_[:, :, -3:]),
    ([[100], [200], [0], [1]], np.s_[100:]),
    ([[END], [-END], [0], [-1]], np.s_[::-1]),
    ([[1, 2], [5, 6], None, None], np.s_[1:5, 2:6]),
    ([[1, 2], [5, 6], None, [2, 3]], np.s_[1:5:2, 2:6:3]),
]


def ints(values: list[int] | None) -> Array | None:
    return None if values is None else np.array(values, np.int64)


@pytest.mark.parametrize(("entries", "part"), ONNX_CASES, ids=str)
@pytest.mark.parametrize("constant", [(), (1, 2, 3, 4)], ids=["given", "constant"])
def test_strided_slices_of_axes(entries: list[list[int] | None], part: Any, constant: tuple[int, ...]) -> None:
    check("StridedSliceV2", [X, *map(ints, entries)], X[part], constant=constant)


MASKED: list[tuple[list[list[int]], dict[str, int], Any]] = [
    ([[1, 0, 0], [5, 0, 3], [1, 1, 1]], {"ellipsis_mask": 2}, np.s_[1:5, ..., 0:3]),
    ([[0, 0, 2], [0, 0, 3], [1, 1, 1]], {"new_axis_mask": 1, "shrink_axis_mask": 2}, np.s_[None, 0, 2:3]),
    ([[0, 0], [0, 0], [-1, 1]], {"begin_mask": 3, "end_mask": 3}, np.s_[::-1]),
    ([[-1], [0], [1]], {"shrink_axis_mask": 1}, np.s_[-1]),
    (
        [[0, 0, -2], [0, 9, 1], [1, 1, 1]],
        {"ellipsis_mask": 1, "new_axis_mask": 2, "shrink_axis_mask": 4},
        np.s_[..., None, -2],
    ),
]


@pytest.mark.parametrize(("entries", "masks", "part"), MASKED, ids=str)
def test_masks(entries: list[list[int]], masks: dict[str, int], part: Any) -> None:
    check("StridedSlice", [X, *map(ints, entries)], X[part], masks, constant=[1, 2, 3])


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_all_types(dtype: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(20), (4, 5), dtype)

    check("StridedSliceV2", [x, ints([1]), ints([4]), ints([1]), ints([2])], x[:, 1:4:2])


def test_slices_by_size() -> None:
    check("Slice", [X, ints([1, 2, 3]), ints([2, -1, 5])], X[1:3, 2:, 3:8], constant=[1, 2])
    check("SliceD", [X], X[1:3, 2:, 3:8], {"offsets": [1, 2, 3], "size": [2, -1, 5]})


def test_a_slice_beyond_the_end_is_refused() -> None:
    with pytest.raises(RuntimeError, match="Slice"):
        run("Slice", [X, ints([1, 2, 3]), ints([6, 1, 1])])
