"""Layers over one or two spatial axes."""

from __future__ import annotations

from collections.abc import Sequence

import ge.es.all as es
from ge.es import TensorHolder

from pyatc.onnx._node import OnnxNode

# A layer over one spatial axis runs as one over two, the first of which has size 1.
_ADDED_AXIS = [2]


def spatial_axes(n: OnnxNode, kernel: Sequence[int]) -> int:
    """Number of spatial axes, 1 or 2."""
    axes = len(kernel) if kernel else n.rank(0) - 2
    if axes not in (1, 2):
        raise n.error(f"{axes} spatial axes are not supported, 1 and 2 are")
    return axes


def pair(values: Sequence[int], axes: int, fill: int = 1) -> list[int]:
    """One value for each of two spatial axes."""
    return [fill, *values] if axes == 1 else list(values)


def pads(values: Sequence[int], axes: int) -> list[int]:
    """ONNX's begins and ends as [top, bottom, left, right]."""
    begins, ends = pair(values[:axes], axes, 0), pair(values[axes:], axes, 0)
    return [begins[0], ends[0], begins[1], ends[1]]


def over_two_axes(axes: int, tensor: TensorHolder) -> TensorHolder:
    return es.Unsqueeze(tensor, axes=_ADDED_AXIS) if axes == 1 else tensor


def back(axes: int, tensor: TensorHolder) -> TensorHolder:
    return es.Squeeze(tensor, axis=_ADDED_AXIS) if axes == 1 else tensor
