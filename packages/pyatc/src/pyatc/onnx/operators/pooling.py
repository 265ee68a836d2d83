"""Pooling."""

from __future__ import annotations

from collections.abc import Callable

import ge.es.all as es
from ge.es import TensorHolder

from pyatc.importing import Outputs
from pyatc.onnx._node import OnnxNode
from pyatc.onnx._registry import onnx_op
from pyatc.onnx._spatial import back, over_two_axes, pads, pair, spatial_axes

_AUTO_PADDING = {"NOTSET": "CALCULATED", "SAME_UPPER": "SAME", "VALID": "VALID"}


def _window(n: OnnxNode, axes: int) -> dict[str, object]:
    """The attributes that both pools have."""
    auto_pad = n.text("auto_pad", "NOTSET")
    if auto_pad not in _AUTO_PADDING:
        raise n.error(f'attribute auto_pad is "{auto_pad}", supported are {", ".join(_AUTO_PADDING)}')
    return {
        "ksize": [1, 1, *pair(n.integers("kernel_shape"), axes)],
        "strides": [1, 1, *pair(n.integers("strides", [1] * axes), axes)],
        "padding_mode": _AUTO_PADDING[auto_pad],
        "pads": pads(n.integers("pads", [0] * (2 * axes)), axes),
        "data_format": "NCHW",
        "global_pooling": False,
        "ceil_mode": n.flag("ceil_mode"),
    }


def _pool(n: OnnxNode, layer: Callable[..., TensorHolder], **more: object) -> Outputs:
    if any(dilation != 1 for dilation in n.integers("dilations")):
        raise n.error(f"attribute dilations is {n.integers('dilations')}, supported is 1 for each axis")
    axes = spatial_axes(n, n.integers("kernel_shape"))
    return back(axes, layer(over_two_axes(axes, n.input(0)), **_window(n, axes), **more))


@onnx_op("MaxPool")
def max_pool(n: OnnxNode) -> Outputs:
    n.without_effect("storage_order")  # is about the second output, which is refused
    return _pool(n, es.MaxPoolV3)


@onnx_op("AveragePool")
def average_pool(n: OnnxNode) -> Outputs:
    return _pool(n, es.AvgPoolV2, exclusive=not n.flag("count_include_pad"), divisor_override=0)


@onnx_op("GlobalAveragePool")
def global_average_pool(n: OnnxNode) -> Outputs:
    return es.GlobalAveragePool(n.input(0))


@onnx_op("GlobalMaxPool")
def global_max_pool(n: OnnxNode) -> Outputs:
    axes = n.int32s(range(2, n.rank(0)))
    return es.ReduceMax(n.input(0), axes, keep_dims=True, noop_with_empty_axes=False)
