"""Pattern passes in a compilation, on graphs that are run afterwards."""

from __future__ import annotations

from collections.abc import Callable

import ge.es.all as es
import numpy as np
import pytest
from conftest import ENDLESS, Compiler
from ge.es import GraphBuilder
from ge.graph import Graph
from ge.session import GeError

Types = Callable[[Graph], list[str]]

X = np.array([[-4.0, -1.0, 0.5], [2.0, 3.0, 9.0]], np.float32)


def hard_swish_graph(last: float = 6.0) -> Graph:
    """Hard swish in five operators, and a Relu behind it."""
    builder = GraphBuilder("hs")
    x = builder.create_input(0, name="x", shape=[2, 3])
    y = es.RealDiv(x * es.ClipByValue(x + 3.0, 0.0, 6.0), last)
    return builder.build_and_reset([es.Relu(y)])


HARD_SWISH = """
@register_fusion_pass(name="HardSwishPass", stage=PassStage.{stage})
class HardSwishPass(PatternFusionPass):
    def __init__(self):
        super().__init__(PatternMatcherConfigBuilder().enable_const_value_match().build())

    @pattern
    def divided(self, inputs):
        x = inputs[0]
        return es.RealDiv(x * es.ClipByValue(x + 3.0, 0.0, 6.0), 6.0)

    def replacement(self, inputs):
        return es.HardSwish(inputs[0])
"""


@pytest.mark.parametrize(
    "stage", ["BEFORE_INFER_SHAPE", "AFTER_INFER_SHAPE", "AFTER_BUILTIN_FUSION_PASS", "AFTER_ORIGIN_GRAPH_OPTIMIZE"]
)
def test_a_match_is_replaced_and_the_numbers_stay(compiler: Compiler, node_types: Types, stage: str) -> None:
    compiler.compile(hard_swish_graph())
    before = compiler.run(X)
    compiler.use(HARD_SWISH.format(stage=stage))

    graph = compiler.compile(hard_swish_graph())

    assert "HardSwish" in node_types(graph)
    np.testing.assert_allclose(compiler.run(X), before, rtol=1e-6)


def test_constants_of_other_values_are_no_match_when_values_count(compiler: Compiler, node_types: Types) -> None:
    compiler.use(HARD_SWISH.format(stage="BEFORE_INFER_SHAPE"))

    graph = compiler.compile(hard_swish_graph(last=5.0))

    assert "HardSwish" not in node_types(graph)


def relu_graph(count: int = 2) -> Graph:
    """Relus one after another."""
    builder = GraphBuilder("relus")
    x = builder.create_input(0, name="x", shape=[2, 3])
    for _ in range(count):
        x = es.Exp(es.Relu(x))
    return builder.build_and_reset([x])


def test_hooks_get_what_they_ask_for(compiler: Compiler, node_types: Types) -> None:
    compiler.use("""
        seen = []

        @register_fusion_pass(name="Hooks", stage=PassStage.BEFORE_INFER_SHAPE)
        class Hooks(PatternFusionPass):
            @pattern
            def relu(self, inputs):
                return es.Relu(inputs[0])

            def meet_requirements(self, match_result, context):
                (node,) = match_result.get_matched_nodes()
                source = match_result.get_captured_tensor(0)
                result = match_result.get_captured_tensor(1)
                assert node.type == "Relu" and result.node.name == node.name
                assert context.get_pass_name() == "Hooks"
                assert context.get_option_value("ge.socVersion") == "Ascend910B1"
                assert match_result.get_pattern_graph_name() == "Hooks_relu_pattern"
                assert str(match_result).startswith("[PatternName:Hooks_relu_pattern][MatchNodesPair]")
                seen.append(match_result)
                return source.node.type == "Data"

            def replacement(self, inputs, match_result, context):
                try:
                    seen[0].get_matched_nodes()
                except RuntimeError as error:
                    assert "expired" in str(error)
                return es.Tanh(inputs[0])
    """)

    graph = compiler.compile(relu_graph())

    assert node_types(graph) == ["Exp", "Exp", "Relu", "Tanh"]


def test_the_replacement_says_where_it_comes_from(compiler: Compiler) -> None:
    compiler.use("""
        @register_fusion_pass(name="ToTanh", stage=PassStage.BEFORE_INFER_SHAPE)
        class ToTanh(PatternFusionPass):
            @pattern
            def relu(self, inputs):
                return es.Relu(inputs[0])

            def replacement(self, inputs):
                return es.Tanh(inputs[0])
    """)
    graph = relu_graph(1)
    (relu,) = (node.name for node in graph.get_all_nodes() if node.type == "Relu")

    compiler.compile(graph)

    (tanh,) = (node for node in graph.get_all_nodes() if node.type == "Tanh")
    assert tanh.get_attr("pass_name") == ["ToTanh"]
    assert tanh.get_attr("_datadump_original_op_names") == [relu]
    assert tanh.get_attr("_datadump_original_op_types") == ["Relu"]


