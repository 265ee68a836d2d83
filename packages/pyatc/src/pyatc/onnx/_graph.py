"""Imports one ONNX graph, node by node, into a graph of ours."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx
from ge.es import GraphBuilder, TensorHolder
from ge.graph import DataType, Format, Graph
from numpy.typing import NDArray

from pyatc._errors import AtcError
from pyatc.onnx._node import OnnxNode
from pyatc.onnx._registry import find_importer
from pyatc.onnx._scope import Constant, Scope, subgraphs
from pyatc.onnx._tensors import data_type

_STANDARD = "ai.onnx"
_CONSTANT_ATTRIBUTES = {
    "value_float": np.float32,
    "value_floats": np.float32,
    "value_int": np.int64,
    "value_ints": np.int64,
}


def unsupported(graph: onnx.GraphProto) -> dict[str, str]:
    """The operators in a graph and in those inside it that cannot be imported, each with the first node that has it."""
    found: dict[str, str] = {}
    for node in graph.node:
        domain = "" if node.domain == _STANDARD else node.domain
        if node.op_type != "Constant" and find_importer(domain, node.op_type) is None:
            found.setdefault(f"{domain or _STANDARD}::{node.op_type}", node.name or node.output[0])
        for inner in subgraphs(node):
            found = {**unsupported(inner), **found}
    return found


def constant_of(node: onnx.NodeProto) -> Constant:
    """The value of a Constant node."""
    attribute = node.attribute[0]
    if attribute.name == "value":
        return attribute.t
    if attribute.name in _CONSTANT_ATTRIBUTES:
        array: NDArray[np.generic] = np.asarray(
            onnx.helper.get_attribute_value(attribute), _CONSTANT_ATTRIBUTES[attribute.name]
        )
        return array
    raise AtcError("E13014", f'node "{node.name}" (Constant): attribute {attribute.name} is not supported')


def import_nodes(graph: onnx.GraphProto, scope: Scope, versions: Mapping[str, int]) -> None:
    """Import a graph's constants and nodes; afterwards `scope` knows every value by its name."""
    scope.declare([*graph.value_info, *graph.input, *graph.output])
    for tensor in graph.initializer:
        scope.define_constant(tensor.name, tensor)
    for proto in graph.node:
        if proto.op_type == "Constant" and proto.domain in ("", _STANDARD):
            scope.define_constant(proto.output[0], constant_of(proto))
            continue
        domain = "" if proto.domain == _STANDARD else proto.domain
        node = OnnxNode(proto, versions, scope)
        importer = find_importer(domain, proto.op_type)
        if importer is None:
            raise AtcError("E16002", f"there is no importer for {node.title} of domain {domain or _STANDARD}")
        outputs = importer(node)
        holders = [outputs] if isinstance(outputs, TensorHolder) else outputs
        for name, holder in zip(proto.output, holders):
            scope.define(name, holder)
        _take_name(holders, proto)


def _take_name(holders: object, proto: onnx.NodeProto) -> None:
    """Give the node that makes the result the ONNX node's name."""
    if isinstance(holders, (list, tuple)) and holders and proto.name:
        holders[0]._rename_node(proto.name)


def build(builder: GraphBuilder, scope: Scope, graph: onnx.GraphProto) -> Graph:
    """The finished graph, with ONNX's outputs in order and no name twice: ONNX does not ask for that."""
    outputs = [scope.holder(value.name) for value in graph.output]
    builder._make_names_unique()
    return builder.build_and_reset(outputs)


def import_body(graph: onnx.GraphProto, name: str, node: OnnxNode, passed: list[str]) -> Graph:
    """Import a graph that stands in an attribute.

    Args:
        graph: The ONNX graph.
        name: Name of the result; unique in the model.
        node: The node that holds it.
        passed: Names of outer values that become its inputs, in order.

    Returns:
        A graph with one Data node for each of `passed`.
    """
    builder = GraphBuilder(name)
    scope = Scope(builder, node.scope)
    for i, outer in enumerate(passed):
        data = builder.create_input(i, name=f"{name}/{outer}", shape=[-2], data_type=_type(node, outer))
        builder.set_node_attr_int64(data, "_parent_node_index", i + 1)
        scope.define(outer, data)
    import_nodes(graph, scope, node.versions)
    return build(builder, scope, graph)


def _type(node: OnnxNode, name: str) -> DataType:
    known = node.scope.type_of(name)
    if known is None or not known.tensor_type.elem_type:
        return DataType.DT_FLOAT
    return data_type(known.tensor_type.elem_type, f'value "{name}"')


def create_input(
    builder: GraphBuilder, index: int, value: onnx.ValueInfoProto, shape: list[int], layout: Format
) -> TensorHolder:
    """A Data node for a model's input; `layout` counts for as many dimensions as it has letters, others are ND."""
    kind = data_type(value.type.tensor_type.elem_type, f'input "{value.name}"')
    fits = len(shape) == len(layout.name.removeprefix("FORMAT_"))
    return builder.create_input(
        index,
        name=value.name,
        data_type=kind,
        format=layout if fits else Format.FORMAT_ND,
        shape=shape,
    )
