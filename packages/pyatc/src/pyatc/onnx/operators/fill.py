"""Tensors made of nothing but a shape or bounds."""

from __future__ import annotations

import ge.es.all as es
import numpy as np

from pyatc.importing import Outputs, Weight
from pyatc.onnx._node import OnnxNode
from pyatc.onnx._registry import onnx_op


@onnx_op("Range", since=11)
def range_(n: OnnxNode) -> Outputs:
    n.without_effect("stash_type")  # is about the bounds in bfloat16 and float16, which are computed in float
    return es.Range(n.input(0), n.input(1), n.input(2))


@onnx_op("ConstantOfShape", since=9)
def constant_of_shape(n: OnnxNode) -> Outputs:
    value = n.tensor("value")
    array = np.zeros(1, np.float32) if value is None else value.read()
    return es.Fill(n.input(0), es.Constant(n.builder, value=Weight.of(array.reshape(())).tensor()))
