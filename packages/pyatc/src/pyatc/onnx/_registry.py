"""Which function imports which ONNX operator."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pyatc.onnx._node import OnnxNode, Outputs

Importer = Callable[[OnnxNode], Outputs]

_IMPORTERS: dict[tuple[str, str], Importer] = {}


def onnx_op(*types: str, domain: str = "") -> Callable[[Importer], Importer]:
    """Let the decorated function import nodes of these operator types."""

    def register(function: Importer) -> Importer:
        for op_type in types:
            _IMPORTERS[domain, op_type] = function
        return function

    return register


def find_importer(domain: str, op_type: str) -> Importer | None:
    """The function for an operator; None when there is none."""
    return _IMPORTERS.get((domain, op_type))


def known_operators() -> Iterable[tuple[str, str]]:
    """(domain, type) of all operators that can be imported."""
    return _IMPORTERS.keys()
