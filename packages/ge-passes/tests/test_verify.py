"""The option `ge.passes.verify=numeric`."""

from __future__ import annotations

import ge.es.all as es
import pytest
from conftest import Compiler
from ge.es import GraphBuilder
from ge.graph import Graph
from ge.session import GeError

VERIFY = {"ge.passes.verify": "numeric"}

# Right; then wrong on purpose: they run in the order of their names.
PASSES = """
@register_fusion_pass(name="A_DoubleIsMul", stage=PassStage.{stage})
class DoubleIsMul(PatternFusionPass):
    @pattern
    def doubled(self, inputs):
        return es.Add(inputs[0], inputs[0])

    def replacement(self, inputs):
        return es.Mul(inputs[0], 2.0)


@register_fusion_pass(name="B_ReluIsNothing", stage=PassStage.{stage})
class ReluIsNothing(PatternFusionPass):
    @pattern
    def relu(self, inputs):
        return es.Relu(inputs[0])

    def replacement(self, inputs):
        return inputs[0]


@register_fusion_pass(name="C_NeverSeen", stage=PassStage.{stage})
class NeverSeen(FusionBasePass):
    def run(self, graph, context):
        raise AssertionError("a pass before has failed")
"""

STAGES = ["BEFORE_INFER_SHAPE", "AFTER_INFER_SHAPE", "AFTER_BUILTIN_FUSION_PASS", "AFTER_ORIGIN_GRAPH_OPTIMIZE"]


def graph_of(rows: int = -1) -> Graph:
    """Relu(x + x)."""
    builder = GraphBuilder("g")
    x = builder.create_input(0, name="x", shape=[rows, 3])
    return builder.build_and_reset([es.Relu(es.Add(x, x))])


@pytest.mark.parametrize("stage", STAGES)
def test_the_first_pass_that_changes_numbers_fails_the_compilation(compiler: Compiler, stage: str) -> None:
    compiler.use(PASSES.format(stage=stage))

    with pytest.raises(GeError) as caught:
        compiler.compile(graph_of(), **VERIFY)

    text = str(caught.value)
    for part in [
        "E13028",
        'fusion pass "B_ReluIsNothing" failed',
        "ge.passes.verify=numeric",
        "worst at [",
        "0.0 before",
    ]:
        assert part in text, text
    assert "A_DoubleIsMul" not in text


def test_a_pass_that_keeps_the_numbers_is_fine(compiler: Compiler) -> None:
    compiler.use(PASSES.split('@register_fusion_pass(name="B')[0].format(stage="AFTER_INFER_SHAPE"))

    graph = compiler.compile(graph_of(), **VERIFY)

    assert "Mul" in [node.type for node in graph.get_all_nodes()]


def test_without_the_option_nothing_is_run(compiler: Compiler) -> None:
    compiler.use(PASSES.split('@register_fusion_pass(name="C')[0].format(stage="AFTER_INFER_SHAPE"))

    compiler.compile(graph_of())
    compiler.compile(graph_of(), **{"ge.passes.verify": "off"})


def test_a_graph_that_cannot_be_run_is_not_verified_and_that_is_shown(
    compiler: Compiler, capfd: pytest.CaptureFixture[str]
) -> None:
    compiler.use("""
        @register_fusion_pass(name="Gone", stage=PassStage.BEFORE_INFER_SHAPE)
        class Gone(PatternFusionPass):
            @pattern
            def factor(self, inputs):
                return es.Cholesky(inputs[0])

            def replacement(self, inputs):
                return es.Relu(inputs[0])
    """)
    builder = GraphBuilder("g")
    graph = builder.build_and_reset([es.Cholesky(builder.create_input(0, name="x", shape=[2, 2]))])

    compiler.compile(graph, **VERIFY)

    assert "ge.passes.verify=numeric: not verified: graph 'g' cannot be run" in capfd.readouterr().err


def test_another_value_is_refused(compiler: Compiler) -> None:
    with pytest.raises(GeError, match=r"E10001.*ge\.passes\.verify is 'bits'"):
        compiler.compile(graph_of(), **{"ge.passes.verify": "bits"})
