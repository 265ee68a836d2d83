"""The grammar of `input_shape`, as an option and on the command line (spec: offline_compile, 4.4)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ge.ge_global._options import OptionError
from ge.graph import Graph

_INT64_MAX = 2**63 - 1
_RANGE_CHARACTERS = re.compile(r"[0-9 ,~\-]*")
_SAMPLE = 'expected for example "x:1,3,224,224;y:1~8,-1"'


@dataclass(frozen=True)
class Dim:
    """The sizes that a dimension may have: `lower` to `upper`; `upper` None: no limit."""

    lower: int
    upper: int | None

    @property
    def size(self) -> int:
        """The one size, or -1 when several are allowed."""
        return self.lower if self.lower == self.upper else -1


ShapeSpec = tuple[Dim, ...]


def _number(text: str, entry: str, code: str = "E10002") -> int:
    if "." in text:
        raise OptionError("E10002", f"input shape '{entry}': '{text}' is not a whole number, {_SAMPLE}")
    if not re.match(r"-?\d", text):
        raise OptionError(
            "E10014" if code == "E10002" else code,
            f"input shape '{entry}': '{text}' is not a number, {_SAMPLE}",
        )
    if not re.fullmatch(r"-?\d+", text):
        raise OptionError(code, f"input shape '{entry}': '{text}' has signs that are no digits, {_SAMPLE}")
    number = int(text)
    if abs(number) > _INT64_MAX:
        raise OptionError("E10013", f"input shape '{entry}': '{text}' does not fit into 64 bits")
    return number


def _static_dim(text: str, entry: str) -> Dim:
    size = _number(text, entry)
    if size <= 0:
        raise OptionError("E10011", f"input shape '{entry}': sizes must be above 0, given {size}")
    return Dim(size, size)


def _range_dim(text: str, entry: str) -> Dim:
    lower, tilde, upper = text.partition("~")
    if not tilde:
        size = _number(text, entry)
        return Dim(size, size) if size >= 0 else Dim(0, None)
    low, high = (_number(part.strip(), entry, "E10048") for part in (lower, upper))
    if low < 0 or high < low:
        raise OptionError("E10048", f"input shape '{entry}': the range '{text}' must go up from 0 or more")
    return Dim(low, high)


def parse_input_shape(text: str) -> dict[str, ShapeSpec]:
    """Read shapes by input name.

    Args:
        text: `name:d,d;name:d~d,-1`; a name with nothing behind its colon is a scalar.

    Returns:
        For each name its dimensions.

    Raises:
        OptionError: E10002 malformed or a name twice, E10011 a size not above 0, E10013 too large, E10014 no number,
            E10048 a bad range.
    """
    dim_of = _range_dim if "~" in text or "-1" in text else _static_dim
    shapes: dict[str, ShapeSpec] = {}
    for entry in filter(None, (part.strip() for part in text.split(";"))):
        name, colon, dims = entry.rpartition(":")
        if not colon or not name.strip():
            raise OptionError("E10002", f"input shape '{entry}' has no name before a ':', {_SAMPLE}")
        if name.strip() in shapes:
            raise OptionError("E10002", f"input shape '{entry}': '{name.strip()}' has a shape already, {_SAMPLE}")
        if dim_of is _range_dim and not _RANGE_CHARACTERS.fullmatch(dims):
            raise OptionError(
                "E10002", f"input shape '{entry}': only digits and the signs , ~ - are allowed, {_SAMPLE}"
            )
        parts = [part.strip() for part in dims.split(",")] if dims.strip() else []
        shapes[name.strip()] = tuple(dim_of(part, entry) for part in parts)
    return shapes


def set_input_shapes(graph: Graph, shapes: Mapping[str, ShapeSpec]) -> None:
    """Give the Data nodes of these names these shapes; names of no Data node are left alone."""
    for node in graph.get_direct_nodes() if shapes else []:
        if node.type != "Data" or node.name not in shapes:
            continue
        dims = shapes[node.name]
        desc = node.get_output_desc(0).set_shape([dim.size for dim in dims])
        if any(dim.size == -1 for dim in dims):
            desc.set_shape_range([(dim.lower, -1 if dim.upper is None else dim.upper) for dim in dims])
        node.update_input_desc(0, desc)
        node.update_output_desc(0, desc)
