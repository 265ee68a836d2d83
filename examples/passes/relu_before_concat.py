"""Move a Relu from behind a concatenation to what is concatenated, where it can be fused into what computes that.

    before  y = Relu(ConcatD(a, b))
    after   y = ConcatD(Relu(a), Relu(b))
    unless  somebody else reads the concatenation

A pass that walks the graph by itself: patterns cannot have operators with a varying number of inputs.

Run with `ASCEND_GE_PY_PASS_PATH=examples/passes/relu_before_concat.py pyatc ...`.
"""

from __future__ import annotations

from ge.es import GraphBuilder
from ge.es import all as es
from ge.graph import Graph, Node
from ge.passes import (
    FusionBasePass,
    PassContext,
    PassStage,
    SubgraphBoundary,
    SubgraphInput,
    SubgraphOutput,
    SubgraphRewriter,
    can_fuse,
    register_fusion_pass,
)


@register_fusion_pass(name="MoveReluBeforeConcat", stage=PassStage.AFTER_INFER_SHAPE)
class MoveReluBeforeConcat(FusionBasePass):
    """Called with the root graph, then with each subgraph."""

    def run(self, graph: Graph, context: PassContext) -> None:
        """Rewrite each place. The list of nodes is made before, so removed and added ones are not in the way."""
        for relu in graph.get_direct_nodes():
            if relu.type == "Relu":
                concat, _ = relu.get_in_data_nodes_and_port_indexes(0)
                if _can_swap(concat, relu):
                    SubgraphRewriter.replace(_boundary(concat, relu), _swapped(concat), context=context)


def _can_swap(concat: Node, relu: Node) -> bool:
    readers = concat.get_out_data_nodes_and_port_indexes(0)
    return concat.type == "ConcatD" and len(readers) == 1 and can_fuse([concat, relu]).ok


def _boundary(concat: Node, relu: Node) -> SubgraphBoundary:
    """What is to be replaced: from the inputs of the one to the output of the other."""
    boundary = SubgraphBoundary()
    for port in range(concat.get_inputs_size()):
        boundary.add_input(port, SubgraphInput([(concat, port)]))
    boundary.add_output(0, SubgraphOutput(relu, 0))
    return boundary


def _swapped(concat: Node) -> Graph:
    builder = GraphBuilder("relus_and_concat")
    count = concat.get_inputs_size()
    relus = [es.Relu(x) for x in builder.create_inputs(count)]
    return builder.build_and_reset([es.ConcatD(relus, concat_dim=concat.get_attr("concat_dim"), N=count)])
