"""Calls of the generated functions, with arguments made from the prototypes of ge-graph's own definitions."""

from __future__ import annotations

import pathlib
from collections.abc import Iterable
from typing import Any

import ge.es.all as es
from ge.es import GraphBuilder, TensorHolder
from ge.es.graph_builder import InputType
from ge.es_gen import Attr, AttrKind, OpDef, Port, PortKind, read_definitions
from ge.es_gen.packages import BUILDER_CREATES
from ge.es_gen.signature import signature
from ge.graph import DataType, Graph, Tensor

Arguments = dict[str, Any]  # whatever an operator function takes

_OPDEFS = pathlib.Path(__file__).resolve().parents[2] / "ge-graph" / "opdefs"

# Two values of each kind: the second for attributes whose default is the first.
_VALUES: dict[AttrKind, tuple[object, object]] = {
    AttrKind.INT: (1, 2),
    AttrKind.FLOAT: (0.5, 0.25),
    AttrKind.BOOL: (True, False),
    AttrKind.STRING: ("text", 'other "text"'),
    AttrKind.DATA_TYPE: (DataType.DT_FLOAT, DataType.DT_BF16),
    AttrKind.LIST_INT: ([1, 2], [3]),
    AttrKind.LIST_FLOAT: ([0.5], [0.25, 2.0]),
    AttrKind.LIST_BOOL: ([True], [False, True]),
    AttrKind.LIST_STRING: (["a"], ["b", ""]),
    AttrKind.LIST_DATA_TYPE: ([DataType.DT_FLOAT], [DataType.DT_INT8]),
    AttrKind.LIST_LIST_INT: ([[1], [2]], [[]]),
}


def families() -> dict[str, tuple[OpDef, ...]]:
    """The operators of each family."""
    found: dict[str, list[OpDef]] = {}
    for op in read_definitions(sorted(_OPDEFS.glob("*.opdef"))):
        found.setdefault(op.family, []).append(op)
    return {family: tuple(ops) for family, ops in sorted(found.items())}


def functions(ops: Iterable[OpDef]) -> list[OpDef]:
    """Those that a function makes, not a method of the builder."""
    return [op for op in ops if op.type not in BUILDER_CREATES]


def attr_value(attr: Attr) -> Any:  # of the attribute's kind
    """A value that is not the default."""
    if attr.kind is AttrKind.TENSOR:
        return Tensor([1, -2], data_type=DataType.DT_INT32, shape=[2])
    first, second = _VALUES[attr.kind]
    default = list(attr.default) if isinstance(attr.default, tuple) else attr.default
    if attr.kind is AttrKind.DATA_TYPE and default == "float":
        return second
    return second if default == first and not attr.required else first


def arguments(op: OpDef, x: TensorHolder, *, whole: bool) -> Arguments:
    """What to call the operator's function with, two tensors for each dynamic port.

    Args:
        op: Its prototype.
        x: Stands for every tensor.
        whole: Give everything; else only what must be given.
    """
    sig = signature(op)
    given: Arguments = {}
    for name, port in zip(sig.inputs, op.inputs):
        given[name] = None if port.kind is PortKind.OPTIONAL and not whole else _tensors(port, x)
    if sig.builder:
        given[sig.builder] = x.get_owner_builder()
    given.update(dict.fromkeys(sig.counts, 2))
    for name, slot in zip(sig.graphs, op.subgraphs):
        bodies = [_body(f"{op.type}_{slot.name}{i}") for i in range(2 if slot.dynamic else 1)]
        given[name] = bodies if slot.dynamic else bodies[0]
    for name, attr in zip(sig.attrs, op.attrs):
        if attr.required or whole:
            given[name] = attr_value(attr)
    return given


def add_operator(op: OpDef, x: TensorHolder, *, whole: bool) -> tuple[object, Arguments]:
    """Let the function, or the builder's method, of the operator add a node; also what it was given."""
    if op.type in BUILDER_CREATES:
        builder = x.get_owner_builder()
        if op.type == "Variable":
            return builder.create_variable(1, "Variable_0"), {"index": 1}
        index = 1 + sorted(BUILDER_CREATES).index(op.type)
        return builder.create_input(index, type_str=InputType(op.type)), {"index": index}
    given = arguments(op, x, whole=whole)
    return getattr(es, op.type)(**given), given


def connected(op: OpDef, *, whole: bool) -> list[str]:
    """The names of the ports that `arguments` connects."""
    names = []
    for port in op.inputs:
        if port.kind is PortKind.DYNAMIC:
            names += [f"{port.name}0", f"{port.name}1"]
        elif whole or port.kind is PortKind.REQUIRED:
            names.append(port.name)
    return names


def _tensors(port: Port, x: TensorHolder) -> object:
    return [x, x] if port.kind is PortKind.DYNAMIC else x


def _body(name: str) -> Graph:
    """A graph of two inputs and two outputs."""
    builder = GraphBuilder(name)
    first, second = builder.create_inputs(2)
    return builder.build_and_reset([second, first])
