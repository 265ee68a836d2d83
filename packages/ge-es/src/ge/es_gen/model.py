"""What an operator definition says, whatever form it was written in.

The classes check themselves: an instance that exists is a good definition. Else they raise a `Fault` with the reason
and the field; the readers (`text_form`, `json_form`) add the file and the line.
"""

from __future__ import annotations

import enum
import keyword
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from .errors import Fault

Scalar = Union[int, float, bool, str]
Default = Union[Scalar, None, tuple[Any, ...]]  # how deep the tuples are nested is checked by `Attr`

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_NO_TEXT = re.compile("[\0\ud800-\udfff]")  # what names in files cannot hold: NUL, half a pair of surrogates
INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1
FLOAT_MAX = (2 - 2**-23) * 2.0**127  # the largest number that 32 bits hold

# Name in a definition -> number of the `DataType` member. 5 is not used.
DTYPES: Mapping[str, int] = {
    name: number
    for number, name in enumerate(
        [
            "float",
            "float16",
            "int8",
            "int32",
            "uint8",
            "-",
            "int16",
            "uint16",
            "uint32",
            "int64",
            "uint64",
            "double",
            "bool",
            "string",
            "dual_sub_int8",
            "dual_sub_uint8",
            "complex64",
            "complex128",
            "qint8",
            "qint16",
            "qint32",
            "quint8",
            "quint16",
            "resource",
            "string_ref",
            "dual",
            "variant",
            "bf16",
            "undefined",
            "int4",
            "uint1",
            "int2",
            "uint2",
            "complex32",
            "hifloat8",
            "float8_e5m2",
            "float8_e4m3fn",
            "float8_e8m0",
            "float6_e3m2",
            "float6_e2m3",
            "float4_e2m1",
            "float4_e1m2",
            "hifloat4",
        ]
    )
    if name != "-"
}

_INTS = "int16 int32 int64 int8"
_UINTS = "uint16 uint32 uint64 uint8"
_COMPLEX = "complex128 complex64"
_QUANTIZED = "qint16 qint32 qint8 quint16 quint8"

# Named sets that a port may use instead of listing its types.
SETS: Mapping[str, tuple[str, ...]] = {
    name: tuple(members.split())
    for name, members in {
        "ALL": f"bool {_COMPLEX} double float float16 {_INTS} {_QUANTIZED} resource string {_UINTS} bf16 complex32",
        "QuantifiedType": _QUANTIZED,
        "OrdinaryType": f"bool {_COMPLEX} double float float16 {_INTS} {_UINTS} bf16 complex32",
        "BasicType": f"{_COMPLEX} double float float16 {_INTS} {_QUANTIZED} {_UINTS} bf16 complex32",
        "NumberType": f"{_COMPLEX} double float float16 {_INTS} qint32 qint8 quint8 {_UINTS} bf16 complex32",
        "RealNumberType": f"double float float16 {_INTS} {_UINTS} bf16",
        "ComplexDataType": f"{_COMPLEX} complex32",
        "IntegerDataType": f"{_INTS} {_UINTS}",
        "SignedDataType": _INTS,
        "UnsignedDataType": _UINTS,
        "FloatingDataType": "double float float16",
        "IndexNumberType": "int32 int64",
        "UnaryDataType": f"{_COMPLEX} double float float16 bf16 complex32",
        "FLOAT": "float float16 bf16",
    }.items()
}


