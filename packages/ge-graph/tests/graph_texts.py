"""Strategies for graphs of every kind, as protobuf text: Python can set a few kinds of attributes only."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

__all__ = ["graphs"]

_TYPES = ("DT_FLOAT", "DT_INT8", "DT_BF16", "DT_BOOL", "DT_STRING", "DT_UNDEFINED", "DT_INT4")
_LAYOUTS = ("ND", "NCHW", "FRACTAL_NZ", "RESERVED")
_OPERATORS = ("Relu", "Const", "Add", "Concat", "NoSuchOperator", "Data", "PartitionedCall")

_INTS = st.integers(-(1 << 63), (1 << 63) - 1)
_FLOATS = st.floats(width=32)


def _quoted(data: bytes) -> str:
    return '"' + "".join(f"\\{byte:03o}" for byte in data) + '"'


_BYTES = st.binary(max_size=12).map(_quoted)
_TEXTS = st.text(max_size=6).map(lambda text: _quoted(text.encode()))


@st.composite
def _descs(draw: st.DrawFn) -> str:
    dims = draw(st.lists(st.sampled_from((-2, -1, 0, 1, 3, 1 << 40)), max_size=6))
    text = f'dtype: {draw(st.sampled_from(_TYPES))} layout: "{draw(st.sampled_from(_LAYOUTS))}" shape {{ dim: {dims} }}'
    if draw(st.booleans()):
        origin = draw(st.lists(st.integers(-1, 5), max_size=5))
        text += f' attr {{ key: "origin_shape" value {{ list {{ i: {origin} val_type: VT_LIST_INT }} }} }}'
        text += ' attr { key: "origin_shape_initialized" value { b: true } }'
    if draw(st.booleans()):
        text += f' name: {draw(_TEXTS)} size: {draw(_INTS)} device_type: "CPU" attr {{ key: "own" value {{ i: 1 }} }}'
    if draw(st.booleans()):
        text += ' attr { key: "shape_range" value { list_list_int { list_list_i { list_i: [1, -1] } } } }'
    return text


@st.composite
def _tensors(draw: st.DrawFn) -> str:
    data = draw(st.binary(max_size=9))
    shape = f"shape {{ dim: {len(data)} }}" if data else "shape { dim: 0 }"
    return f'desc {{ dtype: DT_INT8 layout: "ND" {shape} }} data: {_quoted(data)}'


def _lists(field: str, kind: str, items: st.SearchStrategy[object]) -> st.SearchStrategy[str]:
    def written(values: list[object]) -> str:
        return "list { " + " ".join(f"{field} {value}" for value in values) + f" val_type: VT_LIST_{kind} }}"

    return st.lists(items, max_size=4).map(written)


def _scalars(field: str, values: st.SearchStrategy[object]) -> st.SearchStrategy[str]:
    return values.map(lambda value: f"{field} {value}")


_BOOLS = st.booleans().map(lambda flag: str(flag).lower())
_KINDS = st.integers(0, 42)


def _braced(texts: st.SearchStrategy[str]) -> st.SearchStrategy[object]:
    return texts.map(lambda text: f"{{ {text} }}")


def _holding(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Attributes that hold attributes."""
    entries = st.dictionaries(st.text(min_size=1, max_size=3), values, max_size=2).map(
        lambda attrs: " ".join(f"attr {{ key: {_quoted(k.encode())} value {{ {v} }} }}" for k, v in attrs.items())
    )
    named = st.tuples(_TEXTS, entries).map(lambda pair: f"name: {pair[0]} {pair[1]}")
    inner = entries.map(lambda attrs: f'name: "i" op {{ name: "n" type: "N" {attrs} output_desc {{ }} }} output: "n:0"')
    return st.one_of(
        _scalars("func", _braced(named)),
        _lists("na", "NAMED_ATTRS", _braced(named)),
        _scalars("g", _braced(inner)),
        _lists("g", "GRAPH", _braced(inner)),
    )


