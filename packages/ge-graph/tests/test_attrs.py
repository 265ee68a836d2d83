"""Attribute values, on graphs and by themselves."""

from __future__ import annotations

import copy
from typing import Any, Callable

import numpy as np
import pytest
from ge.graph import DataType, Format, Graph, Tensor
from ge.graph._attr import _AttrValue
from ge.graph.types import AttrValueType

CASES: list[tuple[object, AttrValueType, object]] = [
    ("text", AttrValueType.VT_STRING, "text"),
    ("grün", AttrValueType.VT_STRING, "grün"),
    (0.1, AttrValueType.VT_FLOAT, 0.10000000149011612),
    (True, AttrValueType.VT_BOOL, True),
    (DataType.DT_BF16, AttrValueType.VT_DATA_TYPE, DataType.DT_BF16),
    (Format.FORMAT_NHWC, AttrValueType.VT_INT, 1),
    (-5, AttrValueType.VT_INT, -5),
    (-(2**63), AttrValueType.VT_INT, -(2**63)),
    ([0.5, 0.1], AttrValueType.VT_LIST_FLOAT, [0.5, 0.10000000149011612]),
    ([True, False], AttrValueType.VT_LIST_BOOL, [True, False]),
    ([1, True], AttrValueType.VT_LIST_INT, [1, 1]),
    ([DataType.DT_INT8, DataType.DT_BOOL], AttrValueType.VT_LIST_INT, [2, 12]),
    (["a", "", "b"], AttrValueType.VT_LIST_STRING, ["a", "", "b"]),
    ((1, 2), AttrValueType.VT_LIST_INT, [1, 2]),
    (np.float32(0.5), AttrValueType.VT_FLOAT, 0.5),
    (np.int8(-5), AttrValueType.VT_INT, -5),
    (np.bool_(True), AttrValueType.VT_BOOL, True),
    (np.array([1, 2], np.uint8), AttrValueType.VT_LIST_INT, [1, 2]),
    (np.float16, AttrValueType.VT_DATA_TYPE, DataType.DT_FLOAT16),
    (np.dtype("int8"), AttrValueType.VT_DATA_TYPE, DataType.DT_INT8),
]


@pytest.mark.parametrize(("value", "kind", "stored"), CASES, ids=[repr(case[0]) for case in CASES])
def test_the_type_of_a_value_tells_its_kind(value: object, kind: AttrValueType, stored: object) -> None:
    attr, graph = _AttrValue(), Graph()

    assert attr.set_value(value)
    graph.set_attr("key", value)

    assert attr.value_type == attr.get_value_type() == kind
    for read in (attr.get_value(), graph.get_attr("key")):
        assert read == stored
        assert type(read) is type(stored)


@pytest.mark.parametrize(
    "value", [None, {"a": 1}, b"bytes", [[1]], [1, 2.0], [Tensor()], object(), np.ones((2, 2))], ids=repr
)
def test_other_values_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"^Unsupported attribute type: "):
        Graph().set_attr("key", value)


@pytest.mark.parametrize("value", [2**63, [1, -(2**63) - 1], 1e39, [0.0, -1e39]], ids=repr)
def test_a_number_that_does_not_fit_is_refused(value: object) -> None:
    with pytest.raises(
        ValueError, match=r"^Value -?[0-9e+]+ must be (in the range -2\^63 to 2\^63-1|within 3.4.*) for "
    ):
        Graph().set_attr("key", value)


@pytest.mark.parametrize("value", ["grün\0rest", "\0", ["a", "b\0"]], ids=repr)
def test_a_text_with_nul_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"^a text must not contain NUL: '"):
        Graph().set_attr("key", value)


def test_an_empty_list_has_no_kind() -> None:
    with pytest.raises(ValueError, match=r"Empty list is not supported"):
        Graph().set_attr("key", [])


def test_a_tensor_attribute_is_a_copy_with_its_own_labels() -> None:
    graph, tensor = Graph(), Tensor([1.0, 2.0], shape=[2])

    graph.set_attr("weights", tensor)
    tensor.set_format(Format.FORMAT_NCHW)

    read = graph.get_attr("weights")
    assert isinstance(read, Tensor)
    assert (read.get_data(), read.format) == ([1.0, 2.0], Format.FORMAT_ND)


