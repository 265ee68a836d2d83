"""Prototypes of operators that come with a generated package rather than with ge-graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Union

from ge.es._native import es_register_prototype
from ge.graph.types import DataType

Port = tuple[str, int, int, str]  # name, kind (required, optional, dynamic), data types as bits, type symbol or ""
Attr = Union[tuple[str, str], tuple[str, str, Any]]  # name, kind; the default, if any: its type follows the kind
Subgraph = tuple[str, int]  # name, kind (static, dynamic)
Prototype = tuple[str, str, Sequence[Port], Sequence[Port], Sequence[Attr], Sequence[Subgraph]]


def register_prototypes(package: str, prototypes: Sequence[Prototype]) -> None:
    """Make operators known to this process, so that their nodes can be built, saved, loaded and matched.

    Args:
        package: Who registers them, for messages.
        prototypes: Of each operator its type, the place of its definition, inputs, outputs, attributes, subgraphs.

    Raises:
        ValueError: An operator is already known with another prototype; both places are named. Those before it stay
            registered; registering an equal prototype again changes nothing.
    """
    for op_type, place, inputs, outputs, attrs, subgraphs in prototypes:
        typed = [_with_data_types(attr) for attr in attrs]
        es_register_prototype(op_type, f"{package} ({place})", inputs, outputs, typed, subgraphs)


def _with_data_types(attr: Attr) -> Attr:
    """The attribute; a default of data types, which are numbers in a prototype, as members of `DataType`."""
    if len(attr) == 3 and attr[1] == "DataType":
        return attr[0], attr[1], DataType(attr[2])
    if len(attr) == 3 and attr[1] == "ListDataType":
        return attr[0], attr[1], [DataType(number) for number in attr[2]]
    return attr
