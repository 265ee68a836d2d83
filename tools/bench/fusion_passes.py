"""Our passes for the benchmark: a plugin, as a user writes one."""

from __future__ import annotations

from typing import Any

from ge.es import all as es
from ge.passes import (
    PassStage,
    PatternFusionPass,
    PatternMatcherConfigBuilder,
    pattern,
    register_fusion_pass,
)


@register_fusion_pass(name="ToGemm", stage=PassStage.BEFORE_INFER_SHAPE)
class ToGemm(PatternFusionPass):
    """MatMul and Add become GEMM."""

    @pattern
    def product_and_sum(self, inputs: Any) -> Any:
        """`x @ w + b`."""
        return es.Add(es.MatMul(inputs[0], inputs[1]), inputs[2])

    def replacement(self, inputs: Any) -> Any:
        """One node, and the two constants that it takes."""
        return es.GEMM(inputs[0], inputs[1], inputs[2], 1.0, 1.0)


@register_fusion_pass(name="DropZero", stage=PassStage.BEFORE_INFER_SHAPE)
class DropZero(PatternFusionPass):
    """Adding zero goes away."""

    def __init__(self) -> None:
        super().__init__(PatternMatcherConfigBuilder().enable_const_value_match().build())

    @pattern
    def sum_with_zero(self, inputs: Any) -> Any:
        """`x + 0`."""
        return es.Add(inputs[0], 0.0)

    def replacement(self, inputs: Any) -> Any:
        """What was added to."""
        return inputs[0]
