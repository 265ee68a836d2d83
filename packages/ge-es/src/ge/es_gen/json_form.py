"""Operator definitions as JSON: a list of objects, or an object with such a list under `ops`.

    {"type": "Relu", "pkg": "nn", "family": "activation", "status": "deprecated", "use": "Other",
     "inputs":  [{"name": "x", "kind": "required", "dtypes": ["float"], "sym": "T", "set": "NumberType",
                  "promote": ["T1", "T2"], "hetero": true, "raw": "text"}],
     "outputs": [...],
     "attrs":   [{"name": "a", "kind": "Int", "required": false, "default": 0}],
     "subgraphs": [{"name": "body", "kind": "static"}]}

Only `type` is needed; unknown keys are left alone. Errors name the line of the value at fault; of what it is missing
in, when it is not there. An integer default just beyond 64 bits, which catalogues have for "no limit", is read as the
largest one within.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Callable, TypeVar

from .errors import DefinitionError, Fault, within
from .json_positions import BLANKS, position, skip
from .model import INT64_MAX, SETS, Attr, AttrKind, Default, OpDef, Port, PortKind, Subgraph, union

Json = Mapping[str, Any]  # what json gives: its values are checked where they are read
Made = TypeVar("Made")

_KEYS = {"symbol": "sym", "dtype_set": "set"}  # of the fields that have another name in JSON


def read_json(text: str, file: str, *, package: str = "all") -> tuple[OpDef, ...]:
    """Read definitions; `package` and a family of the same name serve operators that name none."""
    ops = []
    line, counted = 1, 0
    for at, item in _objects(text, file):
        line += text.count("\n", counted, at)
        counted = at
        try:
            ops.append(op_from_json(item, package=package, file=file, line=line))
        except Fault as fault:
            path = [_KEYS.get(step, step) if isinstance(step, str) else step for step in fault.path]
            line += text.count("\n", at, position(text, at, path))
            raise DefinitionError(file, line, str(fault)) from None
    return tuple(ops)


def op_from_json(item: object, *, package: str = "all", file: str = "", line: int = 0) -> OpDef:
    """One operator; a `Fault` says what is wrong with it."""
    op = _mapping(item, "an operator")
    op_type = _text(op, "type", "operator")
    with within(prefix=f"operator {op_type}: "):
        inputs, outputs = _each(op, "inputs", _port), _each(op, "outputs", _port)
        _fill_promotions(inputs, outputs)
        return OpDef(
            type=op_type,
            package=_text(op, "pkg", "operator", package),
            family=_text(op, "family", "operator", package),
            inputs=tuple(inputs),
            outputs=tuple(outputs),
            attrs=tuple(_each(op, "attrs", _attr)),
            subgraphs=tuple(_each(op, "subgraphs", _subgraph)),
            status=_optional_text(op, "status"),
            use=_optional_text(op, "use"),
            file=file,
            line=line,
        )


def op_to_json(op: OpDef) -> dict[str, object]:
    """The object that `op_from_json` reads back as `op`."""
    out: dict[str, object] = {"type": op.type, "pkg": op.package, "family": op.family}
    if op.status:
        out["status"] = op.status
    if op.use:
        out["use"] = op.use
    out["inputs"] = [_port_to_json(port) for port in op.inputs]
    out["outputs"] = [_port_to_json(port) for port in op.outputs]
    out["attrs"] = [_attr_to_json(attr) for attr in op.attrs]
    out["subgraphs"] = [{"name": g.name, "kind": "dynamic" if g.dynamic else "static"} for g in op.subgraphs]
    return out


def _port_to_json(port: Port) -> dict[str, object]:
    out: dict[str, object] = {"name": port.name, "kind": port.kind.value, "dtypes": list(port.dtypes)}
    if port.symbol:
        out["sym"] = port.symbol
    if port.promote:
        out["promote"] = list(port.promote)
    if port.dtype_set:
        out["set"] = port.dtype_set
    if port.hetero:
        out["hetero"] = True
    if port.raw is not None:
        out["raw"] = port.raw
    return out


def _attr_to_json(attr: Attr) -> dict[str, object]:
    out: dict[str, object] = {"name": attr.name, "kind": attr.kind.value, "required": attr.required}
    if not attr.required:
        out["default"] = _lists(attr.default)
    return out


def _lists(value: object) -> object:
    return [_lists(item) for item in value] if isinstance(value, tuple) else value


def _tuples(value: Any) -> Default:
    if isinstance(value, list):
        return tuple(_tuples(item) for item in value)
    return INT64_MAX if isinstance(value, int) and value == INT64_MAX + 1 else value


def _objects(text: str, file: str) -> Iterator[tuple[int, object]]:
    """Each element of the list with the offset at which it starts."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        raise DefinitionError(file, error.lineno, f"not JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, lists in thousands of lists
        raise DefinitionError(file, 1, f"no JSON that can be read: {error}") from None
    decoder = json.JSONDecoder()
    start = skip(text, 0)
    at = start if text[start] == "[" else position(text, start, ["ops"])
    if text[at] != "[":
        raise DefinitionError(file, 1, "expected a list of operators, or an object with such a list under 'ops'")
    at = skip(text, at + 1)
    while text[at] != "]":
        item, end = decoder.raw_decode(text, at)
        yield at, item
        at = skip(text, end, BLANKS + ",")


