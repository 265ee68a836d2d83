"""Python message classes of a description, for tests: made when asked for, so that no generated code is kept."""

from __future__ import annotations

from pathlib import Path

from google.protobuf import descriptor_pb2, descriptor_pool, message, message_factory
from proto_text import SCALARS, Field, Message, ProtoFile, read_proto

_FieldProto = descriptor_pb2.FieldDescriptorProto


def message_classes(description: Path) -> dict[str, type[message.Message]]:
    """The classes of all messages, by their name in the description: `{"ModelDef": ..., "AttrDef.ListValue": ...}`."""
    file = read_proto(description)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(_file_descriptor(file))
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{file.package}.{name}"))
        for name, found in file.messages.items()
        if not found.is_map_entry
    }


def _file_descriptor(file: ProtoFile) -> descriptor_pb2.FileDescriptorProto:
    descriptor = descriptor_pb2.FileDescriptorProto(name=file.name, package=file.package, syntax="proto3")
    made: dict[str, descriptor_pb2.DescriptorProto] = {}
    for name, found in file.messages.items():
        outer, _, own = name.rpartition(".")
        made[name] = made[outer].nested_type.add(name=own) if outer else descriptor.message_type.add(name=own)
        _add_fields(made[name], file, found)
    for name, enum in file.enums.items():
        outer, _, own = name.rpartition(".")
        target = made[outer].enum_type.add(name=own) if outer else descriptor.enum_type.add(name=own)
        for value, number in enum.values.items():
            target.value.add(name=value, number=number)
    return descriptor


def _add_fields(target: descriptor_pb2.DescriptorProto, file: ProtoFile, found: Message) -> None:
    target.options.map_entry = found.is_map_entry
    oneofs: list[str] = []
    for each in found.fields:
        field = target.field.add(name=each.name, number=each.number)
        field.label = _FieldProto.LABEL_REPEATED if each.repeated else _FieldProto.LABEL_OPTIONAL
        _set_type(field, file, each)
        if each.oneof:
            if each.oneof not in oneofs:
                oneofs.append(each.oneof)
                target.oneof_decl.add(name=each.oneof)
            field.oneof_index = oneofs.index(each.oneof)


def _set_type(field: descriptor_pb2.FieldDescriptorProto, file: ProtoFile, found: Field) -> None:
    if found.type in SCALARS:
        field.type = getattr(_FieldProto, "TYPE_" + found.type.upper())
        return
    field.type = _FieldProto.TYPE_ENUM if found.type in file.enums else _FieldProto.TYPE_MESSAGE
    field.type_name = f".{file.package}.{found.type}"