_ATTRS: st.SearchStrategy[str] = st.recursive(
    st.one_of(
        _scalars("s:", _BYTES),
        _scalars("i:", _INTS),
        _scalars("f:", _FLOATS),
        _scalars("b:", _BOOLS),
        _scalars("bt:", _BYTES),
        _scalars("dt:", _KINDS),
        _scalars("expression:", _BYTES),
        _scalars("td", _braced(_descs())),
        _scalars("t", _braced(_tensors())),
        _lists("s:", "STRING", _BYTES),
        _lists("i:", "INT", _INTS),
        _lists("f:", "FLOAT", _FLOATS),
        _lists("b:", "BOOL", _BOOLS),
        _lists("bt:", "BYTES", _BYTES),
        _lists("dt:", "DATA_TYPE", _KINDS),
        _lists("td", "TENSOR_DESC", _braced(_descs())),
        _lists("t", "TENSOR", _braced(_tensors())),
        st.lists(st.lists(_INTS, max_size=3), max_size=3).map(
            lambda lists: "list_list_int { " + " ".join(f"list_list_i {{ list_i: {each} }}" for each in lists) + " }"
        ),
        st.lists(st.lists(_FLOATS, max_size=3), max_size=3).map(
            lambda lists: "list_list_float { " + " ".join(f"list_list_f {{ list_f: {each} }}" for each in lists) + " }"
        ),
    ),
    _holding,
    max_leaves=4,
)


class _Op(NamedTuple):
    text: str
    outputs: int


@st.composite
def _ops(draw: st.DrawFn, number: int, earlier: list[_Op]) -> _Op:
    outputs = draw(st.integers(0, 3))
    text = f'name: "n{number}" type: "{draw(st.sampled_from(_OPERATORS))}" id: {draw(st.integers(0, 99))}'
    text += f" has_out_attr: {draw(_BOOLS)} stream_id: {draw(st.integers(-1, 2))}"
    sources = [f"n{i}:{port}" for i, op in enumerate(earlier) for port in range(op.outputs)]
    inputs = draw(st.lists(st.sampled_from([*sources, ""]), max_size=4))
    controls = draw(st.lists(st.integers(0, number - 1), max_size=3)) if number else []
    for name in [*inputs, *(f"n{i}:-1" for i in controls)]:
        text += f' input: "{name}"'
    for side, count in (("input_desc", len(inputs)), ("output_desc", outputs)):
        text += "".join(f" {side} {{ {draw(_descs())} }}" for _ in range(count))
    attrs = draw(st.dictionaries(st.text(min_size=1, max_size=4), _ATTRS, max_size=3))
    for key, value in attrs.items():
        text += f" attr {{ key: {_quoted(key.encode())} value {{ {value} }} }}"
    return _Op(text, outputs)


@st.composite
def _bodies(draw: st.DrawFn, subgraphs: list[str]) -> str:
    ops: list[_Op] = []
    for number in range(draw(st.integers(1, 5))):
        ops.append(draw(_ops(number, ops)))
    text = ""
    for number, op in enumerate(ops):
        named = "".join(f' subgraph_name: "{name}"' for name in subgraphs) if number == 0 else ""
        text += f" op {{ {op.text}{named} }}\n"
    results = [f"n{i}:{port}" for i, op in enumerate(ops) for port in range(op.outputs)]
    for result in draw(st.lists(st.sampled_from(results), max_size=3, unique=True)) if results else []:
        text += f' output: "{result}"'
    return text


@st.composite
def graphs(draw: st.DrawFn) -> str:
    """The text of a model: a graph, and up to two subgraphs."""
    subgraphs = draw(st.sampled_from(([], ["s0"], ["s0", "s1"])))
    text = f"graph {{ name: {draw(_TEXTS)}\n{draw(_bodies(subgraphs))} }}\n"
    for name in subgraphs:
        text += f'graph {{ name: "{name}"\n{draw(_bodies([]))} }}\n'
    attrs = draw(st.dictionaries(st.sampled_from(("a", "b", "target_type")), _ATTRS, max_size=2))
    return text + " ".join(f'attr {{ key: "{key}" value {{ {value} }} }}' for key, value in attrs.items())
