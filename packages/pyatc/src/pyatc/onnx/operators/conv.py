"""Convolutions."""

from __future__ import annotations

import ge.es.all as es
from ge.es import TensorHolder

from pyatc.importing import Outputs
from pyatc.onnx._node import OnnxNode
from pyatc.onnx._registry import onnx_op
from pyatc.onnx._spatial import back, over_two_axes, pads, pair, spatial_axes


def _keep_auto_pad(n: OnnxNode, layer: TensorHolder) -> TensorHolder:
    """Put ONNX's auto_pad on the node, where its shape rule reads it."""
    auto_pad = n.text("auto_pad", "NOTSET")
    if auto_pad != "NOTSET":
        layer._get_node_snapshot().set_attr("auto_pad", auto_pad)
    return layer


@onnx_op("Conv")
def conv(n: OnnxNode) -> Outputs:
    axes = spatial_axes(n, n.integers("kernel_shape"))
    layer = es.Conv2D(
        over_two_axes(axes, n.input(0)),
        over_two_axes(axes, n.input(1)),
        n.optional_input(2),
        strides=[1, 1, *pair(n.integers("strides", [1] * axes), axes)],
        pads=pads(n.integers("pads", [0] * (2 * axes)), axes),
        dilations=[1, 1, *pair(n.integers("dilations", [1] * axes), axes)],
        groups=n.integer("group", 1),
        data_format="NCHW",
    )
    return back(axes, _keep_auto_pad(n, layer))


@onnx_op("ConvTranspose")
def conv_transpose(n: OnnxNode) -> Outputs:
    axes = spatial_axes(n, n.integers("kernel_shape"))
    output_shape = n.integers("output_shape", [0] * axes)[-axes:]
    layer = es.Conv2DTranspose(
        n.int32s([0, 0, *pair(output_shape, axes, 1 if any(output_shape) else 0)]),
        over_two_axes(axes, n.input(0)),
        over_two_axes(axes, n.input(1)),
        n.optional_input(2),
        strides=[1, 1, *pair(n.integers("strides", [1] * axes), axes)],
        pads=pads(n.integers("pads", [0] * (2 * axes)), axes),
        dilations=[1, 1, *pair(n.integers("dilations", [1] * axes), axes)],
        groups=n.integer("group", 1),
        data_format="NCHW",
        output_padding=[0, 0, *pair(n.integers("output_padding", [0] * axes), axes, 0)],
    )
    return back(axes, _keep_auto_pad(n, layer))
