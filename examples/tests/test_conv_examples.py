"""The example passes for convolutions."""

from __future__ import annotations

from typing import Any

import numpy as np
from before_and_after import Build, Example, check, parametrise
from conftest import Array, Compile
from ge.es import TensorHolder
from ge.es import all as es
from numpy.lib.stride_tricks import sliding_window_view

X, FILTER, BIAS = (2, 6, 9, 8), (4, 3, 3, 2), (4,)
POINTS: dict[str, Any] = {"groups": 1, "pads": [0] * 4, "strides": [1] * 4}
DEFAULTS: dict[str, Any] = {"strides": [1, 1, 2, 1], "pads": [1, 0, 2, 1], "groups": 2, "data_format": "NCHW"}


def conv(x: Array, weights: Array, bias: Any = 0.0, **options: Any) -> Array:
    """What Conv2D computes of images with channels first."""
    attrs = {**DEFAULTS, "dilations": [1, 1, 1, 1], **options}
    top, bottom, left, right = attrs["pads"]
    (height, width), (down, across) = attrs["strides"][2:], attrs["dilations"][2:]
    padded = np.pad(x, ((0, 0), (0, 0), (top, bottom), (left, right)))
    extent = [(size - 1) * step + 1 for size, step in zip(weights.shape[2:], (down, across))]
    windows = sliding_window_view(padded, extent, axis=(2, 3))[:, :, ::height, ::width, ::down, ::across]
    parts = zip(np.split(windows, attrs["groups"], axis=1), np.split(weights, attrs["groups"]))
    result = np.concatenate([np.einsum("nchwij,ocij->nohw", image, part) for image, part in parts], axis=1)
    return np.asarray(result + np.reshape(bias, (-1, 1, 1)))


def conv2d(**options: Any) -> Build:
    def build(*tensors: TensorHolder) -> TensorHolder:
        return es.Conv2D(*tensors, **{**DEFAULTS, **options})

    return build


def example(title: str, shapes: list[tuple[int, ...]], after: str, **options: Any) -> Example:
    return Example(title, shapes, conv2d(**options), lambda *arrays: conv(*arrays, **options), "Conv2D", after)


@parametrise(
    example("with bias", [X, FILTER, BIAS], "Conv2D Transpose Transpose Transpose"),
    example("without bias", [X, FILTER], "Conv2D Transpose Transpose Transpose"),
    example("dilated", [X, (4, 6, 2, 2)], "Conv2D Transpose Transpose Transpose", groups=1, dilations=[1, 1, 3, 2]),
    Example(
        "two in a row",
        [(1, 2, 5, 5), (2, 2, 1, 1)],
        lambda x, w: conv2d(**POINTS)(conv2d(**POINTS)(x, w), w),
        lambda x, w: conv(conv(x, w, **POINTS), w, **POINTS),
        "Conv2D Conv2D",
        "Conv2D Conv2D Transpose Transpose Transpose",  # the pair between them is gone, the filter is turned once
    ),
)
def test_convolutions_get_their_channels_last(compile_with: Compile, example: Example) -> None:
    check(compile_with, "ConvChannelsLast", example)


def last(x: Array) -> Array:
    return np.asarray(x.transpose(0, 2, 3, 1))


@parametrise(
    Example(
        "channels last already",
        [(2, 9, 8, 6), (3, 2, 3, 4)],
        conv2d(data_format="NHWC", strides=[1, 2, 1, 1]),
        lambda x, w: last(conv(x.transpose(0, 3, 1, 2), w.transpose(3, 2, 0, 1))),
        *["Conv2D"] * 2,
    )
)
def test_convolutions_with_channels_last_stay(compile_with: Compile, example: Example) -> None:
    check(compile_with, "ConvChannelsLast", example)
    check(compile_with, "DecomposeGroupedConv", example)


@parametrise(
    example("two groups with bias", [X, FILTER, BIAS], "ConcatD Conv2D Conv2D Split Split Split"),
    example("two groups without bias", [X, FILTER], "ConcatD Conv2D Conv2D Split Split"),
    example(
        "three dilated groups",
        [X, (6, 2, 2, 2)],
        "ConcatD Conv2D Conv2D Conv2D Split Split",
        groups=3,
        dilations=[1, 1, 2, 2],
    ),
    example("each channel by itself", [X, (6, 1, 2, 2)], "Conv2D", groups=6),
    example("no groups", [X, (4, 6, 2, 2)], "Conv2D", groups=1),
)
def test_groups_become_convolutions(compile_with: Compile, example: Example) -> None:
    check(compile_with, "DecomposeGroupedConv", example)
