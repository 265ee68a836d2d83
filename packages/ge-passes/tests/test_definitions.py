"""What is checked when a pass class is written, registered, and its patterns are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ge.es.all as es
import pytest
from ge.es import GraphBuilder
from ge.graph import Graph
from ge.passes import (
    DecomposePass,
    FusionBasePass,
    NodeIo,
    PassStage,
    Pattern,
    PatternFusionPass,
    clear_registered_passes,
    create_pattern,
    create_replacement,
    get_registered_pass_by_descriptor_key,
    get_registered_pass_dicts,
    get_registered_passes,
    pattern,
    register_decompose_pass,
    register_fusion_pass,
)
from ge.passes.pattern import PatternInputs

STAGE = PassStage.AFTER_INFER_SHAPE


@pytest.fixture(autouse=True)
def empty_registry() -> Iterator[None]:
    """No pass is registered before and after."""
    clear_registered_passes()
    yield
    clear_registered_passes()


def body(**members: Any) -> dict[str, Any]:
    """The body of a class."""
    return members


@pytest.mark.parametrize(
    ("base", "members", "token"),
    [
        (PatternFusionPass, body(run=lambda self, graph, context: None), "Bad overrides run()"),
        (DecomposePass, body(run=lambda self, graph, context: None), "Bad overrides run()"),
        (
            PatternFusionPass,
            body(p=pattern(lambda self, inputs: None), patterns=lambda self: []),
            "cannot combine @pattern methods with patterns()",
        ),
        (PatternFusionPass, body(p=pattern(lambda self: None)), "method(self, inputs)"),
        (PatternFusionPass, body(p=pattern(lambda self, inputs, *, k: None)), "method(self, inputs)"),
    ],
)
def test_a_wrong_class_is_refused_when_it_is_written(base: type, members: dict[str, Any], token: str) -> None:
    with pytest.raises(TypeError) as caught:
        type("Bad", (base,), members)

    assert token in str(caught.value)


def test_wrong_hooks_are_refused_when_they_are_written() -> None:
    def meet_requirements(self: object) -> bool:
        return True

    def replacement(self: object, inputs: object, a: object, b: object) -> None:
        return None

    with pytest.raises(TypeError, match=r"meet_requirements\(self, match_result\)"):
        type("Bad", (PatternFusionPass,), body(meet_requirements=meet_requirements))
    with pytest.raises(TypeError, match=r"meet_requirements\(self, node\)"):
        type("Bad", (DecomposePass,), body(meet_requirements=meet_requirements))
    with pytest.raises(TypeError, match="four arguments"):
        type("Bad", (PatternFusionPass,), body(replacement=replacement))


def test_registration_keeps_order_and_refuses_a_name_twice() -> None:
    @register_fusion_pass(name="first", stage=STAGE)
    class First(FusionBasePass):
        pass

    @register_decompose_pass(name="second", stage=STAGE, op_types=(t for t in ["Gelu", "Add"]))
    class Second(DecomposePass):
        pass

    with pytest.raises(ValueError, match="'first' is registered already"):
        register_fusion_pass(name="first", stage=STAGE)(Second)

    keys = [f"{__name__}:First:first", f"{__name__}:Second:second"]
    assert [entry.descriptor_key for entry in get_registered_passes()] == keys
    assert get_registered_pass_dicts()[1] == {
        "descriptor_key": keys[1],
        "pass_name": "second",
        "module_name": __name__,
        "class_name": "Second",
        "stage": "AfterInferShape",
        "kind": "decompose",
        "op_types": ["Gelu", "Add"],
    }
    assert Second.op_types == ["Gelu", "Add"]
    found = get_registered_pass_by_descriptor_key(keys[0])
    assert found is not None
    assert found.cls is First
    assert found.kind == "fusion_base"


@pytest.mark.parametrize(
    ("op_types", "kind"), [("Add", TypeError), (3, TypeError), ([], ValueError), (["Add", ""], TypeError)]
)
def test_wrong_op_types_are_refused_at_once(op_types: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        register_decompose_pass(name="x", stage=STAGE, op_types=op_types)


def test_what_is_no_pass_class_is_refused() -> None:
    with pytest.raises(TypeError):
        register_fusion_pass(name="x", stage=STAGE)(int)  # type: ignore[type-var]
    with pytest.raises(TypeError):
        register_decompose_pass(name="x", stage=STAGE, op_types=["Add"])(FusionBasePass)  # type: ignore[type-var]


def test_inputs_are_made_when_asked_for() -> None:
    inputs = PatternInputs(GraphBuilder("p"))

    third = inputs[2]

    assert [tensor.name for tensor in inputs.created()] == ["input_0", "input_1", "input_2"]
    assert inputs[2] is third
    assert inputs[1:3] == [inputs[1], third]
    assert inputs[5:5] == []
    assert len(inputs.created()) == 3


@pytest.mark.parametrize(
    ("key", "kind", "token"),
    [
        ("a", TypeError, "integer or slice"),
        (-1, ValueError, "non-negative"),
        (slice(0, 4, 2), ValueError, "step must be 1"),
        (slice(1, None), ValueError, "stop index"),
        (slice(-2, 3), ValueError, "non-negative"),
        (slice(3, 2), ValueError, "greater than or equal to start"),
    ],
)
def test_wrong_keys_of_inputs_say_why(key: Any, kind: type[Exception], token: str) -> None:
    with pytest.raises(kind, match=token):
        PatternInputs(GraphBuilder("p"))[key]


def test_inputs_have_no_end() -> None:
    inputs = PatternInputs(GraphBuilder("p"))

    with pytest.raises(TypeError, match="cannot be iterated"):
        list(inputs)
    with pytest.raises(TypeError):
        len(inputs)  # type: ignore[arg-type]


def relu_pattern() -> Pattern:
    """Relu of one input."""
    builder = GraphBuilder("p")
    return create_pattern(builder.build_and_reset([es.Relu(builder.create_input(0))]))


def test_a_pattern_takes_its_graph_over() -> None:
    builder = GraphBuilder("p")
    x = builder.create_input(0)
    y = es.Relu(x)
    graph = builder.build_and_reset([y])

    made = Pattern(graph)
    made.capture_tensor(x).capture_tensor(y).capture_tensor(NodeIo(y._get_node_snapshot(), 0))

    assert graph._handle is None
    assert not graph._owns_handle
    assert [(io.node.type, io.index) for io in made.get_captured_tensors()] == [("Data", 0), ("Relu", 0), ("Relu", 0)]
    with pytest.raises(RuntimeError):
        Pattern(graph)
    with pytest.raises(RuntimeError):
        made.capture_tensor(NodeIo(y._get_node_snapshot(), 0), 0)


def test_a_released_pattern_is_empty() -> None:
    made = relu_pattern()
    assert made.is_valid()

    assert made.release()

    assert not made.is_valid()
    with pytest.raises(RuntimeError):
        made.release()
    with pytest.raises(RuntimeError):
        made.get_captured_tensors()


def test_subclasses_inherit_patterns_or_replace_them() -> None:
    class Parent(PatternFusionPass):
        @pattern
        def relu(self, inputs: PatternInputs) -> Any:
            return es.Relu(inputs[0])

    class Same(Parent):
        pass

    class Own(Parent):
        @pattern
        def first(self, inputs: PatternInputs) -> Any:
            return es.Exp(inputs[0])

        @pattern
        def second(self, inputs: PatternInputs) -> Any:
            return [es.Exp(inputs[0]), es.Relu(inputs[1])]

    same, own = Same().patterns(), Own().patterns()

    assert len(same) == 1
    assert len(own) == 2
    assert isinstance(own[1], Pattern)
    assert [io.node.type for io in own[1].get_captured_tensors()] == ["Data", "Data", "Exp", "Relu"]


def test_a_replacement_is_a_graph() -> None:
    graph = Graph("g")

    assert create_replacement(graph) is graph
    with pytest.raises(TypeError):
        create_replacement("g")  # type: ignore[arg-type]
