"""Delete additions of zero, whatever form the zero has.

    before  y = Add(x, 0) or Add(0, x)
    after   y = x
    unless  the zeros are computed while the model runs, or stretch x to another shape

The zero may be of any shape and type, and other nodes may read it too: the pattern has a placeholder where it stands,
and `meet_requirements` looks at what was found there. `delete_add_zero_by_value.py` leaves that to the matcher.

Run with `ASCEND_GE_PY_PASS_PATH=examples/passes/delete_add_zero.py pyatc ...`.
"""

from __future__ import annotations

from ge.es import TensorHolder
from ge.es import all as es
from ge.passes import MatchResult, NodeIo, PassStage, PatternFusionPass, pattern, register_fusion_pass
from ge.passes.pattern import PatternInputs

# What the pattern captures by itself: its inputs in order, then what it returns.
LEFT, RIGHT, SUM = 0, 1, 2
UNKNOWN_RANK = [-2]


@register_fusion_pass(name="DeleteAddZero", stage=PassStage.AFTER_INFER_SHAPE)
class DeleteAddZero(PatternFusionPass):
    """Runs when shapes are known, for zeros may stretch x: Add of [1] and three zeros has three elements."""

    @pattern
    def any_sum(self, inputs: PatternInputs) -> TensorHolder:
        """What to look for: inputs match any tensor."""
        return es.Add(inputs[LEFT], inputs[RIGHT])

    def meet_requirements(self, match_result: MatchResult) -> bool:
        """Whether one side is zero."""
        return _kept(match_result) is not None

    def replacement(self, inputs: PatternInputs, match_result: MatchResult) -> TensorHolder:
        """The other side: an input that is handed through. All inputs of the pattern must be asked for."""
        both = inputs[:2]
        return both[_kept(match_result) or LEFT]


def _kept(match_result: MatchResult) -> int | None:
    """The side that the sum equals, if there is one."""
    total = _shape_and_type(match_result.get_captured_tensor(SUM))
    if total[0] == UNKNOWN_RANK:
        return None
    for zero, kept in ((RIGHT, LEFT), (LEFT, RIGHT)):
        same = _shape_and_type(match_result.get_captured_tensor(kept)) == total
        if same and _is_zero(match_result.get_captured_tensor(zero)):
            return kept
    return None


def _is_zero(tensor: NodeIo) -> bool:
    """Whether it is a constant without any other number. Only constants have a value."""
    return tensor.node.has_attr("value") and not tensor.node.get_attr("value").numpy().any()


def _shape_and_type(tensor: NodeIo) -> tuple[list[int], int]:
    desc = tensor.node.get_output_desc(tensor.index)
    return list(desc.shape), desc.data_type
