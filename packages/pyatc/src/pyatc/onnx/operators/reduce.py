"""Reductions."""

from __future__ import annotations

from collections.abc import Callable

import ge.es.all as es
from ge.es import TensorHolder

from pyatc.importing import Outputs
from pyatc.onnx._node import OnnxNode
from pyatc.onnx._registry import onnx_op

_REDUCTIONS = ("ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd")


def _reduce(n: OnnxNode, axes: TensorHolder, nothing_for_none: bool) -> Outputs:
    function: Callable[..., TensorHolder] = getattr(es, n.op_type)
    keep = n.flag("keepdims", True)
    return function(n.input(0), axes, keep_dims=keep, noop_with_empty_axes=nothing_for_none)


@onnx_op(*_REDUCTIONS, "ReduceSum")
def reduce_by_attribute(n: OnnxNode) -> Outputs:
    return _reduce(n, n.int32s(n.integers("axes")), False)


@onnx_op(*_REDUCTIONS, since=18)
@onnx_op("ReduceSum", since=13)
def reduce(n: OnnxNode) -> Outputs:
    axes = n.optional_input(1)
    return _reduce(n, n.int32s([]) if axes is None else axes, n.flag("noop_with_empty_axes"))
