"""Operators that look at shapes or change them."""

from __future__ import annotations

import ge.es.all as es
from ge.graph import DataType

from pyatc.importing import Outputs
from pyatc.onnx._node import OnnxNode
from pyatc.onnx._registry import onnx_op
from pyatc.onnx.operators.slice import INT32_MAX


@onnx_op("Shape")
def shape(n: OnnxNode) -> Outputs:
    dims = es.Shape(n.input(0), dtype=int(DataType.DT_INT64))
    if not n.has("start") and not n.has("end"):
        return dims
    return es.StridedSliceV2(dims, n.int32s([n.integer("start", 0)]), n.int32s([n.integer("end", INT32_MAX)]))


@onnx_op("Size")
def size(n: OnnxNode) -> Outputs:
    return es.Size(n.input(0), dtype=int(DataType.DT_INT64))


@onnx_op("Reshape", since=5)
def reshape(n: OnnxNode) -> Outputs:
    result = es.Reshape(n.input(0), n.input(1))
    if n.has("allowzero"):
        result._get_node_snapshot().set_attr("allowzero", n.integer("allowzero", 0))
    return result


@onnx_op("Flatten")
def flatten(n: OnnxNode) -> Outputs:
    axis = n.integer("axis", 1)
    dims = n.dims(0)
    if axis == 0:
        return es.Reshape(n.input(0), n.int32s([1, -1]))
    if axis == 1:
        return es.Reshape(n.input(0), n.int32s([0, -1]))
    if dims is not None and axis == len(dims):
        return es.Reshape(n.input(0), n.int32s([-1, 1]))
    return es.FlattenV2(es.FlattenV2(n.input(0), axis=0, end_axis=axis - 1), axis=1)


@onnx_op("Unsqueeze")
def unsqueeze_attribute(n: OnnxNode) -> Outputs:
    return es.Unsqueeze(n.input(0), axes=n.integers("axes"))


@onnx_op("Unsqueeze", since=13)
def unsqueeze(n: OnnxNode) -> Outputs:
    return es.UnsqueezeV3(n.input(0), n.input(1))


@onnx_op("Squeeze")
def squeeze_attribute(n: OnnxNode) -> Outputs:
    return es.Squeeze(n.input(0), axis=n.integers("axes"))


@onnx_op("Squeeze", since=13)
def squeeze(n: OnnxNode) -> Outputs:
    return es.SqueezeV3(n.input(0), n.optional_input(1))


@onnx_op("Transpose")
def transpose(n: OnnxNode) -> Outputs:
    perm = n.integers("perm") if n.has("perm") else list(reversed(range(n.rank(0))))
    return es.Transpose(n.input(0), n.int32s(perm))


@onnx_op("Expand", since=8)
def expand(n: OnnxNode) -> Outputs:
    return es.Expand(n.input(0), n.input(1))


@onnx_op("Tile", since=6)
def tile(n: OnnxNode) -> Outputs:
    return es.Tile(n.input(0), n.input(1))