class PortKind(str, enum.Enum):
    """How many tensors a port takes: one, at most one, or a list."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    DYNAMIC = "dynamic"


# The numbers that the engine has for the kinds of ports.
INPUT_KINDS = {PortKind.REQUIRED: 0, PortKind.OPTIONAL: 1, PortKind.DYNAMIC: 2}
OUTPUT_KINDS = {PortKind.REQUIRED: 0, PortKind.DYNAMIC: 1}


class AttrKind(str, enum.Enum):
    """Kind of an attribute's value, under the name that definitions use."""

    INT = "Int"
    FLOAT = "Float"
    BOOL = "Bool"
    STRING = "String"
    DATA_TYPE = "DataType"
    TENSOR = "Tensor"
    BYTES = "Bytes"
    NAMED_ATTRS = "NamedAttrs"
    LIST_INT = "ListInt"
    LIST_FLOAT = "ListFloat"
    LIST_BOOL = "ListBool"
    LIST_STRING = "ListString"
    LIST_DATA_TYPE = "ListDataType"
    LIST_LIST_INT = "ListListInt"
    LIST_TENSOR = "ListTensor"
    LIST_NAMED_ATTRS = "ListNamedAttrs"

    @property
    def element(self) -> AttrKind:
        """Kind of one element of a list kind (of a list of lists: of one inner element); else itself."""
        return AttrKind(self.value.replace("List", ""))

    @property
    def depth(self) -> int:
        """0 for a single value, 1 for a list, 2 for a list of lists."""
        return self.value.count("List")


# Kinds whose only default is the empty value, written `empty` (JSON: null).
ONLY_EMPTY = frozenset(
    {AttrKind.TENSOR, AttrKind.BYTES, AttrKind.NAMED_ATTRS, AttrKind.LIST_TENSOR, AttrKind.LIST_NAMED_ATTRS}
)


def check_name(name: str, what: str, field: str = "name") -> None:
    """Refuse what cannot be an identifier; Python keywords are fine (the generator renames them)."""
    if not _NAME.match(name):
        raise Fault(f"{what} {name!r} must be a letter or underscore followed by letters, digits, underscores", field)
    if name.startswith("__"):
        raise Fault(f"{what} {name!r} must not begin with two underscores, which Python keeps for itself", field)


@dataclass(frozen=True)
class Port:
    """An input or an output."""

    name: str
    kind: PortKind
    dtypes: tuple[str, ...]
    symbol: str | None = None  # ports with one symbol share one type
    promote: tuple[str, ...] = ()  # its type is the promotion of these symbols; dtypes is their union
    dtype_set: str | None = None  # the named set that it was written with
    hetero: bool = False  # elements of a dynamic port may differ in type
    raw: str | None = None  # something that is not a type list; dtypes is then empty

    def __post_init__(self) -> None:
        check_name(self.name, "port name")
        for i, name in enumerate(self.dtypes):
            if name not in DTYPES:
                raise Fault(f"port {self.name!r} has the unknown data type {name!r}", "dtypes", i)
            if name in self.dtypes[:i]:
                raise Fault(f"port {self.name!r} lists a data type twice", "dtypes", i)
        if not self.dtypes and self.raw is None:
            raise Fault(f"port {self.name!r} has no data type", "dtypes")
        if self.dtypes and self.raw is not None:
            raise Fault(f"port {self.name!r} has both data types and raw text", "raw")
        if self.dtype_set is not None and SETS.get(self.dtype_set) != self.dtypes:
            raise Fault(f"port {self.name!r} names the set {self.dtype_set!r} but lists other data types", "dtype_set")
        if self.promote and self.symbol is None:
            raise Fault(f"port {self.name!r} is a promotion and so needs a type symbol of its own", "promote")
        if self.hetero and self.kind is not PortKind.DYNAMIC:
            raise Fault(f"port {self.name!r} is hetero, which only a dynamic port can be", "hetero")

    @property
    def mask(self) -> int:
        """The data types as a set of bits, by number; 0 when nothing is said."""
        return sum(1 << DTYPES[name] for name in self.dtypes)


def _element_ok(kind: AttrKind, value: object) -> bool:
    if kind is AttrKind.INT:
        return isinstance(value, int) and not isinstance(value, bool) and INT64_MIN <= value <= INT64_MAX
    if kind is AttrKind.FLOAT:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= FLOAT_MAX
    if kind is AttrKind.BOOL:
        return isinstance(value, bool)
    if kind is AttrKind.STRING:
        return isinstance(value, str) and not _NO_TEXT.search(value)
    return isinstance(value, str) and value in DTYPES


