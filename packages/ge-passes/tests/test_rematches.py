"""Passes that find what they have put there: names and lists of origins stay short, and what has no end is stopped."""

from __future__ import annotations

import ge.es.all as es
import pytest
from ge.error import GeError
from ge.es import GraphBuilder, TensorHolder
from ge.graph import Graph
from ge.passes import MatchResult, PatternFusionPass, pattern
from ge.passes.pattern import PatternInputs
from ge.passes.testing import run_pass


class FoldAdds(PatternFusionPass):
    """Add(Add(x, c1), c2) -> Add(x, c1 + c2): works a chain off, each time on what it has made."""

    @pattern
    def chain(self, inputs: PatternInputs) -> TensorHolder:
        return es.Add(es.Add(inputs[0], 1.0), 2.0)

    def replacement(self, inputs: PatternInputs, match_result: MatchResult) -> TensorHolder:
        constants = [node for node in match_result.get_matched_nodes() if node.type == "Const"]
        return es.Add(inputs[0], sum(float(node.get_attr("value").numpy()) for node in constants))


def chain(length: int) -> Graph:
    """x + 0 + 1 + 2 + ..."""
    builder = GraphBuilder("chain")
    tensor = builder.create_input(0, name="x", shape=[4])
    for number in range(length):
        tensor = es.Add(tensor, float(number))
    return builder.build_and_reset([tensor])


@pytest.mark.parametrize("length", [22, 200])
def test_a_chain_is_folded_with_short_names_and_origins_that_are_told_once(length: int) -> None:
    after, report = run_pass(FoldAdds, chain(length))

    (add,) = [node for node in after.get_all_nodes() if node.type == "Add"]
    origins = add.get_attr("_datadump_original_op_names")
    assert len(report.matches) == length - 1
    assert max(len(node.name) for node in after.get_all_nodes()) < 250
    assert len(set(origins)) == len(origins) == min(2 * length, 256)
    assert add.get_attr("pass_name") == ["FoldAdds"]


class Endless(PatternFusionPass):
    """Puts two nodes in the place of the same two."""

    @pattern
    def both(self, inputs: PatternInputs) -> TensorHolder:
        return es.Add(es.Mul(inputs[0], inputs[1]), inputs[2])

    def replacement(self, inputs: PatternInputs) -> TensorHolder:
        x, y, z = inputs[:3]
        return es.Add(es.Mul(x, y), z)


def test_two_nodes_that_match_themselves_are_stopped_as_one_is() -> None:
    builder = GraphBuilder("endless")
    x, y, z = (builder.create_input(index, shape=[2, 3]) for index in range(3))
    graph = builder.build_and_reset([es.Add(es.Mul(x, y), z)])

    with pytest.raises(GeError, match="a replacement must not contain its own pattern"):
        run_pass(Endless, graph)
