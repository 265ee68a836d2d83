"""Write the operator definitions as the C++ rows of packages/ge-graph/native/ops/schema_rows.h.

schema_table.py OUT.cc FILE.opdef ...
"""

from __future__ import annotations

import json
import pathlib
import sys
from collections.abc import Iterable, Sequence

from ge.es_gen import Attr, AttrKind, OpDef, Port, Subgraph, read_definitions
from ge.es_gen.model import DTYPES, INPUT_KINDS, INT64_MIN, OUTPUT_KINDS

_CPP_TYPES = {
    AttrKind.INT: "int64_t",
    AttrKind.FLOAT: "float",
    AttrKind.BOOL: "bool",
    AttrKind.STRING: "std::string",
    AttrKind.DATA_TYPE: "base::DataType",
    AttrKind.TENSOR: "ir::Box<ir::Tensor>(ir::Tensor())",
    AttrKind.BYTES: "ir::Bytes{}",
    AttrKind.NAMED_ATTRS: "ir::Box<ir::NamedAttrs>(ir::NamedAttrs())",
    AttrKind.LIST_TENSOR: "std::vector<ir::Tensor>{}",
    AttrKind.LIST_NAMED_ATTRS: "std::vector<ir::NamedAttrs>{}",
}


def schema_table(ops: Sequence[OpDef]) -> str:
    """The whole source file; `ops` in byte order of their type."""
    defaults: dict[str, int] = {}
    ports, attrs, graphs, rows = [], [], [], []
    for op in ops:
        counts = (len(ports), len(op.inputs), len(op.outputs), len(attrs), len(op.attrs), len(op.subgraphs))
        rows.append(_row(_text(op.type), *counts, len(graphs)))
        ports += [_port_row(port, INPUT_KINDS[port.kind]) for port in op.inputs]
        ports += [_port_row(port, OUTPUT_KINDS[port.kind]) for port in op.outputs]
        attrs += [_attr_row(attr, defaults) for attr in op.attrs]
        graphs += [
            _row(_text(g.name), f"ir::SubgraphKind::k{'Dynamic' if g.dynamic else 'Static'}") for g in op.subgraphs
        ]
    return "\n".join(
        [
            "// Generated from packages/ge-graph/opdefs by tools/opdefs/schema_table.py.",
            '#include "ops/schema_rows.h"',
            "",
            "namespace ge::ops {",
            *_table("PortRow kPorts", ports),
            *_table("AttrRow kAttrs", attrs),
            *_table("SubgraphRow kSubgraphs", graphs),
            *_table("OpRow kOps", rows),
            f"const size_t kOpCount = {len(ops)};",
            "",
            "ir::AttrValue DefaultValue(int32_t number) {",
            "  switch (number) {",
            *[f"    case {number}: return {value};" for value, number in defaults.items()],
            "    default: return {};",
            "  }",
            "}",
            "",
            "}  // namespace ge::ops",
            "",
        ]
    )


def _table(declaration: str, rows: Iterable[str]) -> list[str]:
    return [f"const {declaration}[] = {{", *[f"    {row}," for row in rows], "};", ""]


def _row(*cells: object) -> str:
    return "{" + ", ".join(str(cell) for cell in cells) + "}"


def _text(text: str) -> str:
    """A C++ literal; bytes that are not plain are written in octal, which a digit behind cannot lengthen."""
    plain = set(range(32, 127)) - {ord('"'), ord("\\"), ord("?")}
    return '"' + "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode()) + '"'


def _port_row(port: Port, kind: int) -> str:
    return _row(_text(port.name), kind, _text(port.symbol or ""), f"0x{port.mask:x}")


def _graph_row(graph: Subgraph) -> str:
    return _row(_text(graph.name), "ir::SubgraphKind::k" + ("Dynamic" if graph.dynamic else "Static"))


def _attr_row(attr: Attr, defaults: dict[str, int]) -> str:
    number = -1 if attr.required else defaults.setdefault(_value(attr.kind, attr.default), len(defaults))
    return _row(_text(attr.name), f"ir::AttrKind::k{attr.kind.value}", number)


def _value(kind: AttrKind, value: object) -> str:
    """A C++ expression of the kind's type."""
    if kind in _CPP_TYPES and value is None:
        return _CPP_TYPES[kind]
    cpp_type = _CPP_TYPES[kind.element]
    for _ in range(kind.depth):
        cpp_type = f"std::vector<{cpp_type}>"
    return cpp_type + _braced(kind.element, value)


def _braced(kind: AttrKind, value: object) -> str:
    items = value if isinstance(value, tuple) else (value,)
    return "{" + ", ".join(_item(kind, item) for item in items) + "}"


def _item(kind: AttrKind, value: object) -> str:
    return _braced(kind, value) if isinstance(value, tuple) else _literal(kind, value)


def _literal(kind: AttrKind, value: object) -> str:
    if kind is AttrKind.STRING:
        return _text(str(value))
    if kind is AttrKind.DATA_TYPE:
        return f"base::DataType{{{DTYPES[str(value)]}}}"
    if kind is AttrKind.FLOAT:
        return f"{float(str(value))!r}F"
    if value == INT64_MIN:
        return "INT64_MIN"
    return json.dumps(value)


def main(out: str, *files: str) -> None:
    """Read all files, write one."""
    pathlib.Path(out).write_text(schema_table(read_definitions([pathlib.Path(file) for file in files])))


if __name__ == "__main__":
    main(*sys.argv[1:])
