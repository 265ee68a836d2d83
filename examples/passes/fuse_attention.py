"""Fuse scaled dot-product attention, as exporters write it, into one operator.

    before  y = BatchMatMulV2(SoftmaxV2(Add(Mul(BatchMatMulV2(q, Transpose(k)), scale), mask)), v)
    after   y = FlashAttentionScore(q, k, v, real_shift=mask, scale_value=scale)
    unless  the tensors are not [batch, heads, rows, depth] with one number of heads, or a constant is not known

The scores may be divided instead of multiplied, or q and k be scaled each by itself, and there need be no mask. The
Transpose may also turn k from [batch, rows, heads, depth] round, which exporters make of two transpositions in a row.
The operator has three more results, statistics of each row, which nobody reads here. Sizes that are not known when the
model is compiled are taken for the same where they must be; the operator refuses to run when they are not.

Run with `ASCEND_GE_PY_PASS_PATH=examples/passes/fuse_attention.py pyatc ...`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ge.es import GraphBuilder, TensorHolder
from ge.es import all as es
from ge.graph import DataType, Graph
from ge.passes import MatchResult, PassStage, Pattern, PatternFusionPass, create_pattern, register_fusion_pass

# The first inputs of each pattern; then come the scales, then the mask. Captured are the inputs, then the result.
Q, K, V, PERM, FIRST_SCALE = range(5)
# A Transpose of k to [batch, heads, depth, rows], and what is left to do to get [batch, heads, rows, depth].
TRANSPOSES: dict[tuple[int, ...], list[int] | None] = {(0, 1, 3, 2): None, (0, 2, 3, 1): [0, 2, 1, 3]}
# Name of a way to scale, and the number of its constants.
SCALES = {"multiplied": 1, "divided": 1, "each": 2}


@register_fusion_pass(name="FuseAttention", stage=PassStage.AFTER_INFER_SHAPE)
class FuseAttention(PatternFusionPass):
    """Patterns of one kind are made in a loop; a match knows the name of its pattern."""

    def patterns(self) -> list[Pattern]:
        """One for each way to scale, with and without a mask."""
        return [_pattern(scaling, masked) for scaling in SCALES for masked in (True, False)]

    def meet_requirements(self, match_result: MatchResult) -> bool:
        """Whether the operator computes the same, and all that it must be told is known."""
        softmax, *products = (
            node
            for kind in ("SoftmaxV2", "BatchMatMulV2")
            for node in match_result.get_matched_nodes()
            if node.type == kind
        )
        if any(node.has_attr(flag) and node.get_attr(flag) for node in products for flag in ("adj_x1", "adj_x2")):
            return False
        if softmax.has_attr("axes") and softmax.get_attr("axes") not in ([-1], [3]):
            return False
        known = tuple(_constant(match_result, PERM)) in TRANSPOSES and _scale(match_result) is not None
        return known and _is_supported(match_result)

    def replacement(self, match_result: MatchResult) -> Graph:
        """A graph with the inputs of the pattern that matched."""
        builder = GraphBuilder("attention")
        scaling, masked = _form(match_result)
        inputs = builder.create_inputs(FIRST_SCALE + SCALES[scaling] + masked)
        turn = TRANSPOSES[tuple(_constant(match_result, PERM))]
        result = es.FlashAttentionScore(
            inputs[Q],
            inputs[K] if turn is None else es.Transpose(inputs[K], turn),
            inputs[V],
            inputs[-1] if masked else None,
            head_num=_desc(match_result, Q)[0][1],
            input_layout="BNSD",
            scale_value=_scale(match_result) or 1.0,
            pse_type=0,  # the mask is added after scaling
        )
        return builder.build_and_reset([result.attention_out])


def _pattern(scaling: str, masked: bool) -> Pattern:
    builder = GraphBuilder(f"{scaling} {'masked' if masked else ''}")
    inputs = builder.create_inputs(FIRST_SCALE + SCALES[scaling] + masked)
    scores = _scores(scaling, inputs[Q], es.Transpose(inputs[K], inputs[PERM]), inputs[FIRST_SCALE:])
    probabilities = es.SoftmaxV2(es.Add(scores, inputs[-1]) if masked else scores)
    result = es.BatchMatMulV2(probabilities, inputs[V])
    pattern = create_pattern(builder.build_and_reset([result]))
    for tensor in [*inputs, result]:
        pattern.capture_tensor(tensor)
    return pattern


def _scores(scaling: str, q: TensorHolder, k: TensorHolder, scales: Sequence[TensorHolder]) -> TensorHolder:
    if scaling == "each":
        return es.BatchMatMulV2(es.Mul(q, scales[0]), es.Mul(k, scales[1]))
    scale = es.Mul if scaling == "multiplied" else es.RealDiv
    return scale(es.BatchMatMulV2(q, k), scales[0])


def _form(match_result: MatchResult) -> tuple[str, bool]:
    """Which pattern matched: the way to scale, and whether there is a mask."""
    scaling, _, mask = match_result.get_pattern_graph_name().partition(" ")
    return scaling, mask == "masked"


def _constant(match_result: MatchResult, capture: int) -> list[Any]:
    """The elements of a constant; none of any other tensor."""
    node = match_result.get_captured_tensor(capture).node
    return node.get_attr("value").numpy().reshape(-1).tolist() if node.has_attr("value") else []


def _scale(match_result: MatchResult) -> float | None:
    """By what the products are multiplied in the end, if it is known."""
    scaling, _ = _form(match_result)
    factors = [_constant(match_result, FIRST_SCALE + i) for i in range(SCALES[scaling])]
    if not all(len(factor) == 1 and factor[0] for factor in factors):
        return None
    scale = float(math.prod(factor[0] for factor in factors))
    return 1 / scale if scaling == "divided" else scale


def _desc(match_result: MatchResult, capture: int) -> tuple[list[int], DataType]:
    tensor = match_result.get_captured_tensor(capture)
    desc = tensor.node.get_output_desc(tensor.index)
    return list(desc.shape), desc.data_type


def _is_supported(match_result: MatchResult) -> bool:
    """Whether shapes and types are the operator's: four dimensions, one known number of heads, no batch stretched."""
    scaling, masked = _form(match_result)
    turn = TRANSPOSES[tuple(_constant(match_result, PERM))]
    result = FIRST_SCALE + SCALES[scaling] + masked
    (q, kind), (k, _), (v, _), (y, _) = (_desc(match_result, capture) for capture in (Q, K, V, result))
    if kind not in (DataType.DT_FLOAT, DataType.DT_FLOAT16, DataType.DT_BF16):
        return False
    if any(len(shape) != 4 for shape in (q, k, v, y)):
        return False
    heads = {q[1], k[1 if turn is None else 2], v[1]}
    return heads == {q[1]} and q[1] > 0 and y[:3] == q[:3] and k[0] == v[0] == q[0]
