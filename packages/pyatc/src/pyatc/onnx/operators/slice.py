"""Parts of tensors: slices, elements by index, padding, splitting and joining."""

from __future__ import annotations

import ge.es.all as es
import numpy as np

from pyatc.importing import Outputs, Weight
from pyatc.onnx._node import OnnxNode
from pyatc.onnx._registry import onnx_op

INT32_MAX = 2**31 - 1


@onnx_op("Concat")
def concat(n: OnnxNode) -> Outputs:
    inputs, axis = n.all_inputs(), n.integer("axis", 1)
    if len(inputs) == 1:
        return es.Identity(inputs[0])
    return es.ConcatD(inputs, concat_dim=axis, N=len(inputs))


@onnx_op("Split", since=2)
def split_by_attribute(n: OnnxNode) -> Outputs:
    count, axis = len(n.outputs), n.int32(n.integer("axis", 0))
    if n.has("split"):
        return es.SplitV(n.input(0), n.int32s(n.integers("split")), axis, count, num_split=count)
    return es.Split(axis, n.input(0), count, num_split=count)


@onnx_op("Split", since=13)
def split(n: OnnxNode) -> Outputs:
    count, axis = len(n.outputs), n.integer("axis", 0)
    n.require("num_outputs", count)
    sizes = n.optional_input(1)
    dims = n.dims(0)
    if sizes is None and dims is not None and dims[axis] % count and dims[axis] >= 0:
        size = -(-dims[axis] // count)  # the last part is smaller
        sizes = n.int32s([size] * (count - 1) + [dims[axis] - size * (count - 1)])
    if sizes is None:
        return es.Split(n.int32(axis), n.input(0), count, num_split=count)
    return es.SplitV(n.input(0), sizes, n.int32(axis), count, num_split=count)


@onnx_op("Slice")
def slice_by_attributes(n: OnnxNode) -> Outputs:
    begins, ends = n.integers("starts"), n.integers("ends")
    axes = n.integers("axes", range(len(begins)))
    bounded = [[max(-INT32_MAX, min(at, INT32_MAX)) for at in places] for places in (begins, ends)]
    return es.StridedSliceV2(n.input(0), n.int32s(bounded[0]), n.int32s(bounded[1]), n.int32s(axes))


@onnx_op("Slice", since=10)
def slice_(n: OnnxNode) -> Outputs:
    return es.StridedSliceV2(n.input(0), n.input(1), n.input(2), n.optional_input(3), n.optional_input(4))


@onnx_op("Gather")
def gather(n: OnnxNode) -> Outputs:
    return es.GatherV2(n.input(0), n.input(1), n.int32(n.integer("axis", 0)), negative_index_support=True)


_PAD_MODES = ("constant", "reflect", "edge")


def _pad_mode(n: OnnxNode) -> str:
    mode = n.text("mode", "constant")
    if mode not in _PAD_MODES:
        raise n.error(f'attribute mode is "{mode}", supported are {", ".join(_PAD_MODES)}')
    return mode


@onnx_op("Pad", since=2)
def pad_by_attributes(n: OnnxNode) -> Outputs:
    paddings = es.Constant(n.builder, value=Weight.of(np.array(n.integers("pads"), np.int64)).tensor())
    value = n.builder.create_scalar_float(n.number("value", 0.0))
    return es.PadV3(n.input(0), paddings, value, mode=_pad_mode(n), paddings_contiguous=False)


@onnx_op("Pad", since=11)
def pad(n: OnnxNode) -> Outputs:
    return es.PadV3(n.input(0), n.input(1), n.optional_input(2), mode=_pad_mode(n), paddings_contiguous=False)
