"""Names of nodes and outputs."""

from __future__ import annotations

import threading
from typing import Any

import ge.es
import ge.es.all as es
import pytest
from ge.es import GraphBuilder, TensorHolder
from ge.es_gen import read_text
from ge.es_gen.functions import functions_module


@pytest.fixture
def x() -> TensorHolder:
    return GraphBuilder("net").create_input(0, name="x")


def test_a_call_names_its_node(x: TensorHolder) -> None:
    parts = es.Split(0, x, 2, num_split=2, name="halves")

    assert es.Relu(x, name="act").name == "act"
    assert {part.name for part in parts} == {"halves"}
    assert es.TopKV2(x, 2, name="best").indices.name == "best"
    assert es.Relu(x).name == "Relu_2"  # Split's dimension and TopKV2's k have numbers


@pytest.mark.parametrize(
    ("name", "error", "text"),
    [
        ("x", ValueError, 'graph "net" has a node "x" already'),
        ("", ValueError, "Relu: name must not be empty"),
        ("a\0b", ValueError, "NUL"),
        (1, TypeError, "Relu: name must be a string, not int"),
    ],
)
def test_a_name_that_cannot_be_given_is_refused(x: TensorHolder, name: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        es.Relu(x, name=name)

    assert len(x.get_owner_builder().build_and_reset().get_direct_nodes()) == 2


def test_a_number_whose_name_was_given_is_left_out(x: TensorHolder) -> None:
    es.Relu(x, name="Relu_0")

    assert es.Relu(x).name == "Relu_1"


def test_a_scope_begins_the_names_of_operators_and_constants(x: TensorHolder) -> None:
    with ge.es.name("block"):
        first = es.Relu(x) + 1
        with ge.es.name("inner"):
            second = es.Relu(first, name="act")
        third = x.get_owner_builder().create_input(1)
    after = es.Relu(third)

    graph = x.get_owner_builder().build_and_reset([second])
    assert [node.name for node in graph.get_direct_nodes()] == [
        "x",
        "block/Relu_0",
        "block/Const_1",
        "block/Add_2",
        "block/inner/act",
        "input_1",
        "Relu_3",
        "NetOutput_net",
    ]
    assert after.name == "Relu_3"


def test_a_scope_ends_with_an_error_and_belongs_to_its_thread(x: TensorHolder) -> None:
    names: list[str] = []

    def failing() -> None:
        with ge.es.name("block"):
            other = threading.Thread(target=lambda: names.append(es.Relu(x).name))
            other.start()
            other.join()
            raise KeyError

    with pytest.raises(KeyError):
        failing()

    assert names == ["Relu_0"]
    assert es.Relu(x).name == "Relu_1"


def test_a_scope_needs_a_name() -> None:
    with pytest.raises(ValueError, match="Name must not be empty"), ge.es.name(""):
        pass
    with pytest.raises(TypeError, match="Name must be a string"), ge.es.name(1):  # type: ignore[arg-type]
        pass


def test_an_operator_with_an_attribute_name_has_another_parameter() -> None:
    prototype = read_text("package p\nop Op\n  in x: float\n  attr name: String\n", "t", family="t")

    text = functions_module(prototype, "Doc.")

    assert "def Op(x: TensorHolder, *, name: str, node_name: Optional[str] = None) -> TensorHolder:" in text
    assert "return _op_Op(x, None, name, node_name)" in text


def test_functions_that_were_generated_without_names_work(x: TensorHolder) -> None:
    from ge.es._operator import tensor_operator

    assert tensor_operator("Relu")(x, None).name == "Relu_0"
    with pytest.raises(TypeError, match="Relu takes 2 arguments, given 4"):
        tensor_operator("Relu")(x, None, None, None)


def test_outputs_can_have_names(x: TensorHolder) -> None:
    graph = x.get_owner_builder().build_and_reset({"probs": es.Relu(x), "raw": x})

    assert graph.get_attr("attr_model_out_nodes_name") == ["probs", "raw"]
    end = graph.find_node_by_name("NetOutput_net")
    assert [end.get_in_data_nodes_and_port_indexes(i)[0].name for i in range(2)] == ["Relu_0", "x"]


def test_outputs_without_names_leave_no_mark(x: TensorHolder) -> None:
    graph = x.get_owner_builder().build_and_reset({})

    with pytest.raises(RuntimeError, match="Failed to get attribute"):
        graph.get_attr("attr_model_out_nodes_name")


@pytest.mark.parametrize(("name", "error"), [("", ValueError), (0, TypeError)])
def test_an_output_name_is_a_text(x: TensorHolder, name: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="Output name must"):
        x.get_owner_builder().build_and_reset({name: x})
