"""What C++ writes, Python's protobuf reads, and the other way round; both know the format from one description."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import ge.es.all as es
import pytest
from ge.es import GraphBuilder
from ge.graph import DumpFormat, Graph
from google.protobuf import text_format
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

descriptors = pytest.importorskip("descriptors", reason="the descriptions are in the source tree only")

PROTO = Path("packages/ge-graph/proto")
IR = descriptors.message_classes(PROTO / "ge_ir.proto")
ONNX = descriptors.message_classes(PROTO / "ge_onnx.proto")
ListType = IR["AttrDef.ListValue"].DESCRIPTOR.fields_by_name["val_type"].enum_type.values_by_name

INT64 = st.integers(-(2**63), 2**63 - 1)
FLOAT = st.floats(width=32)


def parsed(path: Path) -> Any:  # a message class made at run time
    model = IR["ModelDef"]()
    model.ParseFromString(path.read_bytes())
    return model


def reloaded(model: Any, folder: Path) -> Any:
    """The message that C++ writes after it has read `model`."""
    first, second = folder / "python.air", folder / "native.air"
    first.write_bytes(model.SerializeToString())
    graph = Graph("other")
    graph.load_from_air(str(first))
    graph.save_to_air(str(second))
    result = parsed(second)
    os.unlink(second)
    return result


def list_of(kind: str, field: str, values: list[Any]) -> Any:
    attr = IR["AttrDef"]()
    getattr(attr.list, field).extend(values)
    attr.list.val_type = ListType[f"VT_LIST_{kind}"].number
    return attr


def named(name: str, attrs: dict[str, Any]) -> Any:
    message = IR["NamedAttrs"](name=name)
    for key, value in attrs.items():
        message.attr[key].CopyFrom(value)
    return message


def lists_of_ints(lists: list[list[int]]) -> Any:
    attr = IR["AttrDef"]()
    attr.list_list_int.SetInParent()
    for values in lists:
        attr.list_list_int.list_list_i.add().list_i.extend(values)
    return attr


SCALARS = st.one_of(
    st.binary(max_size=20).map(lambda v: IR["AttrDef"](s=v)),
    INT64.map(lambda v: IR["AttrDef"](i=v)),
    FLOAT.map(lambda v: IR["AttrDef"](f=v)),
    st.booleans().map(lambda v: IR["AttrDef"](b=v)),
    st.binary(max_size=20).map(lambda v: IR["AttrDef"](bt=v)),
    st.integers(0, 42).map(lambda v: IR["AttrDef"](dt=v)),
    st.binary(max_size=20).map(lambda v: IR["AttrDef"](expression=v)),
    st.lists(INT64).map(lambda v: list_of("INT", "i", v)),
    st.lists(FLOAT).map(lambda v: list_of("FLOAT", "f", v)),
    st.lists(st.booleans()).map(lambda v: list_of("BOOL", "b", v)),
    st.lists(st.binary(max_size=9)).map(lambda v: list_of("STRING", "s", v)),
    st.lists(st.binary(max_size=9)).map(lambda v: list_of("BYTES", "bt", v)),
    st.lists(st.integers(0, 42)).map(lambda v: list_of("DATA_TYPE", "dt", v)),
    st.lists(st.lists(INT64)).map(lists_of_ints),
)
ATTRS = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.builds(
            lambda name, attrs: IR["AttrDef"](func=named(name, attrs)),
            st.text(max_size=5),
            st.dictionaries(st.text(max_size=5), inner, max_size=3),
        ),
        st.lists(inner, max_size=3).map(
            lambda values: list_of("NAMED_ATTRS", "na", [named("n", {"k": value}) for value in values])
        ),
    ),
    max_leaves=6,
)
# Of these names files tell prototypes and counts.
KEYS = st.text(max_size=12).filter(lambda key: not key.startswith("_"))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(KEYS, ATTRS, max_size=4), st.text(max_size=8), st.integers(-(2**63), 2**63 - 1))
def test_whatever_python_writes_comes_back(tmp_path: Path, attrs: dict[str, Any], name: str, number: int) -> None:
    model = IR["ModelDef"](version=number & 0xFFFFFFFF, custom_version=name)
    graph = model.graph.add(name=name)
    node = graph.op.add(name=name, type="SomeOperator", id=number, has_out_attr=True)
    for key, value in attrs.items():
        graph.attr[key].CopyFrom(value)
        node.attr[key].CopyFrom(value)

    result = reloaded(model, tmp_path)

    # Compared as bytes: a NaN differs from itself.
    assert [g.SerializeToString(deterministic=True) for g in result.graph] == [
        g.SerializeToString(deterministic=True) for g in model.graph
    ]
    assert (result.version, result.custom_version) == (model.version, model.custom_version)


def test_python_reads_a_graph_that_was_built_here(tmp_path: Path) -> None:
    builder = GraphBuilder("built")
    x = builder.create_input(0, name="x", shape=[2, -1])
    y = es.Relu(x) + builder.create_const_float([1.5, 2.5])
    graph = builder.build_and_reset([y])

    graph.save_to_air(str(tmp_path / "g.air"))

    model = parsed(tmp_path / "g.air")
    assert [graph.name for graph in model.graph] == ["built"]
    ops = {op.type: op for op in model.graph[0].op}
    assert model.graph[0].input == ["x:0"]
    assert model.graph[0].output == [f"{ops['Add'].name}:0"]
    assert list(ops["Relu"].input) == ["x:0"]
    assert list(ops["Data"].output_desc[0].shape.dim) == [2, -1]
    assert ops["Const"].attr["value"].t.data == b"\x00\x00\xc0\x3f\x00\x00\x20\x40"
    assert list(ops["Add"].attr["_ir_inputs_key"].list.s) == [b"x1", b"x2"]
    assert model.attr["target_type"].s == b"MINI"


def test_text_dumps_are_protobuf_text(branches: Graph, tmp_path: Path) -> None:
    branches.save_to_air(str(tmp_path / "g.air"))
    model = parsed(tmp_path / "g.air")

    text = text_format.Parse(branches.dump_to_stream(DumpFormat.kTxt), IR["ModelDef"]())
    onnx = text_format.Parse(branches.dump_to_stream(DumpFormat.kOnnx), ONNX["ModelProto"]())

    assert [op.name for op in text.graph[0].op] == [op.name for op in model.graph[0].op]
    assert [node.name for node in onnx.graph.node] == [
        *(op.name for op in model.graph[0].op),
        *(graph.name for graph in model.graph[1:]),
    ]
