"""What authors of passes nearly get right is accepted, or told in their words."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import ge.es.all as es
import pytest
from conftest import Compiler
from ge.error import GeError
from ge.es import GraphBuilder, TensorHolder
from ge.graph import Graph
from ge.passes import (
    NOT_CHANGED,
    DecomposePass,
    FusionBasePass,
    MatchResult,
    PassStage,
    PatternFusionPass,
    clear_registered_passes,
    get_registered_pass_dicts,
    pattern,
    register_decompose_pass,
    register_fusion_pass,
)
from ge.passes.pattern import PatternInputs
from ge.passes.testing import run_pass


@pytest.fixture(autouse=True)
def empty_registry() -> Iterator[None]:
    """No pass is registered before and after."""
    clear_registered_passes()
    yield
    clear_registered_passes()


def relu_graph() -> Graph:
    """y = Relu(x)."""
    builder = GraphBuilder("one")
    return builder.build_and_reset([es.Relu(builder.create_input(0, shape=[2]))])


class OfRelu(PatternFusionPass):
    """Relu of one input; subclasses replace it."""

    @pattern
    def relu(self, inputs: PatternInputs) -> TensorHolder:
        return es.Relu(inputs[0])


def types(graph: Graph) -> list[str]:
    """The operators of a graph."""
    return [node.type for node in graph.get_all_nodes() if node.type not in ("Data", "NetOutput")]


def test_an_annotation_asks_for_inputs_as_their_name_does() -> None:
    class Annotated(OfRelu):
        def replacement(self, i: PatternInputs) -> TensorHolder:
            return es.Tanh(i[0])

    assert types(run_pass(Annotated, relu_graph())[0]) == ["Tanh"]


def test_any_other_name_gets_the_match() -> None:
    class Named(OfRelu):
        def replacement(self, found):  # type: ignore[no-untyped-def]  # as users write it
            assert isinstance(found, MatchResult)
            builder = GraphBuilder("tanh")
            return builder.build_and_reset([es.Tanh(builder.create_input(0))])

    assert types(run_pass(Named, relu_graph())[0]) == ["Tanh"]


def test_a_match_that_is_taken_for_inputs_is_told() -> None:
    class Taken(OfRelu):
        def replacement(self, i):  # type: ignore[no-untyped-def]  # as users write it
            return es.Tanh(i[0])

    with pytest.raises(GeError) as caught:
        run_pass(Taken, relu_graph())

    assert (
        "Taken.replacement(self, i) gets the MatchResult; the second parameter must be named inputs, or annotated as "
        "PatternInputs" in str(caught.value)
    )


def test_a_stage_may_be_given_by_the_name_that_is_printed() -> None:
    class Pass(FusionBasePass):
        pass

    class Decompose(DecomposePass):
        pass

    register_fusion_pass(name="first", stage="AfterInferShape")(Pass)
    register_decompose_pass(name="second", stage="BeforeInferShape", op_types=["Relu"])(Decompose)

    assert [entry["stage"] for entry in get_registered_pass_dicts()] == ["AfterInferShape", "BeforeInferShape"]


def test_a_stage_that_is_none_is_refused_with_the_name_of_the_pass() -> None:
    with pytest.raises(ValueError, match=r"pass 'mine': stage is 'Late', expected a PassStage or one of BeforeInferSh"):
        register_fusion_pass(name="mine", stage="Late")


@pytest.mark.parametrize(
    ("base", "name", "meant"),
    [
        (FusionBasePass, "runs", "run"),
        (PatternFusionPass, "meet_requirement", "meet_requirements"),
        (PatternFusionPass, "replacment", "replacement"),
        (DecomposePass, "replacements", "replacement"),
    ],
)
def test_a_misspelled_hook_is_told_when_the_class_is_written(base: type, name: str, meant: str) -> None:
    with pytest.warns(UserWarning, match=rf"Bad\.{name} is never called: is {meant} meant\?"):
        type("Bad", (base,), {name: lambda self, inputs: None})


def test_helpers_beside_hooks_are_fine() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")

        class Good(OfRelu):
            @pattern
            def patterns2(self, inputs: PatternInputs) -> TensorHolder:
                return es.Exp(inputs[0])

            def meet_requirements(self, match_result: MatchResult) -> bool:
                return self.meet_requirement()

            def meet_requirement(self) -> bool:
                return True

            def _replacement(self) -> None:
                return None

    assert issubclass(Good, PatternFusionPass)


def test_a_pass_can_say_that_it_changed_nothing() -> None:
    class Unchanged(FusionBasePass):
        def run(self, graph: Graph, context: object) -> int:
            return NOT_CHANGED

    _, report = run_pass(Unchanged, relu_graph())

    assert not report.changed


@pytest.mark.parametrize("result", ["False", "'unchanged'"])
def test_what_a_pass_may_return_is_told(compiler: Compiler, result: str) -> None:
    compiler.use(f"""
        @register_fusion_pass(name="Runs", stage=PassStage.{PassStage.AFTER_INFER_SHAPE.name})
        class Runs(FusionBasePass):
            def run(self, graph, context):
                return {result}
    """)

    with pytest.raises(
        GeError, match=r"None when all is well, ge\.passes\.NOT_CHANGED when nothing was changed"
    ) as caught:
        compiler.compile(relu_graph())

    assert "4294967295" not in str(caught.value)