def _default_ok(kind: AttrKind, value: object, depth: int) -> bool:
    if kind in ONLY_EMPTY:
        return value is None
    if depth == 0:
        return _element_ok(kind.element, value)
    return isinstance(value, tuple) and all(_default_ok(kind, item, depth - 1) for item in value)


@dataclass(frozen=True)
class Attr:
    """An attribute; `default` has a meaning only when it is not required."""

    name: str
    kind: AttrKind
    required: bool
    default: Default = None

    def __post_init__(self) -> None:
        check_name(self.name, "attribute name")
        if self.required and self.default is not None:
            raise Fault(f"attribute {self.name!r} is required and so has no default", "default")
        if not self.required and not _default_ok(self.kind, self.default, self.kind.depth):
            reason = f"attribute {self.name!r} of kind {self.kind.value} cannot have the default {self.default!r}"
            raise Fault(reason, "default")


@dataclass(frozen=True)
class Subgraph:
    """A slot for a graph, or (dynamic) for a list of graphs."""

    name: str
    dynamic: bool = False

    def __post_init__(self) -> None:
        check_name(self.name, "subgraph name")


@dataclass(frozen=True)
class OpDef:
    """An operator's prototype. `package` is the Python module of `ge.es` that its function goes into."""

    type: str
    package: str
    family: str
    inputs: tuple[Port, ...] = ()
    outputs: tuple[Port, ...] = ()
    attrs: tuple[Attr, ...] = ()
    subgraphs: tuple[Subgraph, ...] = ()
    status: str | None = None  # None, "experimental" or "deprecated"
    use: str | None = None  # the operator to use instead
    file: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        check_name(self.type, "operator type", "type")
        if keyword.iskeyword(self.type):
            raise Fault(f"operator type {self.type!r} is a Python keyword, no function can have this name", "type")
        if self.status not in (None, "experimental", "deprecated"):
            raise Fault(f"status {self.status!r} must be experimental or deprecated", "status")
        _refuse_twice("input", "inputs", self.inputs)
        _refuse_twice("output", "outputs", self.outputs)
        _refuse_twice("attribute", "attrs", self.attrs)
        _refuse_twice("subgraph", "subgraphs", self.subgraphs)
        for i, port in enumerate(self.outputs):
            if port.kind is PortKind.OPTIONAL:
                raise Fault(f"output {port.name!r} cannot be optional", "outputs", i, "kind")
        inputs = [(port, "inputs", i) for i, port in enumerate(self.inputs)]
        _check_symbols([*inputs, *((port, "outputs", i) for i, port in enumerate(self.outputs))])


def _refuse_twice(what: str, field_name: str, items: Sequence[Port | Attr | Subgraph]) -> None:
    seen: set[str] = set()
    for i, item in enumerate(items):
        if item.name in seen:
            raise Fault(f"{what} {item.name!r} is declared twice", field_name, i, "name")
        seen.add(item.name)


def _check_symbols(ports: Sequence[tuple[Port, str, int]]) -> None:
    """`ports` with the field of the operator and the place in it where each stands."""
    by_symbol = {port.symbol: port for port, _, _ in reversed(ports) if port.symbol is not None}
    for port, where, i in ports:
        if port.symbol is None:
            continue
        first = by_symbol[port.symbol]
        if set(first.dtypes) != set(port.dtypes) or first.promote != port.promote:
            reason = f"ports {first.name!r} and {port.name!r} share the type {port.symbol!r} but not its meaning"
            raise Fault(reason, where, i, "symbol")
        for j, other in enumerate(port.promote):
            if other not in by_symbol:
                reason = f"type {port.symbol!r} promotes {other!r}, which no port has"
                raise Fault(reason, where, i, "promote", j)
        if port.promote and set(port.dtypes) != set(union(by_symbol[other].dtypes for other in port.promote)):
            raise Fault(f"port {port.name!r} must have exactly the data types that it promotes", where, i, "dtypes")


def union(lists: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Members of all `lists` in order of first appearance."""
    return tuple(dict.fromkeys(name for names in lists for name in names))