def test_a_pattern_of_two_outputs_is_replaced_as_a_whole(compiler: Compiler, node_types: Types) -> None:
    builder = GraphBuilder("two")
    x = builder.create_input(0, name="x", shape=[2, 3])
    graph = builder.build_and_reset([es.Add(es.Exp(x), es.Sqrt(es.Relu(x)))])
    compiler.compile(graph)
    compiler.use("""
        @register_fusion_pass(name="Both", stage=PassStage.BEFORE_INFER_SHAPE)
        class Both(PatternFusionPass):
            def patterns(self):
                builder = GraphBuilder("both")
                x = builder.create_input(0)
                root = es.Sqrt(es.Relu(x))
                return [create_pattern(builder.build_and_reset([es.Exp(x), root]))]

            def replacement(self, match_result):
                builder = GraphBuilder("swapped")
                x = builder.create_input(0)
                return builder.build_and_reset([es.Tanh(x), es.Sigmoid(x)])
    """)
    builder = GraphBuilder("two")
    x = builder.create_input(0, name="x", shape=[2, 3])
    graph = builder.build_and_reset([es.Add(es.Exp(x), es.Sqrt(es.Relu(x)))])

    compiler.compile(graph)

    assert node_types(graph) == ["Add", "Sigmoid", "Tanh"]
    np.testing.assert_allclose(compiler.run(X), np.tanh(X) + 1 / (1 + np.exp(-X)), rtol=1e-5)


def test_shapes_of_a_replacement_can_be_inferred_in_the_hook(compiler: Compiler, node_types: Types) -> None:
    compiler.use("""
        @register_fusion_pass(name="Shapes", stage=PassStage.AFTER_INFER_SHAPE)
        class Shapes(PatternFusionPass):
            @pattern
            def relu(self, inputs):
                return es.Relu(inputs[0])

            def replacement(self, match_result):
                builder = GraphBuilder("tanh")
                graph = builder.build_and_reset([es.Tanh(builder.create_input(0))])
                infer_shape(graph, match_result)
                (tanh,) = (node for node in graph.get_all_nodes() if node.type == "Tanh")
                assert tanh.get_output_desc(0).get_shape() == [2, 3], tanh.get_output_desc(0).get_shape()
                return graph
    """)

    graph = compiler.compile(relu_graph(1))

    assert node_types(graph) == ["Exp", "Tanh"]


READING_SHAPES = """
@register_fusion_pass(name="Reading", stage=PassStage.AFTER_INFER_SHAPE)
class Reading(PatternFusionPass):
    @pattern
    def sigmoid(self, inputs):
        return es.Sigmoid(inputs[0])

    def meet_requirements(self, match_result):
        source = match_result.get_captured_tensor(0)
        return list(source.node.get_output_desc(source.index).shape) == [2, 3]

    def replacement(self, inputs):
        return es.Tanh(inputs[0])
"""
# Passes that put Sigmoid(Sigmoid(x)) where Relu(x) was, and run before the one above.
BRINGING_NODES = {
    "pattern": """
@register_fusion_pass(name="Bringing", stage=PassStage.AFTER_INFER_SHAPE)
class Bringing(PatternFusionPass):
    @pattern
    def relu(self, inputs):
        return es.Relu(inputs[0])

    def replacement(self, inputs):
        return es.Sigmoid(es.Sigmoid(inputs[0]))
""",
    "decompose": """
@register_decompose_pass(name="Bringing", stage=PassStage.AFTER_INFER_SHAPE, op_types=["Relu"])
class Bringing(DecomposePass):
    def replacement(self, node):
        builder = GraphBuilder("two")
        return builder.build_and_reset([es.Sigmoid(es.Sigmoid(builder.create_input(0)))])
""",
    "rewriter": """
@register_fusion_pass(name="Bringing", stage=PassStage.AFTER_INFER_SHAPE)
class Bringing(FusionBasePass):
    def run(self, graph, context):
        (relu,) = (node for node in graph.get_direct_nodes() if node.type == "Relu")
        boundary = SubgraphBoundary()
        boundary.add_input(0, SubgraphInput([(relu, 0)]))
        boundary.add_output(0, SubgraphOutput(relu, 0))
        builder = GraphBuilder("two")
        two = builder.build_and_reset([es.Sigmoid(es.Sigmoid(builder.create_input(0)))])
        SubgraphRewriter.replace(boundary, two, context=context)
""",
}


@pytest.mark.parametrize("kind", BRINGING_NODES)
def test_shapes_of_new_nodes_are_known_to_the_passes_after(compiler: Compiler, node_types: Types, kind: str) -> None:
    compiler.use(BRINGING_NODES[kind] + READING_SHAPES)

    graph = compiler.compile(relu_graph(1))

    assert node_types(graph) == ["Exp", "Tanh", "Tanh"]


FAILING = """
@register_fusion_pass(name="Failing", stage=PassStage.BEFORE_INFER_SHAPE)
class Failing(PatternFusionPass):
    @pattern
    def relu(self, inputs):
        return es.Relu(inputs[0])

    def meet_requirements(self, match_result):
        {requirements}

    def replacement(self, match_result):
        {replacement}
"""


