"""Convolution, pooling, normalisation, matrix products, recurrent layers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ge.es.all as es
from ge.es import TensorHolder

from pyatc.onnx._node import OnnxNode, Outputs
from pyatc.onnx._registry import onnx_op

_AUTO_PADDING = {"NOTSET": "CALCULATED", "SAME_UPPER": "SAME", "SAME_LOWER": "SAME", "VALID": "VALID"}
# A layer over one spatial axis runs as one over two, the first of which has size 1.
_ADDED_AXIS = [2]


def _spatial(n: OnnxNode, kernel: Sequence[int] | None = None) -> int:
    """Number of spatial axes, 1 or 2."""
    axes = len(kernel) if kernel else n.required_rank(0) - 2
    if axes not in (1, 2):
        raise n.error(f"{axes} spatial axes are not supported, 1 and 2 are")
    return axes


def _pair(values: Sequence[int], axes: int, fill: int = 1) -> list[int]:
    """One value for each of two spatial axes."""
    return [fill, *values] if axes == 1 else list(values)


def _pads(values: Sequence[int], axes: int) -> list[int]:
    """ONNX's begins and ends as [top, bottom, left, right]."""
    begins, ends = _pair(values[:axes], axes, 0), _pair(values[axes:], axes, 0)
    return [begins[0], ends[0], begins[1], ends[1]]


def _over_two_axes(axes: int, tensor: TensorHolder) -> TensorHolder:
    return es.Unsqueeze(tensor, axes=_ADDED_AXIS) if axes == 1 else tensor


def _back(axes: int, tensor: TensorHolder) -> TensorHolder:
    return es.Squeeze(tensor, axis=_ADDED_AXIS) if axes == 1 else tensor


def _keep_auto_pad(n: OnnxNode, layer: TensorHolder) -> TensorHolder:
    """Put ONNX's auto_pad on the node, where its shape rule reads it."""
    auto_pad = n.text("auto_pad", "NOTSET")
    if auto_pad != "NOTSET":
        layer._get_node_snapshot().set_attr("auto_pad", auto_pad)
    return layer


@onnx_op("Conv")
def conv(n: OnnxNode) -> Outputs:
    axes = _spatial(n, n.integers("kernel_shape", ()))
    layer = es.Conv2D(
        _over_two_axes(axes, n.input(0)),
        _over_two_axes(axes, n.input(1)),
        n.optional_input(2),
        strides=[1, 1, *_pair(n.integers("strides", [1] * axes), axes)],
        pads=_pads(n.integers("pads", [0] * (2 * axes)), axes),
        dilations=[1, 1, *_pair(n.integers("dilations", [1] * axes), axes)],
        groups=n.integer("group", 1),
        data_format="NCHW",
    )
    return _back(axes, _keep_auto_pad(n, layer))


@onnx_op("ConvTranspose")
def conv_transpose(n: OnnxNode) -> Outputs:
    axes = _spatial(n, n.integers("kernel_shape", ()))
    output_shape = n.integers("output_shape", [0] * axes)[-axes:]
    layer = es.Conv2DTranspose(
        n.int32s([0, 0, *_pair(output_shape, axes, 1 if any(output_shape) else 0)]),
        _over_two_axes(axes, n.input(0)),
        _over_two_axes(axes, n.input(1)),
        n.optional_input(2),
        strides=[1, 1, *_pair(n.integers("strides", [1] * axes), axes)],
        pads=_pads(n.integers("pads", [0] * (2 * axes)), axes),
        dilations=[1, 1, *_pair(n.integers("dilations", [1] * axes), axes)],
        groups=n.integer("group", 1),
        data_format="NCHW",
        output_padding=[0, 0, *_pair(n.integers("output_padding", [0] * axes), axes, 0)],
    )
    return _back(axes, _keep_auto_pad(n, layer))


