"""Imports one ONNX graph, node by node, into a graph of ours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx
from ge.es import GraphBuilder, TensorHolder
from ge.graph import DataType, Format, Graph

from pyatc._errors import AtcError
from pyatc.importing import Scope, Weight, finish, import_node
from pyatc.onnx._check import invalid, needs
from pyatc.onnx._model import OnnxModel
from pyatc.onnx._node import OnnxNode
from pyatc.onnx._registry import REGISTRY
from pyatc.onnx._tensors import data_type, value_type
from pyatc.onnx._weights import StoredWeights

_CONSTANT_ATTRIBUTES = {
    "value_float": np.float32,
    "value_floats": np.float32,
    "value_int": np.int64,
    "value_ints": np.int64,
}


def constant_of(node: onnx.NodeProto, weights: StoredWeights) -> Weight:
    """The value of a Constant node."""
    if len(node.attribute) != 1:
        given = ", ".join(attribute.name for attribute in node.attribute) or "none"
        raise AtcError(
            "E16001", f'node "{node.name}" (Constant), output "{node.output[0]}": has not one value but {given}'
        )
    attribute = node.attribute[0]
    if attribute.name == "value":
        return weights.weight(attribute.t)
    if attribute.name in _CONSTANT_ATTRIBUTES:
        value = onnx.helper.get_attribute_value(attribute)
        return Weight.of(np.asarray(value, _CONSTANT_ATTRIBUTES[attribute.name]))
    supported = ", ".join(["value", *_CONSTANT_ATTRIBUTES])
    raise AtcError(
        "E13014",
        f'node "{node.name}" (Constant), output "{node.output[0]}": attribute {attribute.name} is not supported, these '
        f"are: {supported}",
    )


def import_nodes(graph: onnx.GraphProto, scope: Scope, model: OnnxModel) -> None:
    """Import a graph's constants and nodes; afterwards `scope` knows every value by its name.

    What cannot be imported is among the scope's refusals.
    """
    for value in [*graph.value_info, *graph.input, *graph.output]:
        scope.declare(value.name, value_type(value.type))
    for tensor in graph.initializer:
        scope.define_constant(tensor.name, model.weights.weight(tensor))
    scope.used = {name for node in graph.node for name in needs(node)} | {value.name for value in graph.output}
    versions = model.versions
    for proto in graph.node:
        if proto.op_type == "Constant" and not proto.domain:
            try:
                scope.define_constant(proto.output[0], constant_of(proto, model.weights))
            except AtcError as error:
                scope.refusals.add(error)
                scope.define_constant(proto.output[0], Weight.of(np.zeros((), np.float32)))
            continue
        node = OnnxNode(proto, versions, scope, model)
        importer = REGISTRY.find(node.domain, node.op_type, node.version)
        if importer is None:
            scope.refusals.add_missing(*_missing(node))
            node.leave_open()
        elif (complaint := invalid(proto, versions, model.proto.ir_version)) is not None:
            scope.refusals.add(AtcError("E16001", f"{node.place}: {complaint}"))
            node.leave_open()
        else:
            import_node(node, importer)


def _missing(node: OnnxNode) -> tuple[str, str, str]:
    """Operator, place and reason, for what nobody imports."""
    operator = f"{node.domain or 'ai.onnx'}::{node.op_type}"
    output = next(filter(None, node.outputs), "")
    place = f'node "{node.unique_name}"), output "{output}", opset {node.version}'
    since = REGISTRY.since(node.domain, node.op_type)
    if not node.version:
        return operator, place, "the model imports no version of its operator domain; write one into opset_import"
    if since:
        advice = "convert the model with onnx.version_converter"
        return operator, place, f"it is imported from version {since[0]} of the operator set on; {advice}"
    advice = "write the model without it, or register one with pyatc.onnx.onnx_op"
    return operator, place, f"there is no importer; {advice}"


def import_body(graph: onnx.GraphProto, name: str, node: OnnxNode, passed: Sequence[str]) -> Graph:
    """Import a graph that stands in an attribute.

    Args:
        graph: The ONNX graph.
        name: Name of the result; a number is put behind it where the model has it already.
        node: The node that holds it.
        passed: Names of outer values that become its inputs, in order.

    Returns:
        A graph with one Data node for each of `passed`.
    """
    builder = GraphBuilder(node.scope.graph_name(name))
    scope = Scope(builder, node.scope)
    for i, outer in enumerate(passed):
        kind = node.scope.type_of(outer).data_type or DataType.DT_FLOAT
        data = builder.create_input(i, name=f"{name}/{outer}", shape=[-2], data_type=kind)
        builder.set_node_attr_int64(data, "_parent_node_index", i + 1)
        scope.define(outer, data)
    import_nodes(graph, scope, node.model)
    return finish(scope, [value.name for value in graph.output])


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
