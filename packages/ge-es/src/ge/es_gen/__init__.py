"""Operator definitions and what is generated from them; needs nothing but the standard library."""

from __future__ import annotations

from .errors import DefinitionError
from .json_form import op_from_json, op_to_json, read_json
from .model import Attr, AttrKind, OpDef, Port, PortKind, Subgraph
from .read import read_definitions
from .text_form import read_text, write_text

__all__ = [
    "Attr",
    "AttrKind",
    "DefinitionError",
    "OpDef",
    "Port",
    "PortKind",
    "Subgraph",
    "op_from_json",
    "op_to_json",
    "read_definitions",
    "read_json",
    "read_text",
    "write_text",
]
