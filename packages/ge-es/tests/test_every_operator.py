"""Every operator of the catalogue, family by family: built through its function, saved, loaded, the same again."""

from __future__ import annotations

import inspect
import pathlib
from typing import Any

import ge.es.all as es
import pytest
from ge.es import GraphBuilder, TensorHolder
from ge.es._operator import OperatorOutputs
from ge.es_gen import Attr, AttrKind, OpDef, PortKind
from ge.es_gen.packages import BUILDER_CREATES
from ge.es_gen.signature import signature
from ge.graph import Graph, Node, Tensor
from operator_calls import Arguments, add_operator, connected, families, functions

FAMILIES = families()
OPERATORS = [op for ops in FAMILIES.values() for op in ops]


def build(ops: tuple[OpDef, ...], *, whole: bool) -> tuple[Graph, dict[str, Arguments]]:
    """One graph with a node of each type, fed by one input; and what each node was given, by node name."""
    builder = GraphBuilder("family")
    x = builder.create_input(0, name="x", shape=[2, -1])
    given = {}
    inputs = [op for op in ops if op.type in BUILDER_CREATES]  # their indexes must have no gaps
    for op in sorted(inputs, key=lambda op: op.type) + functions(ops):
        result, taken = add_operator(op, x, whole=whole)
        given[_first(result).name] = taken
    return builder.build_and_reset([x]), given


def _first(result: Any) -> TensorHolder:  # a tensor, a list of them, an object with several
    while not isinstance(result, TensorHolder):
        result = result[0]
    return result


def value_of(node: Node, attr: Attr) -> str:
    """A text that tells two values apart, but for elements of tensors and lists of lists: the file tells these."""
    if attr.kind is AttrKind.LIST_LIST_INT:
        return ""
    value = node.get_attr(attr.name)
    return repr(value.get_tensor_desc() if isinstance(value, Tensor) else value)


def check_node(op: OpDef, node: Node, given: Arguments, *, whole: bool) -> None:
    sig = signature(op)
    ports = [] if op.type in BUILDER_CREATES else connected(op, whole=whole)
    assert node.type == op.type
    assert node.get_inputs_size() == max(len(ports), int(op.type in BUILDER_CREATES)), op.type
    assert node.get_outputs_size() == sum(2 if port.kind is PortKind.DYNAMIC else 1 for port in op.outputs), op.type
    for name, attr in zip(sig.attrs, op.attrs):
        if name not in given:
            assert node.has_attr(attr.name) == (attr.kind is AttrKind.TENSOR and op.type != "Variable"), (op.type, name)
        elif attr.kind is AttrKind.TENSOR:
            assert node.get_attr(attr.name).get_data() == [1, -2], (op.type, name)
        elif attr.kind is not AttrKind.LIST_LIST_INT:
            assert node.get_attr(attr.name) == given[name], (op.type, name)


def check_same(before: Node, after: Node, op: OpDef) -> None:
    assert (after.type, after.name) == (before.type, before.name)
    assert after.get_inputs_size() == before.get_inputs_size(), op.type
    assert after.get_outputs_size() == before.get_outputs_size(), op.type
    for port in range(before.get_outputs_size()):
        assert repr(after.get_output_desc(port)) == repr(before.get_output_desc(port)), (op.type, port)
    for attr in op.attrs:
        assert after.has_attr(attr.name) == before.has_attr(attr.name), (op.type, attr.name)
        if before.has_attr(attr.name):
            assert value_of(after, attr) == value_of(before, attr), (op.type, attr.name)


@pytest.mark.parametrize("whole", [True, False], ids=["everything", "required"])
@pytest.mark.parametrize("family", FAMILIES)
def test_an_operator_is_what_was_asked_for_and_survives_a_file(
    family: str, whole: bool, tmp_path: pathlib.Path
) -> None:
    ops = {op.type: op for op in FAMILIES[family]}
    graph, given = build(FAMILIES[family], whole=whole)
    graph.save_to_air(str(tmp_path / "family.air"))

    loaded = Graph()
    loaded.load_from_air(str(tmp_path / "family.air"))

    assert {graph.find_node_by_name(name).type for name in given} == set(ops)
    for name, taken in given.items():
        node = graph.find_node_by_name(name)
        check_node(ops[node.type], node, taken, whole=whole)
        check_same(node, loaded.find_node_by_name(name), ops[node.type])
    loaded.save_to_air(str(tmp_path / "again.air"))
    assert (tmp_path / "again.air").read_bytes() == (tmp_path / "family.air").read_bytes()
    assert [sub.name for sub in loaded.get_all_subgraphs()] == [sub.name for sub in graph.get_all_subgraphs()]


def test_the_catalogue_is_whole() -> None:
    assert len(OPERATORS) == 2070
    assert len(functions(OPERATORS)) == 2066
    assert set(es.__all__) >= {op.type for op in functions(OPERATORS)}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_result_has_the_form_that_the_outputs_ask_for(family: str) -> None:
    for op in functions(FAMILIES[family]):
        result, _ = add_operator(op, GraphBuilder(op.type).create_input(0), whole=True)

        dynamic = any(port.kind is PortKind.DYNAMIC for port in op.outputs)
        expected = OperatorOutputs if len(op.outputs) > 1 else list if dynamic else TensorHolder
        assert isinstance(result, expected), op.type


@pytest.mark.parametrize("family", FAMILIES)
def test_a_function_says_which_types_it_takes_and_gives_and_what_its_defaults_are(family: str) -> None:
    for op in functions(FAMILIES[family]):
        function = getattr(es, op.type)
        doc = " ".join((inspect.getdoc(function) or "").split())
        sig = signature(op)
        assert f"Es{op.type} does" in doc
        for parameter in (*sig.positional, *sig.keyword_only):
            assert f" {parameter.name}: {parameter.doc}".replace("\\", "\\\\") in doc.replace("\\", "\\\\"), op.type
        for port in (*op.inputs, *op.outputs):
            assert ", ".join(port.dtypes) in doc, (op.type, port.name)
        for attr in op.attrs:
            assert attr.required or "by default " in doc, (op.type, attr.name)
