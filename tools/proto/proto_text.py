"""Reads the part of the `.proto` language that our descriptions use."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

SCALARS = {"int64", "int32", "uint64", "uint32", "bool", "float", "string", "bytes"}

_TOKEN = re.compile(r'//[^\n]*|"[^"]*"|[A-Za-z_][\w.]*|\d+|[{}<>=;,]|(\S)')


class ProtoError(ValueError):
    """A description is refused; the text is `file:line: reason`."""


@dataclass(frozen=True)
class Enum:
    """An enumeration; `name` is qualified by the message that it stands in: `AttrDef.ListValueType`."""

    name: str
    values: dict[str, int]


@dataclass(frozen=True)
class Field:
    """A field; `type` is a scalar's name, or the qualified name of a message or enumeration."""

    name: str
    number: int
    type: str
    repeated: bool = False
    oneof: str = ""
    is_map: bool = False


@dataclass
class Message:
    """A message; map fields have an entry message of their own, as in the wire format."""

    name: str
    fields: list[Field] = field(default_factory=list)
    is_map_entry: bool = False


@dataclass
class ProtoFile:
    """All of one description; messages stand outermost first, in the order of the file."""

    name: str
    package: str = ""
    messages: dict[str, Message] = field(default_factory=dict)
    enums: dict[str, Enum] = field(default_factory=dict)


def read_proto(path: Path) -> ProtoFile:
    """Read one description.

    Raises:
        ProtoError: It uses what this reader does not know, or names a type that it does not define.
    """
    return _Reader(path.name, path.read_text(encoding="utf-8")).file()


class _Reader:
    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._tokens: list[tuple[str, int]] = []
        for match in _TOKEN.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            if match[1]:
                raise ProtoError(f"{name}:{line}: {match[1]!r} is not expected here")
            if not match[0].startswith("//"):
                self._tokens.append((match[0], line))
        self._at = 0
        self._file = ProtoFile(name)

    def file(self) -> ProtoFile:
        while self._at < len(self._tokens):
            word = self._take()
            if word == "syntax":
                self._expect("=", '"proto3"', ";")
            elif word == "package":
                self._file.package = self._take()
                self._expect(";")
            elif word == "message":
                self._message("")
            elif word == "enum":
                self._enum("")
            else:
                raise self._error(f"{word!r} is not expected here")
        self._resolve()
        return self._file

    def _take(self) -> str:
        if self._at == len(self._tokens):
            raise ProtoError(f"{self._name}: the file ends too early")
        self._at += 1
        return self._tokens[self._at - 1][0]

    def _peek(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""

    def _expect(self, *words: str) -> None:
        for word in words:
            found = self._take()
            if found != word:
                raise self._error(f"{word!r} expected, {found!r} found")

    def _error(self, reason: str) -> ProtoError:
        return ProtoError(f"{self._name}:{self._tokens[self._at - 1][1]}: {reason}")

    def _number(self) -> int:
        self._expect("=")
        text = self._take()
        self._expect(";")
        if not text.isdigit():
            raise self._error(f"a number expected, {text!r} found")
        return int(text)

    def _enum(self, scope: str) -> None:
        name = scope + self._take()
        values = {}
        self._expect("{")
        while self._peek() != "}":
            value = self._take()
            values[value] = self._number()
        self._expect("}")
        self._file.enums[name] = Enum(name, values)

    def _message(self, scope: str) -> None:
        message = Message(scope + self._take())
        self._file.messages[message.name] = message
        self._expect("{")
        self._body(message, "")
        message.fields.sort(key=lambda each: each.number)

    def _body(self, message: Message, oneof: str) -> None:
        while self._peek() != "}":
            word = self._take()
            if word == "message":
                self._message(message.name + ".")
            elif word == "enum":
                self._enum(message.name + ".")
            elif word == "oneof":
                name = self._take()
                self._expect("{")
                self._body(message, name)
            elif word == "map":
                self._map(message)
            else:
                repeated = word == "repeated"
                kind = self._take() if repeated else word
                name = self._take()
                message.fields.append(Field(name, self._number(), kind, repeated, oneof))
        self._expect("}")

    def _map(self, message: Message) -> None:
        self._expect("<")
        key = self._take()
        self._expect(",")
        value = self._take()
        self._expect(">")
        name = self._take()
        entry = message.name + "." + "".join(part.capitalize() for part in name.split("_")) + "Entry"
        fields = [Field("key", 1, key), Field("value", 2, value)]
        self._file.messages[entry] = Message(entry, fields, is_map_entry=True)
        message.fields.append(Field(name, self._number(), entry, repeated=True, is_map=True))

    def _resolve(self) -> None:
        for message in self._file.messages.values():
            message.fields = [self._resolved(message, each) for each in message.fields]

    def _resolved(self, message: Message, found: Field) -> Field:
        if found.type in SCALARS:
            return found
        scope = message.name.split(".")
        for depth in range(len(scope), -1, -1):
            name = ".".join([*scope[:depth], found.type])
            if name in self._file.messages or name in self._file.enums:
                return Field(found.name, found.number, name, found.repeated, found.oneof, found.is_map)
        raise ProtoError(f"{self._name}: {message.name}.{found.name}: there is no type {found.type!r}")
