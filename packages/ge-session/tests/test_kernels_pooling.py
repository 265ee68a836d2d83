"""Pooling."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import FLOATS, check, numbers, onnx_run, run

# shape, window, strides, (top, bottom, left, right), whether the last window may reach over
CASES: list[tuple[tuple[int, ...], tuple[int, int], tuple[int, int], tuple[int, int, int, int], bool]] = [
    ((2, 3, 8, 9), (2, 2), (2, 2), (0, 0, 0, 0), False),
    ((2, 3, 8, 9), (3, 3), (1, 1), (1, 1, 1, 1), False),
    ((1, 4, 13, 17), (3, 2), (3, 2), (0, 0, 0, 0), False),
    ((1, 2, 10, 10), (3, 3), (2, 2), (1, 0, 0, 1), True),
    ((1, 2, 7, 7), (5, 3), (2, 1), (2, 2, 1, 1), False),
]
TO_NHWC, TYPES = (0, 2, 3, 1), [np.float32, np.float16, np.float64]


@pytest.mark.parametrize("dtype", TYPES, ids=lambda dtype: dtype.__name__)
@pytest.mark.parametrize(("shape", "window", "strides", "pads", "ceil"), CASES, ids=str)
def test_windows(shape: Any, window: Any, strides: Any, pads: Any, ceil: bool, dtype: Any) -> None:
    # Numbers that float32 holds: the peer computes in it.
    x = numbers(np.random.default_rng(46), shape, np.float32).astype(dtype)
    attrs: dict[str, Any] = {"pads": list(pads), "ceil_mode": ceil}
    nchw = {"ksize": [1, 1, *window], "strides": [1, 1, *strides], "data_format": "NCHW"}
    nhwc = {"ksize": [1, *window, 1], "strides": [1, *strides, 1], "data_format": "NHWC"}
    onnx = {"kernel_shape": window, "strides": strides, "ceil_mode": int(ceil)}
    onnx["pads"] = (pads[0], pads[2], pads[1], pads[3])
    loose = 4e-3 if dtype == np.float16 else 4e-6

    largest = onnx_run("MaxPool", [x.astype(np.float32)], onnx)[0].astype(dtype)
    check("MaxPoolV3", [x], largest, {**attrs, **nchw})
    check("MaxPoolV3", [x.transpose(TO_NHWC).copy()], largest.transpose(TO_NHWC), {**attrs, **nhwc})
    for exclusive in (True, False):
        onnx["count_include_pad"] = int(not exclusive)
        mean = onnx_run("AveragePool", [x.astype(np.float32)], onnx, opset=19)[0].astype(dtype)
        attrs["exclusive"] = exclusive
        check("AvgPoolV2", [x], mean, {**attrs, **nchw}, tolerance=loose)
        check("AvgPoolV2", [x.transpose(TO_NHWC).copy()], mean.transpose(TO_NHWC), {**attrs, **nhwc}, tolerance=loose)


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_padding_by_name(padding: str) -> None:
    x = numbers(np.random.default_rng(47), (1, 2, 9, 10), np.float32)
    auto = {"SAME": "SAME_UPPER", "VALID": "VALID"}[padding]
    onnx = {"kernel_shape": (3, 3), "strides": (2, 2), "auto_pad": auto}
    largest, mean = onnx_run("MaxPool", [x], onnx)[0], onnx_run("AveragePool", [x], onnx)[0]
    attrs = {"ksize": [1, 1, 3, 3], "strides": [1, 1, 2, 2], "data_format": "NCHW"}

    check("MaxPoolV3", [x], largest, {**attrs, "padding_mode": padding})
    check("MaxPool", [x], largest, {**attrs, "padding": padding})
    check("AvgPoolV2", [x], mean, {**attrs, "padding_mode": padding})
    check("AvgPool", [x], mean, {**attrs, "padding": padding})


def test_a_window_over_the_whole_image() -> None:
    x = numbers(np.random.default_rng(48), (2, 3, 5, 6), np.int32)
    attrs = {"ksize": [1, 1, 1, 1], "strides": [1, 1, 1, 1], "global_pooling": True}

    check("MaxPoolV3", [x], x.max((2, 3), keepdims=True), attrs)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("shape", [(2, 3, 40, 50), (2, 3, 7), (1, 2, 3, 4, 5)], ids=str)
def test_means_of_channels(shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(49), shape, dtype)
    axes = tuple(range(2, len(shape)))

    check("GlobalAveragePool", [x], x.astype(np.float64).mean(axes, keepdims=True).astype(dtype))


def test_an_unknown_padding_is_refused() -> None:
    attrs = {"ksize": [1, 1, 2, 2], "strides": [1, 1, 2, 2], "data_format": "NCHW", "padding": "HALF"}

    with pytest.raises(RuntimeError, match="HALF"):
        run("MaxPool", [np.zeros((1, 1, 4, 4), np.float32)], attrs)
