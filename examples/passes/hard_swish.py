"""An example pass: the five operators that exporters write for hard swish become one.

    before  y = RealDiv(Mul(x, ClipByValue(Add(x, 3), 0, 6)), 6)
    after   y = HardSwish(x)
    unless  a constant is another number

Run with `ASCEND_GE_PY_PASS_PATH=examples/passes pyatc ...`.
"""

from __future__ import annotations

from ge.es import TensorHolder
from ge.es import all as es
from ge.graph import Node
from ge.passes import MatchResult, PassStage, PatternFusionPass, pattern, register_fusion_pass
from ge.passes.pattern import PatternInputs


@register_fusion_pass(name="FuseHardSwish", stage=PassStage.BEFORE_INFER_SHAPE)
class FuseHardSwish(PatternFusionPass):
    """Finds hard swish as PaddlePaddle's exporter writes it."""

    @pattern
    def divided_last(self, inputs: PatternInputs) -> TensorHolder:
        """What to look for."""
        x = inputs[0]
        return es.RealDiv(x * es.ClipByValue(x + 3.0, 0.0, 6.0), 6.0)

    def meet_requirements(self, match_result: MatchResult) -> bool:
        """Whether the constants have their values. The pattern's are of rank 0, a model's may be of rank 1."""
        by_type = {node.type: node for node in match_result.get_matched_nodes()}
        add, clip, divide = by_type["Add"], by_type["ClipByValue"], by_type["RealDiv"]
        return [_constant(add, 1), _constant(clip, 1), _constant(clip, 2), _constant(divide, 1)] == [3, 0, 6, 6]

    def replacement(self, inputs: PatternInputs) -> TensorHolder:
        """What to put there."""
        return es.HardSwish(inputs[0])


def _constant(node: Node, port: int) -> float | None:
    """The number that an input reads; None when it is not one number."""
    source, _ = node.get_in_data_nodes_and_port_indexes(port)
    value = source.get_attr("value").numpy()
    return float(value.item()) if value.size == 1 else None
