"""Matrix products."""

from __future__ import annotations

import ge.es.all as es
from ge.es import TensorHolder

from pyatc.importing import Outputs
from pyatc.onnx._node import OnnxNode
from pyatc.onnx._registry import onnx_op


@onnx_op("MatMul")
def matmul(n: OnnxNode) -> Outputs:
    return es.BatchMatMulV2(n.input(0), n.input(1))


def _scaled(tensor: TensorHolder, factor: float) -> TensorHolder:
    return tensor if factor == 1.0 else es.Mul(tensor, factor)


@onnx_op("Gemm")
def gemm(n: OnnxNode) -> Outputs:
    n.without_effect("broadcast")  # of before version 7; addition does
    product = es.MatMulV2(n.input(0), n.input(1), transpose_x1=n.flag("transA"), transpose_x2=n.flag("transB"))
    product = _scaled(product, n.number("alpha", 1.0))
    beta = n.number("beta", 1.0)
    if not n.has_input(2):
        return product
    return es.Add(product, _scaled(n.input(2), beta))
