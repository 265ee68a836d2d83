"""The operator that a plugin describes."""

from __future__ import annotations

import copy
import ctypes
from typing import Any, Callable

import pytest
from ge.graph import DataType, Operator, _native
from ge.graph.operator import create_operator


@pytest.fixture
def draft() -> _native.OperatorDraft:
    return _native.OperatorDraft("conv1", "Conv2D")


def test_operators_are_not_made_directly() -> None:
    with pytest.raises(RuntimeError, match=r"Operator objects should not be created directly"):
        Operator(1)


@pytest.mark.parametrize(("handle", "text"), [(None, "cannot be None"), (0, "cannot be null"), ("a", "cannot be null")])
def test_a_handle_must_name_something(handle: object, text: str) -> None:
    with pytest.raises(ValueError, match=rf"^Operator handle {text}"):
        create_operator(handle)
    with pytest.raises(ValueError, match=r"cannot be null"):
        create_operator(ctypes.c_void_p())


def test_a_plugin_describes_ports_and_attributes(draft: _native.OperatorDraft) -> None:
    for handle in (draft, draft.address, ctypes.c_void_p(draft.address)):
        assert create_operator(handle).name == "conv1"
    with create_operator(draft) as operator:
        assert operator.type == "Conv2D"
        operator.set_attr("strides", [1, 2])
        operator.set_attr("type", DataType.DT_INT8)
        operator.register_input("x")
        operator.register_optional_input("bias")
        operator.register_dynamic_input("more", 3)
        operator.register_output("y")
        operator.register_dynamic_output("rest", 0)

    assert draft.inputs == [("x", 0), ("bias", 1), ("more", 2)]
    assert draft.outputs == [("y", 0), ("rest", 1)]
    assert (draft.dynamic_inputs, draft.dynamic_outputs) == ([3], [0])
    assert draft.attrs == {"strides": [1, 2], "type": DataType.DT_INT8}


def test_a_number_that_is_no_operator_fails_when_used() -> None:
    operator = create_operator(12345)

    with pytest.raises(RuntimeError, match=r"^Failed to get Operator name or type"):
        _ = operator.name


USES: list[Callable[[Operator], object]] = [
    lambda op: op.name,
    lambda op: op.type,
    lambda op: op.set_attr("", 1),
    lambda op: op.register_input(""),
    lambda op: op.register_dynamic_output("", -1),
]


@pytest.mark.parametrize("use", USES)
def test_after_the_callback_nothing_works(draft: _native.OperatorDraft, use: Callable[[Operator], object]) -> None:
    with create_operator(draft) as operator:
        pass
    operator.__exit__(None, None, None)

    with pytest.raises(RuntimeError, match=r"only valid inside parse_node"):
        use(operator)


@pytest.mark.parametrize(
    ("method", "kind"),
    [
        ("register_input", "input"),
        ("register_optional_input", "optional input"),
        ("register_output", "output"),
        ("register_dynamic_input", "dynamic port"),
    ],
)
def test_names_are_texts_that_are_not_empty(draft: _native.OperatorDraft, method: str, kind: str) -> None:
    arguments = ("", "no count") if "dynamic" in method else ("",)

    with pytest.raises(TypeError, match=rf"^Operator {kind} name must be a non-empty string$"):
        getattr(create_operator(draft), method)(*arguments)


@pytest.mark.parametrize("count", [True, 1.0, "1"])
def test_a_count_is_exactly_an_int(draft: _native.OperatorDraft, count: Any) -> None:
    with pytest.raises(TypeError, match=r"^Operator dynamic port count must be an integer$"):
        create_operator(draft).register_dynamic_input("x", count)


@pytest.mark.parametrize("count", [-1, 2**32])
def test_a_count_has_32_bits(draft: _native.OperatorDraft, count: int) -> None:
    with pytest.raises(ValueError, match=r"count .* uint32 range"):
        create_operator(draft).register_dynamic_output("y", count)


def test_a_port_is_registered_once(draft: _native.OperatorDraft) -> None:
    operator = create_operator(draft)
    operator.register_input("x")

    with pytest.raises(RuntimeError, match=r"^Failed to register_input 'x' on Operator conv1: "):
        operator.register_input("x")
    with pytest.raises(ValueError, match=r"^Unsupported attribute type: "):
        operator.set_attr("a", None)


def test_operators_have_no_attributes_of_their_own_and_are_not_copied(draft: _native.OperatorDraft) -> None:
    operator: Any = create_operator(draft)

    with pytest.raises(AttributeError):
        operator.other = 1
    with pytest.raises(RuntimeError, match=r"^Operator does not support copy$"):
        copy.copy(operator)
    with pytest.raises(RuntimeError, match=r"^Operator does not support deepcopy$"):
        copy.deepcopy(operator)
