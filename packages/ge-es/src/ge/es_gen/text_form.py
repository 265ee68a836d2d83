"""Operator definitions as text, one declaration a line.

    package nn                            the operators below go into ge.es.nn

    op Conv2D                             optionally: experimental | deprecated, then: use OtherOperator
      type T: float16 float bf16          a type that several ports share
      type T3: promote T1 T2              the type that T1 and T2 promote to
      in x, filter: T                     required inputs
      in? bias: float16 float             an optional input; data types, or a named set as NumberType
      in* more: hetero NumberType         a dynamic input; hetero: its tensors differ in type
      out y: T                            an output, out* for a dynamic one
      attr strides: ListInt               a required attribute
      attr data_format: String = "NHWC"   an optional one; the default is JSON, a data type name, or `empty`
      graph then_branch                   a slot for a graph, graph* for a list of them

Operators start in the first column, what belongs to them is indented by two blanks, and a line indented by
more continues the one above. `#` starts a comment line. The order of the lines is the prototype's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from .errors import DefinitionError
from .model import DTYPES, ONLY_EMPTY, SETS, Attr, AttrKind, Default, OpDef, Port, PortKind, Subgraph, union

_PORT_KINDS = {"": PortKind.REQUIRED, "?": PortKind.OPTIONAL, "*": PortKind.DYNAMIC}
_MARKS = {kind: mark for mark, kind in _PORT_KINDS.items()}
_ITEM = re.compile(r"(type|in|out|attr|graph)([?*]?)\s+(.*)\Z")
_HEAD = re.compile(r"(\S+)(?:\s+(experimental|deprecated))?(?:\s+use\s+(\S+))?\Z")
_BARE_WORD = re.compile(r"\b[A-Za-z_]\w*\b")


def read_text(text: str, file: str, *, family: str, package: str | None = None) -> tuple[OpDef, ...]:
    """Read the definitions of one family; `package` holds until the first `package` line.

    Raises:
        DefinitionError: with the file, the line and the reason.
    """
    ops: list[OpDef] = []
    block: _Block | None = None
    for line, indent, content in _lines(text, file):
        try:
            if indent:
                if block is None:
                    raise ValueError("an indented line must follow an op line")
                block.add(content)
                continue
            if block is not None:
                ops.append(block.finish(file))
                block = None
            word, _, rest = content.partition(" ")
            if word == "package":
                package = rest.strip()
            elif word == "op":
                block = _Block(rest.strip(), _need_package(package), family, line)
            else:
                raise ValueError(f"expected 'op' or 'package' in the first column, found {word!r}")
        except ValueError as error:
            raise _at(file, line, error) from None
    if block is not None:
        ops.append(block.finish(file))
    return tuple(ops)


def _at(file: str, line: int, error: ValueError) -> DefinitionError:
    return error if isinstance(error, DefinitionError) else DefinitionError(file, line, str(error))


def _need_package(package: str | None) -> str:
    if not package:
        raise ValueError("a line 'package NAME' must come before the first op")
    return package


def _lines(text: str, file: str) -> Iterator[tuple[int, bool, str]]:
    """Logical lines: number of the first physical line, whether indented, content with its continuations."""
    held: tuple[int, bool, str] | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        content = raw.strip()
        if not content or content.startswith("#"):
            continue
        if "\t" in raw:
            raise DefinitionError(file, number, "a tab; indent with blanks")
        depth = len(raw) - len(raw.lstrip(" "))
        if depth > 2:
            if held is None:
                raise DefinitionError(file, number, "nothing to continue: the first line must not be indented")
            held = (held[0], held[1], f"{held[2]} {content}")
            continue
        if depth == 1:
            raise DefinitionError(file, number, "indent by two blanks, or by more to continue the line above")
        if held is not None:
            yield held
        held = (number, depth == 2, content)
    if held is not None:
        yield held


class _Block:
    """One operator while its lines are read."""

    def __init__(self, head: str, package: str, family: str, line: int) -> None:
        match = _HEAD.match(head)
        if match is None:
            raise ValueError("expected: op NAME [experimental | deprecated] [use NAME]")
        self._type, self._status, self._use = match.groups()
        self._package, self._family, self._line = package, family, line
        self._types: dict[str, tuple[tuple[str, ...], str | None, tuple[str, ...]]] = {}
        self._inputs: list[Port] = []
        self._outputs: list[Port] = []
        self._attrs: list[Attr] = []
        self._graphs: list[Subgraph] = []
        self._seen: set[tuple[str, str]] = set()

    def add(self, content: str) -> None:
        match = _ITEM.match(content)
        if match is None:
            raise ValueError(
                f"expected type, in, in?, in*, out, out*, attr, graph or graph*, found {content.split()[0]!r}"
            )
        word, mark, rest = match.groups()
        if mark and (word in ("type", "attr") or (mark == "?" and word != "in")):
            raise ValueError(f"'{word}{mark}' does not exist")
        if word == "graph":
            self._once(word, rest)
            self._graphs.append(Subgraph(rest, mark == "*"))
            return
        names, colon, meaning = rest.partition(":")
        if not colon or not meaning.strip():
            raise ValueError(f"expected: {word} NAME: MEANING")
        if word == "type":
            self._add_type(names.strip(), meaning.split())
        elif word == "attr":
            self._once(word, names.strip())
            self._attrs.append(_read_attr(names.strip(), meaning.strip()))
        else:
            ports = self._inputs if word == "in" else self._outputs
            for name in names.split(","):
                self._once(word, name.strip())
                ports.append(self._port(name.strip(), _PORT_KINDS[mark], meaning))

    def finish(self, file: str) -> OpDef:
        try:
            return OpDef(
                type=self._type,
                package=self._package,
                family=self._family,
                inputs=tuple(self._inputs),
                outputs=tuple(self._outputs),
                attrs=tuple(self._attrs),
                subgraphs=tuple(self._graphs),
                status=self._status,
                use=self._use,
                file=file,
                line=self._line,
            )
        except ValueError as error:
            raise DefinitionError(file, self._line, f"operator {self._type}: {error}") from None

    def _once(self, word: str, name: str) -> None:
        if (word, name) in self._seen:
            raise ValueError(f"{word} {name!r} is declared twice in {self._type}")
        self._seen.add((word, name))

    def _add_type(self, name: str, words: Sequence[str]) -> None:
        self._once("type", name)
        if name in DTYPES or name in SETS:
            raise ValueError(f"type {name!r} has the name of a data type or set")
        if words[0] == "promote":
            unknown = [symbol for symbol in words[1:] if symbol not in self._types]
            if unknown or len(words) < 3:
                raise ValueError(f"expected 'promote' and two or more types declared above, found {' '.join(words)!r}")
            self._types[name] = (
                union(self._types[symbol][0] for symbol in words[1:]),
                None,
                tuple(words[1:]),
            )
        else:
            self._types[name] = (*_read_dtypes(words), ())

    def _port(self, name: str, kind: PortKind, meaning: str) -> Port:
        if meaning.split()[0] == "raw":
            return Port(name, kind, (), raw=str(_json(meaning.strip()[len("raw") :])))
        words = meaning.split()
        hetero = words[0] == "hetero"
        words = words[1:] if hetero else words
        if len(words) == 1 and words[0] in self._types:
            dtypes, dtype_set, promote = self._types[words[0]]
            return Port(name, kind, dtypes, words[0], promote, dtype_set, hetero)
        dtypes, dtype_set = _read_dtypes(words)
        return Port(name, kind, dtypes, dtype_set=dtype_set, hetero=hetero)


def _read_dtypes(words: Sequence[str]) -> tuple[tuple[str, ...], str | None]:
    """Data types and sets as written; one set alone keeps its name."""
    for word in words:
        if word not in DTYPES and word not in SETS:
            raise ValueError(f"{word!r} is not a data type, a named set, or a type declared above in this operator")
    if len(words) == 1 and words[0] in SETS:
        return SETS[words[0]], words[0]
    if len(set(words)) != len(words):
        raise ValueError("a data type is listed twice")
    return union(SETS.get(word, (word,)) for word in words), None


def _read_attr(name: str, meaning: str) -> Attr:
    kind_name, equals, default = (part.strip() for part in meaning.partition("="))
    if kind_name not in [kind.value for kind in AttrKind]:
        raise ValueError(f"attribute {name!r} has the unknown kind {kind_name!r}")
    kind = AttrKind(kind_name)
    if not equals:
        return Attr(name, kind, required=True)
    return Attr(name, kind, required=False, default=_read_default(kind, default))


def _read_default(kind: AttrKind, text: str) -> Default:
    if kind in ONLY_EMPTY:
        if text != "empty":
            raise ValueError(f"the only default of kind {kind.value} is 'empty', found {text!r}")
        return None
    if kind.element is AttrKind.DATA_TYPE:
        text = _BARE_WORD.sub(lambda word: f'"{word.group()}"', text)
    return _freeze(_json(text))


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(f"cannot read the value {text.strip()!r}") from None


def _freeze(value: object) -> Default:
    if isinstance(value, list):
        return tuple(_freeze(item) for item in value)
    return value  # type: ignore[return-value]


def write_text(ops: Sequence[OpDef], *, width: int = 110) -> str:
    """The definitions of one family as `read_text` reads them, packages in order of first appearance."""
    parts: list[str] = []
    package = None
    for op in ops:
        if op.package != package:
            package = op.package
            parts.append(f"package {package}\n")
        parts.append("\n".join(_op_lines(op, width)) + "\n")
    return "\n".join(parts)


def _op_lines(op: OpDef, width: int) -> Iterator[str]:
    yield " ".join(["op", op.type, *([op.status] if op.status else []), *(["use", op.use] if op.use else [])])
    symbols: dict[str, Port] = {}
    for port in (*op.inputs, *op.outputs):
        if port.symbol is not None:
            symbols.setdefault(port.symbol, port)
    for symbol, port in sorted(symbols.items(), key=lambda item: bool(item[1].promote)):
        words = ["promote", *port.promote] if port.promote else _type_words(port)
        yield from _wrap([f"type {symbol}:", *words], width)
    yield from _port_lines("in", op.inputs, width)
    yield from _port_lines("out", op.outputs, width)
    for attr in op.attrs:
        default = "" if attr.required else f" = {_default_text(attr)}"
        yield f"  attr {attr.name}: {attr.kind.value}{default}"
    for graph in op.subgraphs:
        yield f"  graph{'*' if graph.dynamic else ''} {graph.name}"


def _type_words(port: Port) -> list[str]:
    if port.raw is not None:
        return ["raw", json.dumps(port.raw)]
    return [port.dtype_set] if port.dtype_set else list(port.dtypes)


def _meaning(port: Port) -> list[str]:
    words = [port.symbol] if port.symbol else _type_words(port)
    return ["hetero", *words] if port.hetero else words


def _port_lines(word: str, ports: Sequence[Port], width: int) -> Iterator[str]:
    """Neighbours of one kind and meaning share a line."""
    at = 0
    while at < len(ports):
        end = at + 1
        while end < len(ports) and (ports[end].kind, _meaning(ports[end])) == (
            ports[at].kind,
            _meaning(ports[at]),
        ):
            end += 1
        names = [f"{port.name}," for port in ports[at : end - 1]] + [f"{ports[end - 1].name}:"]
        yield from _wrap([f"{word}{_MARKS[ports[at].kind]}", *names, *_meaning(ports[at])], width)
        at = end


def _wrap(words: Sequence[str], width: int) -> Iterator[str]:
    line = "  " + words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) > width:
            yield line
            line = "      " + word
        else:
            line += " " + word
    yield line


def _default_text(attr: Attr) -> str:
    if attr.kind in ONLY_EMPTY:
        return "empty"
    text = json.dumps(attr.default, ensure_ascii=False)
    return text.replace('"', "") if attr.kind.element is AttrKind.DATA_TYPE else text
