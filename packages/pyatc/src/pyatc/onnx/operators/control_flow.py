"""Operators that hold graphs."""

from __future__ import annotations

import ge.es.all as es

from pyatc.importing import Outputs
from pyatc.onnx._check import outer_names
from pyatc.onnx._graph import import_body
from pyatc.onnx._node import OnnxNode
from pyatc.onnx._registry import onnx_op


@onnx_op("If")
def if_(n: OnnxNode) -> Outputs:
    branches = {name: n.graph(name) for name in ("then_branch", "else_branch")}
    used = dict.fromkeys(name for graph in branches.values() for name in outer_names(graph))
    # Constants are made again inside the branches; the other values become inputs of both.
    passed = [name for name in used if n.scope.constant(name) is None]
    bodies = [import_body(graph, f"{n.unique_name}/{name}", n, passed) for name, graph in branches.items()]
    return es.If(n.input(0), [n.scope.holder(name) for name in passed], len(n.outputs), *bodies)
