"""Compute a batch of products with one matrix as a single product of two matrices.

    before  y = BatchMatMulV2(x, w), x of [2, 5, 8] and w of [8, 3]
    after   y = Reshape(MatMulV2(Reshape(x, [10, 8]), w), [2, 5, 3])
    unless  w is no matrix, x is transposed, something is empty, or more than one dimension of the batch is not known

Exporters write linear layers over sequences like this; one large product is faster than many small ones.

Run with `ASCEND_GE_PY_PASS_PATH=examples/passes/flatten_batched_matmul.py pyatc ...`.
"""

from __future__ import annotations

import math

from ge.es import TensorHolder
from ge.es import all as es
from ge.graph import Node
from ge.passes import MatchResult, PassStage, PatternFusionPass, pattern, register_fusion_pass
from ge.passes.pattern import PatternInputs


@register_fusion_pass(name="FlattenBatchedMatMul", stage=PassStage.AFTER_INFER_SHAPE)
class FlattenBatchedMatMul(PatternFusionPass):
    """Needs ranks, so it runs when shapes are known; -1 is a dimension that is known only when the model runs."""

    @pattern
    def product(self, inputs: PatternInputs) -> TensorHolder:
        """A product without bias."""
        return es.BatchMatMulV2(inputs[0], inputs[1])

    def meet_requirements(self, match_result: MatchResult) -> bool:
        """Whether rows of the batch are rows of one large matrix."""
        (node,) = match_result.get_matched_nodes()
        x, w = (list(node.get_input_desc(port).shape) for port in (0, 1))
        if len(x) < 3 or len(w) != 2 or _flag(node, "adj_x1"):
            return False
        y = list(node.get_output_desc(0).shape)
        return x[-1] > 0 and y[-1] > 0 and 0 not in x and x[:-1].count(-1) <= 1

    def replacement(self, inputs: PatternInputs, match_result: MatchResult) -> TensorHolder:
        """Reshape computes one dimension that is given as -1."""
        (node,) = match_result.get_matched_nodes()
        *rows, inner = node.get_input_desc(0).shape
        flat = es.Reshape(inputs[0], [-1 if -1 in rows else math.prod(rows), inner])
        product = es.MatMulV2(flat, inputs[1], transpose_x2=_flag(node, "adj_x2"))
        return es.Reshape(product, [*rows, node.get_output_desc(0).shape[-1]])


def _flag(node: Node, name: str) -> bool:
    """An attribute that is left at its default is not carried."""
    return bool(node.has_attr(name) and node.get_attr(name))
