"""One ONNX node as the importing functions see it."""

from __future__ import annotations

from collections.abc import Mapping

import onnx
from onnx import helper

from pyatc.importing import Scope, SourceNode, Weight
from pyatc.onnx._model import OnnxModel


class OnnxNode(SourceNode):
    """A node of an ONNX graph.

    Attributes:
        proto: The node itself; its domain is '' where it is ONNX's own.
        model: The model that it is in.
    """

    def __init__(self, proto: onnx.NodeProto, versions: Mapping[str, int], scope: Scope, model: OnnxModel) -> None:
        attributes = {attribute.name: helper.get_attribute_value(attribute) for attribute in proto.attribute}
        ports = (proto.input, proto.output)
        super().__init__(
            proto.op_type, proto.domain, versions.get(proto.domain, 0), proto.name, ports, attributes, scope
        )
        self.proto = proto
        self.model = model

    def default(self, name: str) -> object:
        schema = schema_of(self.op_type, self.version, self.domain)
        attribute = schema.attributes.get(name) if schema else None
        if attribute is None or not attribute.default_value.name:
            return None
        return helper.get_attribute_value(attribute.default_value)

    def tensor(self, name: str) -> Weight | None:
        """The tensor in an attribute, None where it is not given."""
        value = self.attribute(name)
        return self.model.weights.weight(value) if isinstance(value, onnx.TensorProto) else None

    def graph(self, name: str) -> onnx.GraphProto:
        """The graph in an attribute, which the operator requires."""
        value = self.attribute(name)
        if not isinstance(value, onnx.GraphProto):
            raise self.error(f"attribute {name} is missing")
        return value


def schema_of(op_type: str, version: int, domain: str) -> onnx.defs.OpSchema | None:
    """ONNX's own definition of an operator, None where it has none."""
    try:
        return onnx.defs.get_schema(op_type, version, domain)
    except onnx.defs.SchemaError:
        return None
