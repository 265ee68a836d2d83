"""Which function imports which ONNX operator."""

from __future__ import annotations

from collections.abc import Iterable

from pyatc.importing import Registry
from pyatc.onnx._node import OnnxNode

REGISTRY: Registry[OnnxNode] = Registry()

# `@onnx_op("Softmax", since=13)` lets the decorated function import nodes of an operator.
onnx_op = REGISTRY.register


def known_operators() -> Iterable[tuple[str, str]]:
    """(domain, type) of all operators that can be imported."""
    return iter(REGISTRY)
