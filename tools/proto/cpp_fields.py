"""Writes the C++ side of a description: field numbers as constants, and tables that tell what each field is.

Usage: cpp_fields.py DESCRIPTION.proto OUT.h OUT.cc
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from proto_text import SCALARS, Enum, Field, Message, ProtoFile, read_proto


def _words(name: str) -> list[str]:
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.replace(".", "_"))
    return [word for word in split.split("_") if word]


def _constant(name: str) -> str:
    return "k" + "".join(word[0].upper() + word[1:] for word in _words(name))


def _namespace(name: str) -> str:
    return "_".join(word.lower() for word in _words(name))


def _kind(file: ProtoFile, found: Field) -> str:
    if found.type in SCALARS:
        return _constant(found.type)
    return "kEnum" if found.type in file.enums else "kMessage"


def _numbers(message: Message) -> list[str]:
    lines = [f"namespace {_namespace(message.name)} {{"]
    lines += [f"inline constexpr uint32_t {_constant(each.name)} = {each.number};" for each in message.fields]
    return [*lines, "}"]


def _values(enum: Enum) -> list[str]:
    lines = [f"namespace {_namespace(enum.name)} {{"]
    lines += [f"inline constexpr int32_t {_constant(name.lower())} = {value};" for name, value in enum.values.items()]
    return [*lines, "}"]


def header(file: ProtoFile) -> str:
    """The header: a namespace of numbers for each message and enumeration, and the tables' declarations."""
    lines = ["#pragma once", "", f"// Made from {file.name}.", "", "#include <cstdint>", ""]
    lines += ['#include "serialize/message_info.h"', "", f"namespace ge::serialize::{_scope(file)} {{", ""]
    for enum in file.enums.values():
        lines += [*_values(enum), ""]
    for message in file.messages.values():
        lines += [*_numbers(message), f"extern const MessageInfo {_constant(message.name)};", ""]
    return "\n".join([*lines, f"}}  // namespace ge::serialize::{_scope(file)}", ""])


def source(file: ProtoFile, header_path: str) -> str:
    """The tables."""
    lines = [f'#include "{header_path}"', "", f"namespace ge::serialize::{_scope(file)} {{", "namespace {", ""]
    for enum in file.enums.values():
        lines += [f"constexpr EnumValue {_constant(enum.name)}Values[] = {{"]
        lines += [f'    {{{value}, "{name}"}},' for name, value in enum.values.items()]
        lines += ["};", f"constexpr EnumInfo {_constant(enum.name)}{{{_constant(enum.name)}Values,"]
        lines += [f"    {len(enum.values)}}};", ""]
    for message in file.messages.values():
        lines += [*_table(file, message), ""]
    lines += ["}  // namespace", ""]
    for message in file.messages.values():
        entry = "true" if message.is_map_entry else "false"
        name = _constant(message.name)
        lines.append(f'const MessageInfo {name}{{"{message.name}", {name}Fields, {len(message.fields)}, {entry}}};')
    return "\n".join([*lines, "", f"}}  // namespace ge::serialize::{_scope(file)}", ""])


def _table(file: ProtoFile, message: Message) -> list[str]:
    lines = [f"const FieldInfo {_constant(message.name)}Fields[] = {{"]
    for each in message.fields:
        kind = _kind(file, each)
        of_message = f"&{_constant(each.type)}" if kind == "kMessage" else "nullptr"
        of_enum = f"&{_constant(each.type)}" if kind == "kEnum" else "nullptr"
        always = bool(each.repeated or each.oneof or kind == "kMessage" or message.is_map_entry)
        lines.append(
            f'    {{{each.number}, "{each.name}", FieldKind::{kind}, {str(each.repeated).lower()}, '
            f"{str(always).lower()}, {of_message}, {of_enum}}},"
        )
    return [*lines, "};"]


def _scope(file: ProtoFile) -> str:
    return file.name.split(".")[0]


def main() -> None:
    """Read the description that the command line names and write both files."""
    description, header_out, source_out = sys.argv[1:]
    file = read_proto(Path(description))
    Path(header_out).write_text(header(file), encoding="utf-8")
    Path(source_out).write_text(source(file, "serialize/" + Path(header_out).name), encoding="utf-8")


if __name__ == "__main__":
    main()
