"""When passes run in a compilation, on which graphs, by which instances, and what is dumped."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import ge.es.all as es
import numpy as np
import pytest
from conftest import Compiler
from ge.es import GraphBuilder, TensorHolder
from ge.graph import Graph
from ge.offline_compile import build_finalize, build_initialize, build_model
from ge.session import GeError

Types = Callable[[Graph], list[str]]

STAGES = ["BEFORE_INFER_SHAPE", "AFTER_INFER_SHAPE", "AFTER_BUILTIN_FUSION_PASS", "AFTER_ORIGIN_GRAPH_OPTIMIZE"]


def body(name: str, *operators: Callable[[TensorHolder], TensorHolder]) -> Graph:
    """One operator after the other, on one input."""
    builder = GraphBuilder(name)
    x = builder.create_input(0, shape=[3])
    for operator in operators:
        x = operator(x)
    return builder.build_and_reset([x])


def branches() -> Graph:
    """y = Relu(Exp(x)) where the condition is true, else Relu(x)."""
    builder = GraphBuilder("root")
    condition = builder.create_input(0, shape=[1])
    x = builder.create_input(1, shape=[3])
    y = es.If(condition, [x], 1, body("then", es.Exp, es.Relu), body("else", es.Relu))[0]
    return builder.build_and_reset([y])


NOTING = """
import json
noted = []
NOTES = {notes!r}

for stage in PassStage:
    @register_fusion_pass(name="B" + stage.value, stage=stage)
    class Noting(FusionBasePass):
        def run(self, graph, context):
            noted.append([context.get_pass_name(), graph.name, id(self)])
            self.kept = noted  # no other object gets the same number while this one lives
            with open(NOTES, "w") as notes:
                json.dump(noted, notes)
"""


def test_a_pass_runs_on_the_root_and_then_on_each_subgraph_with_one_instance_a_stage(compiler: Compiler) -> None:
    notes = compiler.folder / "notes.json"
    compiler.use(NOTING.format(notes=str(notes)))

    compiler.compile(branches())

    noted = json.loads(notes.read_text(encoding="utf-8"))
    names = [f"B{stage.title().replace('_', '')}" for stage in STAGES]
    assert [(name, graph) for name, graph, _ in noted] == [
        (name, graph) for name in names for graph in ("root", "then", "else")
    ]
    for name in names:
        assert len({instance for by, _, instance in noted if by == name}) == 1


@pytest.mark.parametrize("stage", STAGES)
def test_subgraphs_are_rewritten_too_and_the_numbers_are_right(
    compiler: Compiler, node_types: Types, stage: str
) -> None:
    compiler.use(f"""
        @register_fusion_pass(name="A", stage=PassStage.{stage})
        class A(PatternFusionPass):
            @pattern
            def relu(self, inputs):
                return es.Relu(inputs[0])

            def replacement(self, inputs):
                return es.Tanh(inputs[0])
    """)
    graph = branches()

    compiler.compile(graph)

    found = [node_types(subgraph) for subgraph in graph.get_all_subgraphs()]
    assert found == [["Exp", "Tanh"], ["Tanh"]]
    x = np.array([-1, 0, 2], np.float32)
    np.testing.assert_allclose(compiler.run(np.ones(1, np.float32), x), np.tanh(np.exp(x)), rtol=1e-5)
    np.testing.assert_allclose(compiler.run(np.zeros(1, np.float32), x), np.tanh(x), rtol=1e-5)


def test_a_replacement_with_a_body_can_be_put_in_twice(compiler: Compiler, node_types: Types) -> None:
    compiler.use("""
        def body(name):
            builder = GraphBuilder(name)
            return builder.build_and_reset([es.Tanh(builder.create_input(0))])

        @register_fusion_pass(name="A", stage=PassStage.BEFORE_INFER_SHAPE)
        class A(PatternFusionPass):
            @pattern
            def relu(self, inputs):
                return es.Relu(inputs[0])

            def replacement(self, inputs):
                return es.If(inputs[0], [inputs[0]], 1, body("then"), body("else"))[0]
    """)
    graph = body("relus", es.Relu, es.Exp, es.Relu)

    compiler.compile(graph)

    assert node_types(graph) == ["Exp", "If", "If", "Tanh", "Tanh", "Tanh", "Tanh"]
    assert len({subgraph.name for subgraph in graph.get_all_subgraphs()}) == 4


def dumped(folder: Path) -> list[str]:
    """The stages of which there is a dump, in the order in which they were written."""
    names = sorted(path.stem for path in folder.rglob("ge_proto_*.txt"))
    return [name.split("_graph_")[1].split("_", 1)[1] for name in names]


def test_the_graph_is_dumped_after_each_stage_that_did_not_fail(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = compiler.folder / "dump"  # a process keeps the first that it dumps to
    monkeypatch.setenv("DUMP_GE_GRAPH", "2")
    monkeypatch.setenv("DUMP_GRAPH_FORMAT", "ge_proto")
    monkeypatch.setenv("DUMP_GRAPH_PATH", str(folder))
    compiler.compile(body("one", es.Relu))
    good = dumped(folder)
    compiler.use("""
        @register_fusion_pass(name="A", stage=PassStage.AFTER_INFER_SHAPE)
        class A(FusionBasePass):
            def run(self, graph, context):
                return 1
    """)

    with pytest.raises(GeError, match="run returned status 1"):
        compiler.compile(body("one", es.Relu))

    assert [stage for stage in good if "RunCustomPass" in stage or "Begin" in stage] == [
        "PreRunBegin",
        "RunCustomPassBeforeInfershape",
        "RunCustomPass_AfterInferShape",
        "RunCustomPassAfterBuiltinFusionPass",
        "RunCustomPassAfterOriginGraphOptimize",
    ]
    assert [stage for stage in dumped(folder)[len(good) :] if "RunCustomPass" in stage] == [
        "RunCustomPassBeforeInfershape"
    ]


@pytest.mark.parametrize(
    ("switches", "expected"),
    [
        ({"ALL": "off"}, ["Relu"]),
        ({"ALL": "off", "A": "on"}, ["Tanh"]),
        ({"A": "off"}, ["Relu"]),
        ({"A": "yes"}, ["Relu"]),
        ({"a": "off"}, ["Tanh"]),
    ],
)
def test_the_switch_file_turns_passes_on_and_off(
    compiler: Compiler, node_types: Types, switches: dict[str, str], expected: list[str]
) -> None:
    compiler.use("""
        @register_fusion_pass(name="A", stage=PassStage.BEFORE_INFER_SHAPE)
        class A(PatternFusionPass):
            @pattern
            def relu(self, inputs):
                return es.Relu(inputs[0])

            def replacement(self, inputs):
                return es.Tanh(inputs[0])
    """)
    path = compiler.folder / "switches.json"
    path.write_text(json.dumps({"Switch": {"GraphFusion": switches}}), encoding="utf-8")

    graph = body("one", es.Relu)
    build_initialize({"ge.socVersion": "Ascend910B1", "ge.fusionSwitchFile": str(path)})
    try:
        build_model(graph)
    finally:
        build_finalize()

    assert node_types(graph) == expected
