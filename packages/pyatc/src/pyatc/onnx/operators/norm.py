"""Normalisation, and softmax."""

from __future__ import annotations

import ge.es.all as es
from ge.graph import DataType

from pyatc.importing import Outputs
from pyatc.onnx._node import OnnxNode
from pyatc.onnx._registry import onnx_op


@onnx_op("BatchNormalization", since=7)
def batch_normalization(n: OnnxNode) -> Outputs:
    n.require("training_mode", 0)
    n.without_effect("momentum")  # is for training
    layer = es.BatchNorm(*n.all_inputs(), epsilon=n.number("epsilon", 1e-5), data_format="NCHW", is_training=False)
    return layer.y


@onnx_op("LayerNormalization", since=17)
def layer_normalization(n: OnnxNode) -> Outputs:
    n.require("stash_type", 1)
    x, scale = n.input(0), n.input(1)
    offset = n.optional_input(2)
    if offset is None:
        zero = es.Cast(n.builder.create_scalar_float(0.0), dst_type=int(n.data_type(1) or DataType.DT_FLOAT))
        offset = es.Fill(es.Shape(scale, dtype=int(DataType.DT_INT64)), zero)
    layer = es.LayerNormV3(
        x,
        scale,
        offset,
        begin_norm_axis=n.integer("axis", -1),
        begin_params_axis=n.integer("axis", -1),
        epsilon=n.number("epsilon", 1e-5),
    )
    # ONNX wants the mean and the deviation in float, whatever x is.
    return [layer.y, layer.mean, layer.rstd] if n.data_type(0) == DataType.DT_FLOAT else layer.y


@onnx_op("Softmax")
def softmax_of_all_axes_from(n: OnnxNode) -> Outputs:
    axis = n.integer("axis", 1)
    layer = es.SoftmaxV2(n.input(0), axes=[axis])
    dims = n.dims(0)
    if axis != -1 and (dims is None or axis != len(dims) - 1):
        layer._get_node_snapshot().set_attr("need_fusion", 1)
    return layer


@onnx_op("Softmax", since=13)
def softmax(n: OnnxNode) -> Outputs:
    return es.SoftmaxV2(n.input(0), axes=[n.integer("axis", -1)])
