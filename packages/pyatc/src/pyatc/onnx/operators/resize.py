"""Resizing."""

from __future__ import annotations

from collections.abc import Sequence

import ge.es.all as es
from ge.es import TensorHolder
from ge.graph import DataType

from pyatc.importing import Outputs
from pyatc.onnx._node import OnnxNode
from pyatc.onnx._registry import onnx_op

# Mode, coordinate transformation and rounding of the operator for images.
_OF_IMAGES = ("nearest", "asymmetric", "floor")


@onnx_op("Resize", since=10)
def resize_by_scales(n: OnnxNode) -> Outputs:
    mode = n.text("mode", "nearest")
    scales = n.constant(1)
    factors = [] if scales is None else [float(scale) for scale in scales]
    modes = (mode, "asymmetric", "floor")
    return _image(n, modes, factors) or _resize(n, modes, None, n.input(1), None)


@onnx_op("Resize", since=11)
def resize(n: OnnxNode) -> Outputs:
    modes = (
        n.text("mode", "nearest"),
        n.text("coordinate_transformation_mode", "half_pixel"),
        n.text("nearest_mode", "round_prefer_floor"),
    )
    roi = n.optional_input(1) if modes[1] == "tf_crop_and_resize" else None
    n.input_without_effect(1)
    n.require("antialias", 0)
    constant = n.constant(2)
    if n.has_input(2) and (constant is None or constant.size):
        if n.has("axes"):
            return _resize(n, modes, roi, _over_all_axes(n, 2, [1] * n.rank(0)), None)
        factors = [] if constant is None else [float(scale) for scale in constant]
        return _image(n, modes, factors) or _resize(n, modes, roi, n.input(2), None)
    if not n.has_input(3):
        raise n.error("one of the inputs scales and sizes must be given")
    if n.has("axes"):
        return _resize(n, modes, roi, None, _over_all_axes(n, 3, n.dims(0) or ()))
    return _image_of_size(n, modes) or _resize(n, modes, roi, None, n.input(3))


def _resize(
    n: OnnxNode,
    modes: tuple[str, str, str],
    roi: TensorHolder | None,
    scales: TensorHolder | None,
    sizes: TensorHolder | None,
) -> TensorHolder:
    if modes[0] not in ("nearest", "linear", "cubic"):
        raise n.error(f'attribute mode is "{modes[0]}", supported are nearest, linear and cubic')
    return es.Resize(
        n.input(0),
        roi,
        scales,
        sizes,
        mode=modes[0],
        coordinate_transformation_mode=modes[1],
        nearest_mode=modes[2],
        exclude_outside=n.integer("exclude_outside", 0),
        extrapolation_value=n.number("extrapolation_value", 0.0),
        cubic_coeff_a=n.number("cubic_coeff_a", -0.75),
    )


def _over_all_axes(n: OnnxNode, i: int, others: Sequence[int]) -> TensorHolder:
    """Scales or sizes for each axis, where input i has them for those that the attribute axes names."""
    given, axes = n.constant(i), n.integers("axes")
    if given is None or -1 in others or not others:
        raise n.error(
            "the attribute axes is supported where scales are constant, or sizes and the shape of input 0 are"
        )
    values = list(others)
    for axis, value in zip(axes, given.tolist()):
        values[axis] = value
    if i == 3:
        return n.builder.create_const_int64([int(value) for value in values], [len(values)])
    return n.builder.create_const_float([float(value) for value in values], [len(values)])


def _is_of_images(n: OnnxNode, modes: tuple[str, str, str]) -> bool:
    dims = n.dims(0)
    if modes != _OF_IMAGES or dims is None or len(dims) != 4:
        return False
    n.without_effect("exclude_outside", "extrapolation_value", "cubic_coeff_a")  # are for other modes
    return True


def _image(n: OnnxNode, modes: tuple[str, str, str], scales: list[float]) -> TensorHolder | None:
    """The operator for images with the sizes of its input times `scales`, where it computes the same."""
    if not _is_of_images(n, modes) or scales[:2] != [1.0, 1.0]:
        return None
    dims = es.Slice(es.Shape(n.input(0), dtype=int(DataType.DT_INT32)), n.int32s([2]), n.int32s([2]))
    factors = n.builder.create_const_float(scales[2:], [2])
    size = es.Cast(es.Mul(es.Cast(dims, dst_type=int(DataType.DT_FLOAT)), factors), dst_type=int(DataType.DT_INT32))
    return es.ResizeNearestNeighborV2(n.input(0), size, scales=scales[2:])


def _image_of_size(n: OnnxNode, modes: tuple[str, str, str]) -> TensorHolder | None:
    """The operator for images with the last two of the sizes, where the first two are certain to stay."""
    sizes, dims = n.constant(3), n.dims(0)
    if sizes is None or dims is None or not _is_of_images(n, modes) or sizes[:2].tolist() != list(dims[:2]):
        return None
    return es.ResizeNearestNeighborV2(n.input(0), n.int32s([int(size) for size in sizes[2:]]))
