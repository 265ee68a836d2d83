"""The prototypes of a generated package, as the rows that `ge.es._prototypes` makes known to the engine."""

from __future__ import annotations

import pathlib
import pprint
from collections.abc import Mapping, Sequence
from typing import Any, Union

from .model import DTYPES, INPUT_KINDS, OUTPUT_KINDS, Attr, AttrKind, Default, OpDef, Port, PortKind

_Port = tuple[str, int, int, str]
_Attr = Union[tuple[str, str], tuple[str, str, Any]]  # a default's type follows the kind
Row = tuple[str, str, list[_Port], list[_Port], list[_Attr], list[tuple[str, int]]]

_MODULE = '''\
"""The prototypes of the operators of {package}: importing this makes them known to the engine."""

from __future__ import annotations

from ge.es._prototypes import Prototype, register_prototypes

PROTOTYPES: list[Prototype] = {rows}

register_prototypes("{package}", PROTOTYPES)
'''


def prototypes_module(ops: Sequence[OpDef], package: str) -> str:
    """The source text of the module with the rows of all `ops`."""
    rows = pprint.pformat([prototype_row(op) for op in ops], width=110, compact=True, sort_dicts=False)
    return _MODULE.format(package=package, rows=rows)


def prototype_row(op: OpDef) -> Row:
    """Type, place, inputs, outputs, attributes, subgraphs; data types are numbers."""
    return (
        op.type,
        f"{pathlib.PurePath(op.file).name}:{op.line}",
        [_port(port, INPUT_KINDS) for port in op.inputs],
        [_port(port, OUTPUT_KINDS) for port in op.outputs],
        [_attr(attr) for attr in op.attrs],
        [(graph.name, int(graph.dynamic)) for graph in op.subgraphs],
    )


def _port(port: Port, kinds: Mapping[PortKind, int]) -> _Port:
    return port.name, kinds[port.kind], port.mask, port.symbol or ""


def _attr(attr: Attr) -> _Attr:
    if attr.required:
        return attr.name, attr.kind.value
    return attr.name, attr.kind.value, _numbered(attr.kind.element, attr.default)


def _numbered(kind: AttrKind, value: Default) -> Default:
    if isinstance(value, tuple):
        return tuple(_numbered(kind, item) for item in value)
    return DTYPES[str(value)] if kind is AttrKind.DATA_TYPE else value
