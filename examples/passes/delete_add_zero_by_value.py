"""Delete additions of zero that stand in the graph exactly as written here.

    before  y = Add(x, 0)
    after   y = x
    unless  the zero is not a float or int64 of rank 0, or others read it too

The shortest way to say it: with `enable_const_value_match` a constant of the pattern matches only constants of the same
type, shape and bytes. A scalar never changes the shape of x, so this may run before shapes are known.
`delete_add_zero.py` finds zeros of all forms.

Run with `ASCEND_GE_PY_PASS_PATH=examples/passes/delete_add_zero_by_value.py pyatc ...`.
"""

from __future__ import annotations

from ge.es import TensorHolder
from ge.passes import PassStage, PatternFusionPass, PatternMatcherConfigBuilder, pattern, register_fusion_pass
from ge.passes.pattern import PatternInputs


@register_fusion_pass(name="DeleteAddZeroByValue", stage=PassStage.BEFORE_INFER_SHAPE)
class DeleteAddZeroByValue(PatternFusionPass):
    """Two patterns with one replacement."""

    def __init__(self) -> None:
        super().__init__(PatternMatcherConfigBuilder().enable_const_value_match().build())

    @pattern
    def float_zero(self, inputs: PatternInputs) -> TensorHolder:
        """A float literal is a float32 of rank 0."""
        return inputs[0] + 0.0

    @pattern
    def integer_zero(self, inputs: PatternInputs) -> TensorHolder:
        """An integer literal is an int64 of rank 0."""
        return inputs[0] + 0

    def replacement(self, inputs: PatternInputs) -> TensorHolder:
        """The constant is part of the pattern, so x is its only input."""
        return inputs[0]
