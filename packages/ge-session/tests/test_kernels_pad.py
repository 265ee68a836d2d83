"""Padding."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import PLAIN, check, numbers, run

PADDINGS = [((0, 0), (1, 2), (3, 0)), ((2, 1), (0, 0), (0, 1)), ((1, 1), (2, 2), (1, 3))]
Pairs = tuple[tuple[int, int], ...]


def paired(pads: Pairs) -> Any:
    return np.array(pads, np.int64).reshape(-1)


def begins_then_ends(pads: Pairs) -> Any:
    return np.array(pads, np.int64).T.reshape(-1)


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_constants(dtype: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(31), (2, 3, 4), dtype)
    value = np.ones(1, dtype)
    filled = np.pad(x, PADDINGS[2], constant_values=value[0])
    begins = begins_then_ends(PADDINGS[2])

    check("Pad", [x, paired(PADDINGS[0])], np.pad(x, PADDINGS[0]), constant=[1])
    check("PadV2", [x, paired(PADDINGS[2]), value.reshape(())], filled, constant=[1])
    check("PadV3", [x, begins, value], filled, {"paddings_contiguous": False}, constant=[1])
    check("PadV3", [x, begins, None], np.pad(x, PADDINGS[2]), {"paddings_contiguous": False})


@pytest.mark.parametrize("pads", PADDINGS, ids=str)
@pytest.mark.parametrize("mode", ["reflect", "edge"])
def test_mirrors_and_edges(mode: str, pads: Pairs) -> None:
    x = numbers(np.random.default_rng(32), (3, 4, 5), np.float32)

    check("PadV3", [x, paired(pads), None], np.pad(x, pads, mode=mode), {"mode": mode}, constant=[1])  # type: ignore[call-overload]


@pytest.mark.parametrize("mode", ["reflect", "symmetric"])
def test_mirror_pad(mode: str) -> None:
    x = numbers(np.random.default_rng(33), (3, 4, 5), np.float32)
    expected = np.pad(x, PADDINGS[1], mode=mode)  # type: ignore[call-overload]

    check("MirrorPad", [x, paired(PADDINGS[1])], expected, {"mode": mode.upper()}, constant=[1])


def test_negative_paddings_take_away() -> None:
    x = numbers(np.random.default_rng(34), (2, 3), np.float32)
    expected = np.pad(x, ((0, 0), (0, 1)))[:, 1:]

    check("PadV3", [x, np.array([0, -1, 0, 1]), None], expected, {"paddings_contiguous": False}, constant=[1])


def test_paddings_as_an_attribute() -> None:
    x = numbers(np.random.default_rng(35), (2, 3), np.float32)

    check("PadD", [x], np.pad(x, ((1, 0), (0, 2))), {"paddings": [[1, 0], [0, 2]]})


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(RuntimeError, match="mode must be constant, reflect, symmetric or edge"):
        run("PadV3", [np.zeros((2, 2), np.float32), np.zeros(4, np.int64), None], {"mode": "wrap"})
