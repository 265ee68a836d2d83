"""Passes that change the graph in `run`, and passes that replace single nodes."""

from __future__ import annotations

from collections.abc import Callable

import ge.es.all as es
import numpy as np
import pytest
from conftest import Compiler
from ge.es import GraphBuilder
from ge.graph import Graph
from ge.session import GeError

Types = Callable[[Graph], list[str]]

X = np.array([[-1.0, 0.5, 2.0]], np.float32)


def two_relus() -> Graph:
    """y = Relu(Relu(x))."""
    builder = GraphBuilder("two")
    x = builder.create_input(0, name="x", shape=[1, 3])
    return builder.build_and_reset([es.Relu(es.Relu(x))])


RUN = """
@register_fusion_pass(name="Runs", stage=PassStage.BEFORE_INFER_SHAPE)
class Runs(FusionBasePass):
    def run(self, graph, context):
        {body}
"""


def test_run_may_edit_the_graph(compiler: Compiler, node_types: Types) -> None:
    compiler.use("""
        @register_fusion_pass(name="OneRelu", stage=PassStage.BEFORE_INFER_SHAPE)
        class OneRelu(FusionBasePass):
            def run(self, graph, context):
                for node in graph.get_direct_nodes():
                    if node.type != "Relu":
                        continue
                    source, port = node.get_in_data_nodes_and_port_indexes(0)
                    if source.type != "Relu":
                        continue
                    for reader, index in node.get_out_data_nodes_and_port_indexes(0):
                        graph.remove_edge(node, 0, reader, index)
                        graph.add_data_edge(source, port, reader, index)
                    graph.remove_node(node)
    """)

    graph = compiler.compile(two_relus())

    assert node_types(graph) == ["Relu"]
    np.testing.assert_array_equal(compiler.run(X), np.maximum(X, 0))


@pytest.mark.parametrize("result", ["None", "True", "0", "1343242304"])
def test_these_results_are_fine(compiler: Compiler, result: str) -> None:
    compiler.use(RUN.format(body=f"return {result}"))

    compiler.compile(two_relus())


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return False", "run returned False"),
        ("return 1", "run returned status 1"),
        ("return -1", "run returned status -1"),
        ("return 2 ** 70", "run returned status 1180591620717411303424"),
        ("return 'done'", "run returned a value of unsupported type str"),
        ("raise RuntimeError('broken')", "RuntimeError: broken"),
        ("graph.remove_node(graph.get_direct_nodes()[1])", "is not connected"),
    ],
)
def test_these_results_fail_the_compilation(compiler: Compiler, body: str, reason: str) -> None:
    compiler.use(RUN.format(body=body))

    with pytest.raises(GeError) as caught:
        compiler.compile(two_relus())

    assert reason in str(caught.value)


def test_subgraphs_can_be_rewritten_by_hand(compiler: Compiler, node_types: Types) -> None:
    compiler.use("""
        @register_fusion_pass(name="ByHand", stage=PassStage.BEFORE_INFER_SHAPE)
        class ByHand(FusionBasePass):
            def run(self, graph, context):
                first, second = (node for node in graph.get_direct_nodes() if node.type == "Relu")
                assert can_fuse([first, second]) == FuseCheckResult(True, "")
                boundary = SubgraphBoundary()
                assert boundary.add_input(0, SubgraphInput([(first, 0)])) == 0
                assert boundary.add_input(0, SubgraphInput()) != 0
                assert boundary.add_output(0, SubgraphOutput(second, 0)) == 0
                builder = GraphBuilder("tanh")
                replacement = builder.build_and_reset([es.Tanh(builder.create_input(0))])
                SubgraphRewriter.replace(boundary, replacement, context=context)
                assert [node.type for node in replacement.get_direct_nodes()] == ["Data", "Tanh", "NetOutput"]
    """)

    graph = compiler.compile(two_relus())

    assert node_types(graph) == ["Tanh"]
    np.testing.assert_allclose(compiler.run(X), np.tanh(X), rtol=1e-6)


def test_a_node_is_decomposed(compiler: Compiler, node_types: Types) -> None:
    compiler.use("""
        @register_decompose_pass(name="Swish", stage=PassStage.AFTER_INFER_SHAPE, op_types=["Relu"])
        class Swish(DecomposePass):
            def meet_requirements(self, node):
                return node.get_in_data_nodes_and_port_indexes(0)[0].type == "Data"

            def replacement(self, node, context):
                assert self.op_types == ["Relu"] and node.type == "Relu"
                builder = GraphBuilder("swish")
                x = builder.create_input(0)
                graph = builder.build_and_reset([es.Mul(x, es.Sigmoid(x))])
                infer_shape(graph, node)
                return graph
    """)

    graph = compiler.compile(two_relus())

    assert node_types(graph) == ["Mul", "Relu", "Sigmoid"]
    np.testing.assert_allclose(compiler.run(X), np.maximum(X / (1 + np.exp(-X)), 0), rtol=1e-5)


def test_passes_of_a_stage_run_by_name(compiler: Compiler) -> None:
    compiler.use("""
        order = []
        for name in ("b", "C", "a"):
            @register_fusion_pass(name=name, stage=PassStage.BEFORE_INFER_SHAPE)
            class Noting(FusionBasePass):
                def run(self, graph, context):
                    order.append(context.get_pass_name())
                    if context.get_pass_name() == "b":
                        raise RuntimeError(" ".join(order))
    """)

    with pytest.raises(GeError, match="C a b"):
        compiler.compile(two_relus())
