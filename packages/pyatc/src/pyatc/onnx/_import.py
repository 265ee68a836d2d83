"""Turns a whole ONNX model into a graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import onnx
from ge.es import GraphBuilder
from ge.graph import Format, Graph
from ge.offline_compile._input_shape import ShapeSpec, set_input_shapes

from pyatc._errors import AtcError
from pyatc.importing import Scope, finish
from pyatc.onnx._graph import create_input, import_nodes
from pyatc.onnx._model import OnnxModel, from_proto
from pyatc.onnx._tensors import declared_shape

# Where the compiler finds the names of the outputs.
_OUTPUT_NAMES = "attr_model_out_nodes_name"


def import_model(
    model: onnx.ModelProto | OnnxModel,
    name: str,
    input_shapes: Mapping[str, ShapeSpec] | None = None,
    input_format: str = "NCHW",
) -> Graph:
    """Import a model.

    Args:
        model: What `load` gives, or a model in memory.
        name: Name of the graph.
        input_shapes: Shapes that replace the declared ones, by input name.
        input_format: Layout of the inputs that have as many dimensions as it has letters.

    Returns:
        A graph with a Data node for each input of the model and its outputs in order.

    Raises:
        AtcError: E16002 operators without importer, E16001 nodes that break a rule of their operator, E13014
            attributes, inputs or outputs that are not supported: all of these are named at once. E10016 a shape for an
            input that the model does not have, E10049 a shape of another rank than declared, E10050 a size that the
            model excludes, E10001 a type without counterpart.
    """
    read = model if isinstance(model, OnnxModel) else from_proto(model)
    source = read.proto.graph
    builder = GraphBuilder(name)
    scope = Scope(builder)
    constants = {tensor.name for tensor in source.initializer}
    inputs = [value for value in source.input if value.name not in constants]
    shapes = _shapes(inputs, input_shapes or {})
    layout = Format[f"FORMAT_{input_format}"]
    for i, value in enumerate(inputs):
        scope.define(value.name, create_input(builder, i, value, shapes[i], layout))
    inferred = OnnxModel(_inferred(read.proto), read.weights)
    import_nodes(inferred.proto.graph, scope, inferred)
    scope.refusals.check()
    outputs = [value.name for value in source.output]
    graph = finish(scope, outputs)
    set_input_shapes(graph, input_shapes or {})  # with their ranges
    graph.set_attr(_OUTPUT_NAMES, outputs)
    return graph


def _inferred(proto: onnx.ModelProto) -> onnx.ModelProto:
    """The model with the types that ONNX's own inference finds; as it is where that stops at something."""
    try:
        return onnx.shape_inference.infer_shapes(proto, data_prop=True)
    except (onnx.shape_inference.InferenceError, RuntimeError, ValueError):
        return proto


def _shapes(inputs: Sequence[onnx.ValueInfoProto], given: Mapping[str, ShapeSpec]) -> list[list[int]]:
    """The shape of each input: as given, else as declared."""
    names = [value.name for value in inputs]
    for name in given:
        if name not in names:
            raise AtcError("E10016", f"--input_shape names '{name}', but the model's inputs are {', '.join(names)}")
    return [_shape(value, given.get(value.name)) for value in inputs]


def _shape(value: onnx.ValueInfoProto, given: ShapeSpec | None) -> list[int]:
    declared = declared_shape(value)
    if given is None:
        return declared
    if declared != [-2] and len(given) != len(declared):
        raise AtcError("E10049", f"--input_shape gives '{value.name}' {len(given)} dimensions, the model {declared}")
    for i, dim in enumerate(given):
        fixed = declared[i] if declared != [-2] else -1
        if fixed >= 0 and not dim.lower <= fixed <= (fixed if dim.upper is None else dim.upper):
            raise AtcError(
                "E10050", f"--input_shape gives dimension {i} of '{value.name}' {dim.size}, the model {fixed}"
            )
    return [dim.size for dim in given]
