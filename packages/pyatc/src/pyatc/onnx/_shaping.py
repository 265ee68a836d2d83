"""Operators that look at shapes, move elements or reduce."""

from __future__ import annotations

from collections.abc import Callable

import ge.es.all as es
import numpy as np
from ge.es import TensorHolder
from ge.graph import DataType
from onnx import numpy_helper

from pyatc.onnx._node import OnnxNode, Outputs
from pyatc.onnx._registry import onnx_op
from pyatc.onnx._tensors import to_tensor

_INT32_MAX = 2**31 - 1


@onnx_op("Shape")
def shape(n: OnnxNode) -> Outputs:
    dims = es.Shape(n.input(0), dtype=int(DataType.DT_INT64))
    if not n.has("start") and not n.has("end"):
        return dims
    return es.StridedSliceV2(dims, n.int32s([n.integer("start", 0)]), n.int32s([n.integer("end", _INT32_MAX)]))


@onnx_op("Size")
def size(n: OnnxNode) -> Outputs:
    return es.Size(n.input(0), dtype=int(DataType.DT_INT64))


@onnx_op("Reshape")
def reshape(n: OnnxNode) -> Outputs:
    result = es.Reshape(n.input(0), n.input(1))
    if n.has("allowzero"):
        result._get_node_snapshot().set_attr("allowzero", n.integer("allowzero", 0))
    return result


@onnx_op("Flatten")
def flatten(n: OnnxNode) -> Outputs:
    axis = n.integer("axis", 1)
    if axis == 0:
        return es.Reshape(n.input(0), n.int32s([1, -1]))
    if axis == 1:
        return es.Reshape(n.input(0), n.int32s([0, -1]))
    return es.FlattenV2(es.FlattenV2(n.input(0), axis=0, end_axis=axis - 1), axis=1)


@onnx_op("Unsqueeze")
def unsqueeze(n: OnnxNode) -> Outputs:
    if n.version < 13:
        return es.Unsqueeze(n.input(0), axes=n.integers("axes", ()))
    return es.UnsqueezeV3(n.input(0), n.input(1))


@onnx_op("Squeeze")
def squeeze(n: OnnxNode) -> Outputs:
    if n.version < 13:
        return es.Squeeze(n.input(0), axis=n.integers("axes", ()))
    return es.SqueezeV3(n.input(0), n.optional_input(1))


@onnx_op("Transpose")
def transpose(n: OnnxNode) -> Outputs:
    perm = n.integers("perm", ()) if n.has("perm") else list(reversed(range(n.required_rank(0))))
    return es.Transpose(n.input(0), n.int32s(perm))


@onnx_op("Concat")
def concat(n: OnnxNode) -> Outputs:
    inputs = n.inputs()
    if len(inputs) == 1:
        return es.Identity(inputs[0])
    return es.ConcatD(inputs, concat_dim=n.integer("axis", 0), N=len(inputs))


@onnx_op("Split")
def split(n: OnnxNode) -> Outputs:
    count, axis = len(n.proto.output), n.int32(n.integer("axis", 0))
    sizes = n.optional_input(1)
    if sizes is None and n.has("split"):
        sizes = n.int32s(n.integers("split", ()))
    if sizes is None:
        return es.Split(axis, n.input(0), count, num_split=count)
    return es.SplitV(n.input(0), sizes, axis, count, num_split=count)


@onnx_op("Slice")
def slice_(n: OnnxNode) -> Outputs:
    if n.version >= 10:
        return es.StridedSliceV2(n.input(0), n.input(1), n.input(2), n.optional_input(3), n.optional_input(4))
    begins, ends = n.integers("starts", ()), n.integers("ends", ())
    axes = n.integers("axes", range(len(begins)))
    bounded = [max(-_INT32_MAX, min(end, _INT32_MAX)) for end in ends]
    return es.StridedSliceV2(n.input(0), n.int32s(begins), n.int32s(bounded), n.int32s(axes))


@onnx_op("Gather")
def gather(n: OnnxNode) -> Outputs:
    return es.GatherV2(n.input(0), n.input(1), n.int32(n.integer("axis", 0)), negative_index_support=True)