def _mapping(value: object, what: str) -> Json:
    if not isinstance(value, dict):
        raise Fault(f"{what} must be an object, not {json.dumps(value)[:40]}")
    return value


def _list(owner: Json, key: str) -> Sequence[object]:
    value = owner.get(key, [])
    if not isinstance(value, list):
        raise Fault(f"{key!r} must be a list", key)
    return value


def _each(owner: Json, key: str, make: Callable[[object], Made]) -> list[Made]:
    """What `make` makes of each element of the list under `key`."""
    made = []
    for i, item in enumerate(_list(owner, key)):
        with within(key, i):
            made.append(make(item))
    return made


def _text(owner: Json, key: str, what: str, default: str | None = None) -> str:
    value = owner.get(key, default)
    if not isinstance(value, str):
        raise Fault(f"the {what} needs a text under {key!r}", key)
    return value


def _optional_text(owner: Json, key: str) -> str | None:
    return None if owner.get(key) is None else _text(owner, key, "operator")


def _texts(owner: Json, key: str) -> tuple[str, ...]:
    items = _list(owner, key)
    for i, item in enumerate(items):
        if not isinstance(item, str):
            raise Fault(f"{key!r} must be a list of texts", key, i)
    return tuple(str(item) for item in items)


def _port(value: object) -> Port:
    port = _mapping(value, "a port")
    name = _text(port, "name", "port")
    kind = _text(port, "kind", "port", "required")
    if kind not in [k.value for k in PortKind]:
        raise Fault(f"port {name!r}: kind {kind!r} must be required, optional or dynamic", "kind")
    dtype_set = _optional_text(port, "set")
    if dtype_set is not None and dtype_set not in SETS:
        raise Fault(f"port {name!r} names the unknown set {dtype_set!r}", "set")
    dtypes = _texts(port, "dtypes") if "dtypes" in port or dtype_set is None else SETS[dtype_set]
    return Port(
        name=name,
        kind=PortKind(kind),
        dtypes=dtypes,
        symbol=_optional_text(port, "sym"),
        promote=_texts(port, "promote"),
        dtype_set=dtype_set,
        hetero=port.get("hetero", False) is True,
        raw=_optional_text(port, "raw"),
    )


def _fill_promotions(inputs: Sequence[Port], outputs: list[Port]) -> None:
    """Order has no meaning in a promoted port's types: keep the order of what it promotes."""
    by_symbol = {port.symbol: port.dtypes for port in (*inputs, *outputs)}
    for i, port in enumerate(outputs):
        dtypes = union(by_symbol.get(symbol, ()) for symbol in port.promote)
        if port.promote and set(dtypes) == set(port.dtypes):
            outputs[i] = Port(port.name, port.kind, dtypes, port.symbol, port.promote)


def _attr(value: object) -> Attr:
    attr = _mapping(value, "an attribute")
    name = _text(attr, "name", "attribute")
    kind = _text(attr, "kind", "attribute")
    if kind not in [k.value for k in AttrKind]:
        raise Fault(f"attribute {name!r} has the unknown kind {kind!r}", "kind")
    required = attr.get("required", "default" not in attr)
    if not isinstance(required, bool):
        raise Fault(f"attribute {name!r}: 'required' must be true or false", "required")
    if not required and "default" not in attr:
        raise Fault(f"attribute {name!r} is optional and so needs a default", "default")
    return Attr(name, AttrKind(kind), required, _tuples(attr.get("default")))


def _subgraph(value: object) -> Subgraph:
    graph = _mapping(value, "a subgraph")
    kind = _text(graph, "kind", "subgraph", "static")
    if kind not in ("static", "dynamic"):
        raise Fault(f"subgraph kind {kind!r} must be static or dynamic", "kind")
    return Subgraph(_text(graph, "name", "subgraph"), kind == "dynamic")
