"""Convolutions, against onnxruntime."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from kernel_runs import Array, check, numbers, onnx_run, run
from ml_dtypes import bfloat16


class Case(NamedTuple):
    """x is [batch, channels, height, width], the filter [filters, channels / groups, *window]."""

    x: tuple[int, int, int, int]
    filters: int
    window: tuple[int, int]
    groups: int = 1
    strides: tuple[int, int] = (1, 1)
    dilations: tuple[int, int] = (1, 1)
    pads: tuple[int, int, int, int] = (0, 0, 0, 0)  # top, bottom, left, right
    bias: bool = True
    auto_pad: str = "NOTSET"


CASES = [
    Case((1, 3, 40, 50), 16, (3, 3), strides=(2, 2), pads=(1, 1, 1, 1)),
    Case((2, 16, 20, 30), 32, (1, 1)),
    Case((2, 7, 8, 8), 5, (1, 1), strides=(2, 2)),
    Case((1, 96, 16, 16), 24, (3, 3), pads=(1, 1, 1, 1), bias=False),
    Case((3, 8, 10, 11), 12, (3, 2), groups=4, pads=(1, 0, 0, 1)),
    Case((1, 480, 1, 20), 60, (1, 3), pads=(0, 0, 1, 1)),
    Case((1, 129, 1, 4), 258, (1, 256), strides=(1, 128), pads=(0, 0, 256, 256), bias=False),
    Case((1, 16, 12, 12), 16, (3, 3), dilations=(2, 2), pads=(2, 2, 2, 2)),
    Case((1, 64, 40, 1), 32, (5, 1), strides=(2, 1), pads=(2, 1, 0, 0)),  # one column
    # each channel by itself
    Case((1, 8, 40, 1), 8, (5, 1), groups=8, pads=(2, 2, 0, 0)),
    Case((1, 24, 33, 47), 24, (3, 3), groups=24, pads=(1, 1, 1, 1)),
    Case((2, 8, 17, 19), 8, (5, 5), groups=8, pads=(2, 2, 2, 2)),
    Case((1, 8, 32, 33), 8, (3, 3), groups=8, strides=(2, 2), pads=(1, 1, 1, 1)),
    Case((1, 8, 32, 33), 16, (3, 3), groups=8, strides=(2, 1), pads=(1, 1, 1, 1)),
    Case((1, 6, 30, 200), 6, (3, 3), groups=6, strides=(1, 2), dilations=(2, 3), pads=(0, 1, 2, 3), bias=False),
    Case((1, 6, 9, 9), 6, (3, 3), groups=6, strides=(3, 3)),
    Case((1, 4, 3, 3), 4, (5, 5), groups=4, pads=(2, 2, 2, 2)),
    Case((1, 5, 1, 100), 5, (1, 7), groups=5, strides=(1, 4), dilations=(1, 2), pads=(0, 0, 3, 3)),
    Case((1, 4, 8, 1000), 4, (3, 3), groups=4, pads=(1, 1, 1, 1)),
    *[Case((1, 4, 13, 14), 6, (3, 4), strides=(2, 2), auto_pad=pad) for pad in ("SAME_UPPER", "SAME_LOWER", "VALID")],
    *[Case((1, 4, 13, 14), 4, (3, 4), 4, (2, 3), auto_pad=pad) for pad in ("SAME_UPPER", "SAME_LOWER", "VALID")],
]
TRANSPOSED = [
    Case((1, 24, 20, 20), 24, (2, 2), strides=(2, 2)),
    Case((1, 24, 20, 20), 1, (2, 2), strides=(2, 2), bias=False),
    Case((2, 6, 9, 10), 8, (3, 4), groups=2, strides=(2, 3), pads=(1, 0, 1, 2)),
    Case((1, 4, 7, 8), 6, (3, 3), dilations=(2, 2), pads=(1, 1, 1, 1)),
    Case((1, 4, 7, 8), 6, (3, 3), strides=(2, 2), auto_pad="SAME_UPPER"),
    Case((1, 4, 9, 1), 3, (4, 1), strides=(2, 1), pads=(1, 1, 0, 0)),
    Case((2, 5, 4, 6), 3, (2, 2), strides=(3, 3)),
]
LOOSE = 2e-4  # sums of many products


def arrays(case: Case, transposed: bool = False) -> tuple[Array, Array, Array | None]:
    rng = np.random.default_rng(54)
    outer, inner = (case.x[1], case.filters) if transposed else (case.filters, case.x[1])
    x = numbers(rng, case.x, np.float32, -1, 1)
    weights = numbers(rng, (outer, inner // case.groups, *case.window), np.float32, -1, 1)
    return x, weights, numbers(rng, (case.filters,), np.float32, -1, 1) if case.bias else None


def onnx_attrs(case: Case) -> dict[str, Any]:
    attrs: dict[str, Any] = {"kernel_shape": case.window, "strides": case.strides, "dilations": case.dilations}
    attrs["group"] = case.groups
    if case.auto_pad == "NOTSET":
        attrs["pads"] = (case.pads[0], case.pads[2], case.pads[1], case.pads[3])
    else:
        attrs["auto_pad"] = case.auto_pad
    return attrs


def attrs_of(case: Case, layout: str = "NCHW") -> dict[str, Any]:
    def spread(pair: tuple[int, int]) -> list[int]:
        return [1, 1, *pair] if layout == "NCHW" else [1, *pair, 1]

    attrs: dict[str, Any] = {"strides": spread(case.strides), "dilations": spread(case.dilations)}
    return {**attrs, "pads": list(case.pads), "groups": case.groups, "data_format": layout}


def auto_pad(case: Case) -> dict[str, int | str]:
    return {} if case.auto_pad == "NOTSET" else {"auto_pad": case.auto_pad}


def expected(case: Case) -> Array:
    x, weights, bias = arrays(case)
    return onnx_run("Conv", [x, weights, bias] if case.bias else [x, weights], onnx_attrs(case))[0]


@pytest.mark.parametrize("constant", [(), (1, 2)], ids=["given", "constant"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_convolutions(case: Case, constant: tuple[int, ...]) -> None:
    inputs = [*arrays(case), None]

    check("Conv2D", inputs, expected(case), attrs_of(case), constant=constant, extra=auto_pad(case), tolerance=LOOSE)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_channels_last(case: Case) -> None:
    x, weights, bias = arrays(case)
    inputs = [x.transpose(0, 2, 3, 1).copy(), weights.transpose(2, 3, 1, 0).copy(), bias, None]
    y = expected(case).transpose(0, 2, 3, 1)

    check("Conv2D", inputs, y, attrs_of(case, "NHWC"), constant=[1, 2], extra=auto_pad(case), tolerance=LOOSE)


@pytest.mark.parametrize("case", [Case((1, 128, 1, 1), 1, (1, 1)), Case((1, 32, 1, 1), 48, (1, 1))], ids=str)
def test_an_image_of_one_pixel_in_both_layouts(case: Case) -> None:
    """The strides of both are alike, and oneDNN takes one for the other: whichever comes second must hold too."""
    x, weights, bias = arrays(case)
    last = [x.transpose(0, 2, 3, 1).copy(), weights.transpose(2, 3, 1, 0).copy(), bias, None]
    y = expected(case)
    transposed = [weights.transpose(1, 0, 2, 3).copy(), weights.transpose(2, 3, 0, 1).copy()]

    for _ in range(2):
        check("Conv2D", last, y.transpose(0, 2, 3, 1), attrs_of(case, "NHWC"), constant=[1, 2], tolerance=LOOSE)
        check("Conv2D", [x, weights, bias, None], y, attrs_of(case), tolerance=LOOSE)  # stays as it is
        for layout, image, filters, result in (
            ("NHWC", last[0], transposed[1], y.transpose(0, 2, 3, 1)),
            ("NCHW", x, transposed[0], y),
        ):
            attrs = {**attrs_of(case, layout), "input_size": [0, 0, 0, 0]}
            check("Conv2DTransposeD", [image, filters, bias, None], result, attrs, tolerance=LOOSE)


@pytest.mark.parametrize("dtype", [np.float16, bfloat16], ids=lambda dtype: dtype.__name__)
@pytest.mark.parametrize("case", [CASES[0], CASES[8]], ids=str)
def test_short_floats(case: Case, dtype: Any) -> None:
    x, weights, bias = arrays(case)
    assert bias is not None
    inputs = [array.astype(dtype) for array in (x, weights, bias)]
    y = onnx_run("Conv", [array.astype(np.float32) for array in inputs], onnx_attrs(case))[0]

    check("Conv2D", [*inputs, None], y.astype(dtype), attrs_of(case), tolerance=2e-2)


@pytest.mark.parametrize("constant", [(), (0, 2, 3)], ids=["given", "constant"])
@pytest.mark.parametrize("case", TRANSPOSED, ids=str)
def test_transposed(case: Case, constant: tuple[int, ...]) -> None:
    x, weights, bias = arrays(case, transposed=True)
    y = onnx_run("ConvTranspose", [x, weights, bias] if case.bias else [x, weights], onnx_attrs(case), opset=11)[0]
    extra = auto_pad(case)

    by_input = [np.zeros(4, np.int32), x, weights, bias, None]
    check("Conv2DTranspose", by_input, y, attrs_of(case), constant=constant, extra=extra, tolerance=LOOSE)
    by_attr = {**attrs_of(case), "input_size": [0, 0, 0, 0]}
    check("Conv2DTransposeD", by_input[1:], y, by_attr, constant=[1, 2], extra=extra, tolerance=LOOSE)


@pytest.mark.parametrize("constant", [(), (0, 2, 3)], ids=["given", "constant"])
@pytest.mark.parametrize("case", TRANSPOSED, ids=str)
def test_transposed_with_channels_last(case: Case, constant: tuple[int, ...]) -> None:
    x, weights, bias = arrays(case, transposed=True)
    y = onnx_run("ConvTranspose", [x, weights, bias] if case.bias else [x, weights], onnx_attrs(case), opset=11)[0]

    last = [np.zeros(4, np.int32), x.transpose(0, 2, 3, 1).copy(), weights.transpose(2, 3, 1, 0).copy(), bias, None]
    attrs, extra = attrs_of(case, "NHWC"), auto_pad(case)
    expected_last = y.transpose(0, 2, 3, 1)
    check("Conv2DTranspose", last, expected_last, attrs, constant=constant, extra=extra, tolerance=LOOSE)


@pytest.mark.parametrize(("size", "auto"), [((14, 15), ""), ((14, 16), ""), ((14, 16), "SAME_UPPER")])
def test_transposed_to_a_size(size: tuple[int, int], auto: str) -> None:
    case = Case((1, 4, 7, 8), 6, (3, 3), strides=(2, 2))
    x, weights, bias = arrays(case, transposed=True)
    onnx = {**onnx_attrs(case), "output_shape": size, **({"auto_pad": auto} if auto else {})}
    del onnx["pads"]
    y = onnx_run("ConvTranspose", [x, weights, bias], onnx, opset=11)[0]

    inputs = [np.array([0, 0, *size], np.int32), x, weights, bias, None]
    extra = {"auto_pad": auto} if auto else None
    check("Conv2DTranspose", inputs, y, attrs_of(case), constant=[0, 2, 3], extra=extra, tolerance=LOOSE)


def test_padding_of_the_result() -> None:
    case = Case((1, 4, 7, 8), 6, (3, 3), strides=(2, 2), pads=(1, 1, 1, 1))
    x, weights, bias = arrays(case, transposed=True)
    y = onnx_run("ConvTranspose", [x, weights, bias], {**onnx_attrs(case), "output_padding": (1, 0)}, opset=11)[0]

    attrs = {**attrs_of(case), "output_padding": [0, 0, 1, 0]}
    check(
        "Conv2DTranspose",
        [np.zeros(4, np.int32), x, weights, bias, None],
        y,
        attrs,
        constant=[0, 2, 3],
        tolerance=LOOSE,
    )


def test_channels_multiplied() -> None:
    rng = np.random.default_rng(55)
    x, weights = numbers(rng, (1, 4, 9, 10), np.float32), numbers(rng, (2, 4, 3, 3), np.float32)
    plain = weights.transpose(1, 0, 2, 3).reshape(8, 1, 3, 3)
    y = onnx_run("Conv", [x, plain], {"kernel_shape": (3, 3), "group": 4})[0]

    attrs = {"strides": [1] * 4, "pads": [0] * 4, "data_format": "NCHW"}
    check("DepthwiseConv2D", [x, weights, None, None], y, attrs, constant=[1], tolerance=LOOSE)


def test_no_batch_gives_nothing() -> None:
    attrs = {"strides": [1] * 4, "pads": [0] * 4, "data_format": "NCHW"}
    x, weights = np.zeros((0, 3, 5, 5), np.float32), np.zeros((2, 3, 3, 3), np.float32)

    check("Conv2D", [x, weights, None, None], np.zeros((0, 2, 3, 3), np.float32), attrs)


def test_channels_that_differ_are_refused() -> None:
    attrs = {"strides": [1] * 4, "pads": [0] * 4, "data_format": "NCHW", "groups": 2}
    x, weights = np.zeros((1, 3, 5, 5), np.float32), np.zeros((2, 3, 3, 3), np.float32)

    with pytest.raises(RuntimeError, match="channels differ"):
        run("Conv2D", [x, weights, None, None], attrs)