@pytest.mark.parametrize(
    ("replacement", "reasons"),
    [
        ("raise ValueError('no idea')", ["ValueError: no idea", "passes.py", "in replacement"]),
        ("return None", ["PatternFusionPass.replacement must give a ge.graph.Graph, got NoneType"]),
        (
            "b = GraphBuilder('b'); return b.build_and_reset([es.Add(*b.create_inputs(2))])",
            ["[PatternName:Failing_relu_pattern]", 'replacement "b" has 2 inputs, expected 1'],
        ),
    ],
)
def test_a_failed_replacement_fails_the_compilation_and_names_everything(
    compiler: Compiler, replacement: str, reasons: list[str]
) -> None:
    compiler.use(FAILING.format(requirements="return True", replacement=replacement))

    with pytest.raises(GeError) as caught:
        compiler.compile(relu_graph(1))

    for reason in ["E13028", 'fusion pass "Failing" failed', *reasons]:
        assert reason in str(caught.value), str(caught.value)


def test_an_error_in_the_check_skips_the_match_and_is_shown(
    compiler: Compiler, node_types: Types, capfd: pytest.CaptureFixture[str]
) -> None:
    compiler.use(FAILING.format(requirements="raise KeyError('lost')", replacement="raise AssertionError"))

    graph = compiler.compile(relu_graph(1))

    assert node_types(graph) == ["Exp", "Relu"]
    shown = capfd.readouterr().err
    assert 'pass "Failing": match skipped: meet_requirements of match' in shown
    assert "KeyError: 'lost'" in shown
    assert "passes.py" in shown


def test_a_pattern_that_cannot_be_built_fails_the_compilation(compiler: Compiler) -> None:
    compiler.use("""
        @register_fusion_pass(name="NoPattern", stage=PassStage.BEFORE_INFER_SHAPE)
        class NoPattern(PatternFusionPass):
            @pattern
            def nothing(self, inputs):
                return None
    """)

    with pytest.raises(GeError, match="patterns: TypeError: Expression-style patterns give a tensor"):
        compiler.compile(relu_graph(1))


def test_a_pattern_that_is_an_input_only_is_refused_and_others_go_on(
    compiler: Compiler, node_types: Types, capfd: pytest.CaptureFixture[str]
) -> None:
    compiler.use("""
        @register_fusion_pass(name="Two", stage=PassStage.BEFORE_INFER_SHAPE)
        class Two(PatternFusionPass):
            @pattern
            def anything(self, inputs):
                return inputs[0]

            @pattern
            def relu(self, inputs):
                return es.Relu(inputs[0])

            def replacement(self, inputs):
                return es.Tanh(inputs[0])
    """)

    graph = compiler.compile(relu_graph(1))

    assert node_types(graph) == ["Exp", "Tanh"]
    assert "its outputs are inputs: there is nothing to look for" in capfd.readouterr().err


def test_a_replacement_that_keeps_matching_itself_is_an_error_that_names_the_pass(compiler: Compiler) -> None:
    compiler.use(ENDLESS)

    with pytest.raises(GeError) as caught:
        compiler.compile(relu_graph(1))

    for part in ['fusion pass "Endless" failed', '"Endless_relu_pattern" keeps matching what the pass put there']:
        assert part in str(caught.value)


def test_a_chain_that_a_pass_works_off_is_no_endless_one(compiler: Compiler, node_types: Types) -> None:
    compiler.use("""
        @register_fusion_pass(name="OneRelu", stage=PassStage.BEFORE_INFER_SHAPE)
        class OneRelu(PatternFusionPass):
            @pattern
            def relus(self, inputs):
                return es.Relu(es.Relu(inputs[0]))

            def replacement(self, inputs):
                return es.Relu(inputs[0])
    """)
    builder = GraphBuilder("chain")
    x = builder.create_input(0, shape=[2, 3])
    for _ in range(300):
        x = es.Relu(x)

    graph = compiler.compile(builder.build_and_reset([x]))

    assert node_types(graph) == ["Relu"]


def test_a_graph_that_is_lent_is_no_pattern_and_no_replacement(compiler: Compiler) -> None:
    compiler.use("""
        @register_fusion_pass(name="Lent", stage=PassStage.BEFORE_INFER_SHAPE)
        class Lent(FusionBasePass):
            def run(self, graph, context):
                create_pattern(graph)
    """)

    with pytest.raises(GeError, match="is lent or part of another graph: it cannot be handed over"):
        compiler.compile(relu_graph(1))


def test_switched_off_passes_do_nothing(compiler: Compiler, node_types: Types) -> None:
    compiler.use(HARD_SWISH.format(stage="BEFORE_INFER_SHAPE"))

    graph = compiler.compile(hard_swish_graph(), **{"ge.optimizationSwitch": "HardSwishPass:off"})

    assert "HardSwish" not in node_types(graph)


def test_statistics_tell_how_often_a_pass_matched(compiler: Compiler) -> None:
    compiler.use(HARD_SWISH.format(stage="BEFORE_INFER_SHAPE"))

    compiler.compile(hard_swish_graph(), **{"ge.exportCompileStat": "2"})

    (result,) = compiler.folder.rglob("fusion_result.json")
    assert '"HardSwishPass": {"effect_times": "' in result.read_text(encoding="utf-8")