def _window(n: OnnxNode, axes: int) -> dict[str, object]:
    """The attributes that both pools have."""
    auto_pad = n.text("auto_pad", "NOTSET")
    if auto_pad == "SAME_LOWER":
        raise n.error("auto_pad SAME_LOWER is not supported, SAME_UPPER is")
    return {
        "ksize": [1, 1, *_pair(n.integers("kernel_shape", ()), axes)],
        "strides": [1, 1, *_pair(n.integers("strides", [1] * axes), axes)],
        "padding_mode": _AUTO_PADDING[auto_pad],
        "pads": _pads(n.integers("pads", [0] * (2 * axes)), axes),
        "data_format": "NCHW",
        "global_pooling": False,
        "ceil_mode": bool(n.integer("ceil_mode", 0)),
    }


def _pool(n: OnnxNode, layer: Callable[..., TensorHolder], **more: object) -> Outputs:
    if any(dilation != 1 for dilation in n.integers("dilations", ())):
        raise n.error(f"dilations must be 1, given {n.integers('dilations', ())}")
    axes = _spatial(n, n.integers("kernel_shape", ()))
    return _back(axes, layer(_over_two_axes(axes, n.input(0)), **_window(n, axes), **more))


@onnx_op("MaxPool")
def max_pool(n: OnnxNode) -> Outputs:
    if n.integer("storage_order", 0) != 0:
        raise n.error("storage_order must be 0, given 1")
    if len(n.proto.output) > 1 and n.proto.output[1]:
        raise n.error("the second output (indices) is not supported")
    return _pool(n, es.MaxPoolV3)


@onnx_op("AveragePool")
def average_pool(n: OnnxNode) -> Outputs:
    return _pool(n, es.AvgPoolV2, exclusive=not n.integer("count_include_pad", 0), divisor_override=0)


@onnx_op("GlobalAveragePool")
def global_average_pool(n: OnnxNode) -> Outputs:
    return es.GlobalAveragePool(n.input(0))


@onnx_op("GlobalMaxPool")
def global_max_pool(n: OnnxNode) -> Outputs:
    axes = n.int32s(range(2, n.required_rank(0)))
    return es.ReduceMax(n.input(0), axes, keep_dims=True, noop_with_empty_axes=False)


@onnx_op("BatchNormalization")
def batch_normalization(n: OnnxNode) -> Outputs:
    if n.integer("training_mode", 0):
        raise n.error("training_mode must be 0, given 1")
    layer = es.BatchNorm(*n.inputs(), epsilon=n.number("epsilon", 1e-5), data_format="NCHW", is_training=False)
    return layer.y


@onnx_op("MatMul")
def matmul(n: OnnxNode) -> Outputs:
    return es.BatchMatMulV2(n.input(0), n.input(1))


def _scaled(tensor: TensorHolder, factor: float) -> TensorHolder:
    return tensor if factor == 1.0 else es.Mul(tensor, factor)


@onnx_op("Gemm")
def gemm(n: OnnxNode) -> Outputs:
    product = es.MatMulV2(
        n.input(0), n.input(1), transpose_x1=bool(n.integer("transA", 0)), transpose_x2=bool(n.integer("transB", 0))
    )
    product = _scaled(product, n.number("alpha", 1.0))
    if not n.has_input(2):
        return product
    return es.Add(product, _scaled(n.input(2), n.number("beta", 1.0)))


@onnx_op("Softmax")
def softmax(n: OnnxNode) -> Outputs:
    axis = n.integer("axis", -1 if n.version >= 13 else 1)
    layer = es.SoftmaxV2(n.input(0), axes=[axis])
    # Before version 13 softmax runs over all axes from `axis` on together.
    if n.version < 13 and axis not in (-1, (n.rank(0) or 0) - 1):
        layer._get_node_snapshot().set_attr("need_fusion", 1)
    return layer


@onnx_op("LSTM")
def lstm(n: OnnxNode) -> Outputs:
    for name in ("activations", "activation_alpha", "activation_beta", "clip"):
        if n.has(name):
            raise n.error(f"attribute {name} is not supported")
    if n.integer("layout", 0) or n.integer("input_forget", 0):
        raise n.error("layout and input_forget must be 0")
    layer = es.CommonLSTM(
        n.input(0),
        n.input(1),
        n.input(2),
        *(n.optional_input(i) for i in range(3, 8)),
        hidden_size=n.integer("hidden_size", 0),
        direction=n.text("direction", "forward"),
    )
    return [layer.y, layer.y_h, layer.y_c]
