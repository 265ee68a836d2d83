"""Fuse the operators that exporters write for GELU into one.

    before  y = Mul(Mul(x, Add(Erf(RealDiv(x, sqrt(2))), 1)), 0.5)                             PyTorch
            y = Mul(Mul(x, 0.5), Add(Erf(RealDiv(x, sqrt(2))), 1))
            y = Mul(0.5, Mul(x, Add(1, Tanh(Mul(b, Add(x, Mul(k, Mul(x, Mul(x, x)))))))))      PyTorch, "tanh"
            y = Mul(Mul(x, 0.5), Add(Tanh(Mul(Add(x, Mul(Pow(x, 3), k)), b)), 1))              "gelu_new"
    after   y = GeluV2(x, approximate="none" or "tanh")
    unless  a constant is another number

Constants are placeholders in the patterns, so that their types and shapes do not matter and other nodes may read them
too; `meet_requirements` compares them as numbers.

Run with `ASCEND_GE_PY_PASS_PATH=examples/passes/fuse_gelu.py pyatc ...`.
"""

from __future__ import annotations

import math

from ge.es import TensorHolder
from ge.es import all as es
from ge.passes import MatchResult, NodeIo, PassStage, PatternFusionPass, pattern, register_fusion_pass
from ge.passes.pattern import PatternInputs


class FuseGelu(PatternFusionPass):
    """What the passes below share; by itself it is not registered."""

    approximate: str
    constants: tuple[float, ...]  # what inputs 1, 2, ... of the patterns must be

    def meet_requirements(self, match_result: MatchResult) -> bool:
        """Whether the constants have their values, and none stretches x. Behind the inputs the result is captured."""
        found = [match_result.get_captured_tensor(index) for index in range(len(self.constants) + 2)]
        x, *constants, y = found
        shapes = [list(tensor.node.get_output_desc(tensor.index).shape) for tensor in (x, y)]
        same = shapes[0] == shapes[1] != [-2]  # which stands for an unknown rank
        return same and all(map(_equals, constants, self.constants))

    def replacement(self, inputs: PatternInputs) -> TensorHolder:
        """All inputs of the pattern must be asked for, also those that are not needed any more."""
        x, *_ = inputs[: len(self.constants) + 1]
        return es.GeluV2(x, approximate=self.approximate)


def _equals(tensor: NodeIo, number: float) -> bool:
    """Whether it is a constant of one element with this value, as closely as half-precision floats tell."""
    value = tensor.node.get_attr("value").numpy() if tensor.node.has_attr("value") else None
    return value is not None and value.size == 1 and math.isclose(value.item(), number, rel_tol=1e-3)


@register_fusion_pass(name="FuseErfGelu", stage=PassStage.AFTER_INFER_SHAPE)
class FuseErfGelu(FuseGelu):
    """x times the share of a normal distribution below x."""

    approximate = "none"
    constants = (math.sqrt(2), 1, 0.5)

    @pattern
    def halved_last(self, inputs: PatternInputs) -> TensorHolder:
        """As PyTorch writes it."""
        x, root, one, half = inputs[:4]
        return es.Mul(es.Mul(x, es.Add(es.Erf(es.RealDiv(x, root)), one)), half)

    @pattern
    def halved_first(self, inputs: PatternInputs) -> TensorHolder:
        """As models write it that compute GELU themselves."""
        x, root, one, half = inputs[:4]
        return es.Mul(es.Mul(x, half), es.Add(es.Erf(es.RealDiv(x, root)), one))


@register_fusion_pass(name="FuseTanhGelu", stage=PassStage.AFTER_INFER_SHAPE)
class FuseTanhGelu(FuseGelu):
    """The approximation, as PyTorch writes it."""

    approximate = "tanh"
    constants = (0.5, 1, math.sqrt(2 / math.pi), 0.044715)

    @pattern
    def cubed_by_products(self, inputs: PatternInputs) -> TensorHolder:
        """Each constant stands before what it is applied to."""
        x, half, one, beta, kappa = inputs[:5]
        cube = es.Mul(x, es.Mul(x, x))
        inner = es.Mul(beta, es.Add(x, es.Mul(kappa, cube)))
        return es.Mul(half, es.Mul(x, es.Add(one, es.Tanh(inner))))


@register_fusion_pass(name="FuseTanhGeluOfPow", stage=PassStage.AFTER_INFER_SHAPE)
class FuseTanhGeluOfPow(FuseGelu):
    """The approximation, as models write it that compute GELU themselves."""

    approximate = "tanh"
    constants = (0.5, 1, math.sqrt(2 / math.pi), 0.044715, 3)

    @pattern
    def cubed_by_pow(self, inputs: PatternInputs) -> TensorHolder:
        """Each constant stands behind what it is applied to."""
        x, half, one, beta, kappa, three = inputs[:6]
        inner = es.Mul(es.Add(x, es.Mul(es.Pow(x, three), kappa)), beta)
        return es.Mul(es.Mul(x, half), es.Add(es.Tanh(inner), one))