@onnx_op("Expand")
def expand(n: OnnxNode) -> Outputs:
    return es.Expand(n.input(0), n.input(1))


@onnx_op("Tile")
def tile(n: OnnxNode) -> Outputs:
    return es.Tile(n.input(0), n.input(1))


@onnx_op("Range")
def range_(n: OnnxNode) -> Outputs:
    return es.Range(n.input(0), n.input(1), n.input(2))


@onnx_op("ConstantOfShape")
def constant_of_shape(n: OnnxNode) -> Outputs:
    value = n.tensor("value")
    array = np.zeros(1, np.float32) if value is None else numpy_helper.to_array(value)
    return es.Fill(n.input(0), es.Constant(n.builder, value=to_tensor(array.reshape(()))))


@onnx_op("Pad")
def pad(n: OnnxNode) -> Outputs:
    if n.has_input(3):
        raise n.error("the input axes is not supported")
    mode = n.text("mode", "constant")
    if n.version < 11:
        paddings = es.Constant(n.builder, value=to_tensor(np.array(n.integers("pads", ()), np.int64)))
        return es.PadV3(
            n.input(0),
            paddings,
            n.builder.create_scalar_float(n.number("value", 0.0)),
            mode=mode,
            paddings_contiguous=False,
        )
    return es.PadV3(n.input(0), n.input(1), n.optional_input(2), mode=mode, paddings_contiguous=False)


_REDUCTIONS: dict[str, str] = {
    "ReduceMax": "ReduceMax",
    "ReduceMean": "ReduceMean",
    "ReduceMin": "ReduceMin",
    "ReduceProd": "ReduceProd",
    "ReduceSum": "ReduceSum",
}


@onnx_op(*_REDUCTIONS)
def reduce(n: OnnxNode) -> Outputs:
    function: Callable[..., TensorHolder] = getattr(es, _REDUCTIONS[n.proto.op_type])
    axes = n.optional_input(1)
    return function(
        n.input(0),
        n.int32s(n.integers("axes", ())) if axes is None else axes,
        keep_dims=bool(n.integer("keepdims", 1)),
        noop_with_empty_axes=bool(n.integer("noop_with_empty_axes", 0)),
    )


def _nearest_size(n: OnnxNode, scales: list[float]) -> TensorHolder:
    """The height and width of the result as int32 [2]: the input's, times the scales."""
    dims = es.Slice(es.Shape(n.input(0), dtype=int(DataType.DT_INT32)), n.int32s([2]), n.int32s([2]))
    scaled = es.Mul(es.Cast(dims, dst_type=int(DataType.DT_FLOAT)), n.builder.create_const_float(scales, [2]))
    return es.Cast(scaled, dst_type=int(DataType.DT_INT32))


@onnx_op("Resize")
def resize(n: OnnxNode) -> Outputs:
    modes = (
        n.text("mode", "nearest"),
        n.text("coordinate_transformation_mode", "half_pixel"),
        n.text("nearest_mode", "round_prefer_floor"),
    )
    if modes != ("nearest", "asymmetric", "floor") or n.required_rank(0) != 4:
        raise n.error(
            f"mode {modes[0]} with {modes[1]} and {modes[2]} is not supported; nearest with asymmetric and "
            "floor over 4 dimensions is"
        )
    scales = n.constant(2)
    if scales is None or scales.size == 0:
        return es.ResizeNearestNeighborV2(n.input(0), _spatial_sizes(n))
    factors = [float(scale) for scale in scales]
    if factors[:2] != [1.0, 1.0]:
        raise n.error(f"the first two scales must be 1, given {factors}")
    return es.ResizeNearestNeighborV2(n.input(0), _nearest_size(n, factors[2:]), scales=factors[2:])


def _spatial_sizes(n: OnnxNode) -> TensorHolder:
    """The last two of the input sizes, as int32 [2]."""
    if not n.has_input(3):
        raise n.error("scales must be constant where sizes is not given")
    return es.Cast(es.Slice(n.input(3), n.int32s([2]), n.int32s([2])), dst_type=int(DataType.DT_INT32))
