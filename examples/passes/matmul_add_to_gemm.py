"""Fuse a matrix product and an addition into one GEMM.

    before  y = Add(MatMulV2(a, b), c) or Add(c, MatMulV2(a, b))
    after   y = GEMM(a, b, c, alpha=1, beta=1)
    unless  c may stretch the product, the elements are not float32, or somebody else reads the product

Patterns and replacement are expressions; `matmul_add_to_gemm_by_hooks.py` says the same with graphs.

Run with `ASCEND_GE_PY_PASS_PATH=examples/passes/matmul_add_to_gemm.py pyatc ...`.
"""

from __future__ import annotations

from ge.es import TensorHolder
from ge.es import all as es
from ge.graph import DataType, Node
from ge.passes import MatchResult, PassStage, PatternFusionPass, pattern, register_fusion_pass
from ge.passes.pattern import PatternInputs

# By which input of the patterns it is captured.
C = 2


@register_fusion_pass(name="FuseMatMulAddToGemm", stage=PassStage.AFTER_INFER_SHAPE)
class FuseMatMulAddToGemm(PatternFusionPass):
    """Inputs are matched by position, so each order of the summands is a pattern of its own."""

    @pattern
    def product_first(self, inputs: PatternInputs) -> TensorHolder:
        """The usual order."""
        a, b, c = inputs[:3]
        return es.Add(es.MatMulV2(a, b), c)

    @pattern
    def product_last(self, inputs: PatternInputs) -> TensorHolder:
        """The other one."""
        a, b, c = inputs[:3]
        return es.Add(c, es.MatMulV2(a, b))

    def meet_requirements(self, match_result: MatchResult) -> bool:
        """Whether c is sure to have the shape of the product, or to stretch to it: GEMM never stretches the product."""
        product = _node(match_result, "MatMulV2").get_output_desc(0)
        c = match_result.get_captured_tensor(C)
        shape = list(c.node.get_output_desc(c.index).shape)
        rows = list(product.shape)[2 - len(shape) :]
        # A size of -1 is not known: it may turn out to be any other.
        fits = len(shape) <= 2 and all(dim == 1 or dim == size != -1 for dim, size in zip(shape, rows))
        return product.data_type == DataType.DT_FLOAT and fits

    def replacement(self, inputs: PatternInputs, match_result: MatchResult) -> TensorHolder:
        """Whether a and b are transposed is an attribute of the product; one at its default is not carried."""
        product = _node(match_result, "MatMulV2")
        transposed = [product.has_attr(name) and product.get_attr(name) for name in ("transpose_x1", "transpose_x2")]
        a, b, c = inputs[:3]
        return es.GEMM(a, b, c, 1.0, 1.0, transpose_a=transposed[0], transpose_b=transposed[1])


def _node(match_result: MatchResult, kind: str) -> Node:
    (found,) = (node for node in match_result.get_matched_nodes() if node.type == kind)
    return found
