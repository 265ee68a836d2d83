"""Fuse the operators that exporters write for layer normalisation into one.

    before  d = Sub(x, ReduceMean(x)); y = Add(Mul(RealDiv(d, Sqrt(Add(ReduceMean(Pow(d, 2)), epsilon))), gamma), beta)
    after   y = LayerNorm(x, gamma, beta, epsilon)
    unless  the means are not over the last dimensions, gamma or beta have other ones, or a constant is another number

ONNX before version 17 has no operator for it; PyTorch and others write this chain. Some write the difference twice: the
pattern does, and matches both, for two of its nodes may stand for one of the graph.

Run with `ASCEND_GE_PY_PASS_PATH=examples/passes/fuse_layer_norm.py pyatc ...`.
"""

from __future__ import annotations

from typing import Any

from ge.es import TensorHolder
from ge.es import all as es
from ge.passes import MatchResult, PassStage, PatternFusionPass, pattern, register_fusion_pass
from ge.passes.pattern import PatternInputs

# Inputs of the pattern, by which they are captured too.
X, GAMMA, BETA, EPSILON, EXPONENT, AXES, VARIANCE_AXES = range(7)


@register_fusion_pass(name="FuseLayerNorm", stage=PassStage.AFTER_INFER_SHAPE)
class FuseLayerNorm(PatternFusionPass):
    """Constants are placeholders: the values of some must be known, the others may be anything."""

    @pattern
    def spelled_out(self, inputs: PatternInputs) -> TensorHolder:
        """The chain."""
        x = inputs[X]
        mean = es.ReduceMean(x, inputs[AXES])
        squares = es.Pow(es.Sub(x, mean), inputs[EXPONENT])
        variance = es.ReduceMean(squares, inputs[VARIANCE_AXES])
        normal = es.RealDiv(es.Sub(x, mean), es.Sqrt(es.Add(variance, inputs[EPSILON])))
        return es.Add(es.Mul(normal, inputs[GAMMA]), inputs[BETA])

    def meet_requirements(self, match_result: MatchResult) -> bool:
        """Whether it is the normalisation that the operator computes."""
        means = [node for node in match_result.get_matched_nodes() if node.type == "ReduceMean"]
        if not all(node.has_attr("keep_dims") and node.get_attr("keep_dims") for node in means):
            return False
        if _constant(match_result, EXPONENT) != [2] or len(_constant(match_result, EPSILON)) != 1:
            return False
        begin = _first_axis(match_result, AXES)
        if begin is None or _first_axis(match_result, VARIANCE_AXES) != begin:
            return False
        normalised = _shape(match_result, X)[begin:]
        known = all(dim >= 0 for dim in normalised)  # -1 and -1 may turn out to be different sizes
        return known and all(_shape(match_result, i) == normalised for i in (GAMMA, BETA))

    def replacement(self, inputs: PatternInputs, match_result: MatchResult) -> TensorHolder:
        """Of three results only the first has a reader."""
        x, gamma, beta, *_ = inputs[:7]
        begin = _first_axis(match_result, AXES) or 0
        (epsilon,) = _constant(match_result, EPSILON)
        return es.LayerNorm(x, gamma, beta, begin_norm_axis=begin, begin_params_axis=begin, epsilon=epsilon).y


def _shape(match_result: MatchResult, capture: int) -> list[int]:
    tensor = match_result.get_captured_tensor(capture)
    return list(tensor.node.get_output_desc(tensor.index).shape)


def _constant(match_result: MatchResult, capture: int) -> list[Any]:
    """The elements of a constant; none of any other tensor."""
    node = match_result.get_captured_tensor(capture).node
    return node.get_attr("value").numpy().reshape(-1).tolist() if node.has_attr("value") else []


def _first_axis(match_result: MatchResult, capture: int) -> int | None:
    """Where the axes begin, counted from the front, when they are all from there to the end."""
    rank = len(_shape(match_result, X))
    axes = sorted(axis % rank for axis in _constant(match_result, capture)) if rank else []
    return axes[0] if axes and axes == list(range(axes[0], rank)) else None