def test_an_attribute_is_replaced_whole() -> None:
    graph = Graph()
    graph.set_attr("key", 1)
    graph.set_attr("key", "now a text")

    assert graph.get_attr("key") == "now a text"


def test_a_missing_attribute_is_an_error() -> None:
    with pytest.raises(RuntimeError, match=r"^Failed to get attribute 'none' from Graph g$"):
        Graph("g").get_attr("none")


@pytest.mark.parametrize("key", [1, None, b"key"])
def test_keys_are_texts(key: Any) -> None:
    with pytest.raises(TypeError, match=r"^Attribute key must be a string$"):
        Graph().get_attr(key)
    with pytest.raises(TypeError, match=r"^Attribute key must be a string$"):
        Graph().set_attr(key, 1)


def test_a_graph_takes_an_empty_key() -> None:
    graph = Graph()
    graph.set_attr("", 1)

    assert graph.get_attr("") == 1


PAIRS: list[tuple[str, Any, Any, str, str]] = [
    ("string", "a", 1, "Value must be a string", "string"),
    ("float", 2, "a", "Value must be a number", "float"),
    ("bool", True, 1, "Value must be a boolean", "bool"),
    ("int", 3, 1.0, "Value must be an integer", "int"),
    ("data_type", DataType.DT_INT8, 2, "Value must be a DataType", "DataType"),
    ("list_float", [1, 0.5], ["a"], "All values must be numbers", "list"),
    ("list_int", [1, 2], [0.5], "All values must be integers", "list"),
    ("list_bool", [True], [1], "All values must be booleans", "list"),
    ("list_data_type", [DataType.DT_INT8], [2], "All values must be DataTypes", "list"),
    ("list_string", ["a"], [1], "All values must be strings", "list_string"),
]


@pytest.mark.parametrize(("kind", "good", "bad", "text", "what"), PAIRS, ids=[pair[0] for pair in PAIRS])
def test_each_kind_has_a_setter_and_a_getter(kind: str, good: Any, bad: Any, text: str, what: str) -> None:
    attr = _AttrValue()
    with pytest.raises(RuntimeError, match=rf"^Failed to get {what} value$"):
        getattr(attr, f"get_{kind}")()
    with pytest.raises(TypeError, match=rf"^{text}$"):
        getattr(attr, f"set_{kind}")(bad)

    assert getattr(attr, f"set_{kind}")(good) is True

    assert getattr(attr, f"get_{kind}")() == good


def test_data_types_in_a_list_come_back_as_numbers() -> None:
    attr = _AttrValue()
    attr.set_list_data_type([DataType.DT_INT8])

    assert attr.value_type == AttrValueType.VT_LIST_DATA_TYPE
    assert type(attr.get_value()[0]) is int


def test_a_tensor_has_a_setter_and_a_getter() -> None:
    attr = _AttrValue()
    with pytest.raises(TypeError, match=r"^Value must be a Tensor$"):
        attr.set_tensor([1.0])  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match=r"^Failed to get Tensor value$"):
        attr.get_tensor()

    attr.set_tensor(Tensor([1.0]))

    assert attr.get_tensor().get_data() == 1.0
    assert attr.get_value() is attr.get_value()


def test_lists_are_checked_before_their_items() -> None:
    with pytest.raises(TypeError, match=r"^Values must be a list$"):
        _AttrValue().set_list_int((1,))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"Empty list"):
        _AttrValue().set_list_int([])


def test_an_unset_value_cannot_be_read() -> None:
    with pytest.raises(RuntimeError, match=r"^Unsupported attribute type: none"):
        _AttrValue().get_value()


def test_a_value_as_text() -> None:
    attr = _AttrValue()
    assert str(attr) == "AttrValue(type: unknown(0), value: <unknown>)"
    attr.set_value("a")
    assert repr(attr) == "AttrValue(type: string, value: 'a')"
    attr.set_value([1, 2])
    assert str(attr) == "AttrValue(type: list_int, value: [1, 2])"
    attr.set_value(Tensor([1.0]))
    assert str(attr) == "AttrValue(type: unknown(6), value: <unknown>)"


@pytest.mark.parametrize(("copier", "word"), [(copy.copy, "copy"), (copy.deepcopy, "deepcopy")])
def test_values_are_not_copied(copier: Callable[[Any], Any], word: str) -> None:
    with pytest.raises(RuntimeError, match=rf"^AttrValue does not support {word}$"):
        copier(_AttrValue())
