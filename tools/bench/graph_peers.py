"""The same graph in each library: a chain in which three nodes of four have an attribute and the fourth two inputs.

An edit takes every tenth node out, joining its neighbours, and sets an attribute of the node behind it. A visit goes
through the nodes in topological order and reads types, what feeds the inputs, and attributes. What a library cannot do
it does not offer. Each class is made only when its library is there: its modules are imported inside.
"""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

EVERY = 10
SLOPE = 0.25

# Peers have no common type, and some no types at all: Any is a graph of theirs.


def has_two_inputs(i: int) -> bool:
    """Whether node i of the chain adds, or else has one input and an attribute."""
    return i % 4 == 3


class GePy:
    """ge.es and ge.graph; files are AIR."""

    def __init__(self) -> None:
        import ge.es.all
        import ge.graph

        self.es, self.graph = ge.es.all, ge.graph

    def build(self, count: int) -> Any:
        """A graph of `count` nodes."""
        from ge.es import GraphBuilder

        add, leaky_relu = self.es.Add, self.es.LeakyRelu
        builder = GraphBuilder("chain")
        x = older = builder.create_input(0, shape=[8, 8])
        for i in range(count):
            older, x = x, add(x, older) if has_two_inputs(i) else leaky_relu(x, negative_slope=SLOPE)
        return builder.build_and_reset([x])

    def edit(self, graph: Any) -> None:
        """Takes every tenth node out."""
        for node in graph.get_direct_nodes()[EVERY::EVERY]:
            if node.type != "LeakyRelu":
                continue
            source, port = node.get_in_data_nodes_and_port_indexes(0)
            for reader, place in node.get_out_data_nodes_and_port_indexes(0):
                graph.remove_edge(node, 0, reader, place)
                graph.add_data_edge(source, port, reader, place)
                reader.set_attr("edited", 0.5)
            graph.remove_node(node)

    def visit(self, graph: Any) -> int:
        """Reads every node."""
        seen = 0
        for node in graph.get_direct_nodes():
            kind = node.type
            if kind == "Data":
                continue
            for i in range(node.get_inputs_size()):
                node.get_in_data_nodes_and_port_indexes(i)
            if kind == "LeakyRelu":
                seen += node.get_attr("negative_slope") == SLOPE
        return seen

    def save(self, graph: Any, path: Path) -> None:
        """Writes a file."""
        graph.save_to_air(str(path))

    def load(self, path: Path) -> Any:
        """Reads it."""
        graph = self.graph.Graph("loaded")
        graph.load_from_air(str(path))
        return graph


class OnnxHelper:
    """onnx.helper over plain protobuf messages."""

    def __init__(self) -> None:
        import onnx

        self.onnx = onnx

    def build(self, count: int) -> Any:
        """A model of `count` nodes."""
        helper, kind = self.onnx.helper, self.onnx.TensorProto.FLOAT
        nodes, names = [], ["x", "x"]
        for i in range(count):
            name = f"n{i}"
            if has_two_inputs(i):
                node = helper.make_node("Add", [names[1], names[0]], [name], name=name)
            else:
                node = helper.make_node("LeakyRelu", [names[1]], [name], name=name, alpha=SLOPE)
            nodes.append(node)
            names = [names[1], name]
        ends = [helper.make_tensor_value_info(name, kind, [8, 8]) for name in ("x", names[1])]
        return helper.make_model(helper.make_graph(nodes, "chain", ends[:1], ends[1:]))

    def edit(self, model: Any) -> None:
        """Takes every tenth node out."""
        nodes = model.graph.node
        readers: dict[str, list[tuple[Any, int]]] = {}
        for node in nodes:
            for place, name in enumerate(node.input):
                readers.setdefault(name, []).append((node, place))
        gone = set()
        for node in list(nodes)[EVERY::EVERY]:
            if node.op_type != "LeakyRelu":
                continue
            source = node.input[0]
            for reader, place in readers.pop(node.output[0], ()):
                reader.input[place] = source
                readers.setdefault(source, []).append((reader, place))
                reader.attribute.append(self.onnx.helper.make_attribute("edited", 0.5))
            gone.add(node.name)
        kept = [node for node in nodes if node.name not in gone]
        del nodes[:]
        nodes.extend(kept)

    def visit(self, model: Any) -> int:
        """Reads every node."""
        seen = 0
        producers: dict[str, Any] = {}
        for node in model.graph.node:
            kind = node.op_type
            for name in node.input:
                producers.get(name)
            if kind == "LeakyRelu":
                seen += node.attribute[0].f == SLOPE
            producers[node.output[0]] = node
        return seen

    def save(self, model: Any, path: Path) -> None:
        """Writes a file."""
        self.onnx.save(model, str(path))

    def load(self, path: Path) -> Any:
        """Reads it."""
        return self.onnx.load(str(path))


class OnnxIr:
    """onnx-ir, the graph under onnxscript."""

    def __init__(self) -> None:
        import onnx_ir

        self.ir = onnx_ir

    def build(self, count: int) -> Any:
        """A model of `count` nodes."""
        ir = self.ir
        x = older = entry = ir.Input("x", ir.Shape([8, 8]), ir.TensorType(ir.DataType.FLOAT))
        nodes = []
        for i in range(count):
            if has_two_inputs(i):
                node = ir.node("Add", [x, older], name=f"n{i}")
            else:
                node = ir.node("LeakyRelu", [x], {"alpha": SLOPE}, name=f"n{i}")
            nodes.append(node)
            older, x = x, node.outputs[0]
        graph = ir.Graph([entry], [x], nodes=nodes, opset_imports={"": 18}, name="chain")
        return ir.Model(graph, ir_version=10)

    def edit(self, model: Any) -> None:
        """Takes every tenth node out."""
        for node in list(model.graph)[EVERY::EVERY]:
            if node.op_type != "LeakyRelu":
                continue
            for reader, _ in node.outputs[0].uses():
                reader.attributes["edited"] = self.ir.AttrFloat32("edited", 0.5)
            node.outputs[0].replace_all_uses_with(node.inputs[0])
            model.graph.remove(node, safe=True)

    def visit(self, model: Any) -> int:
        """Reads every node."""
        seen = 0
        for node in model.graph:
            kind = node.op_type
            for value in node.inputs:
                value.producer()
            if kind == "LeakyRelu":
                seen += node.attributes["alpha"].value == SLOPE
        return seen

    def save(self, model: Any, path: Path) -> None:
        """Writes a file."""
        self.ir.save(model, str(path))

    def load(self, path: Path) -> Any:
        """Reads it."""
        return self.ir.load(str(path))


class OpenVino:
    """OpenVINO's Python API; the node with an attribute is Elu."""

    def __init__(self) -> None:
        import openvino
        from openvino import opset13

        self.ov, self.ops = openvino, opset13

    def build(self, count: int) -> Any:
        """A model of `count` nodes."""
        import numpy as np

        ops = self.ops
        x = older = entry = ops.parameter([8, 8], np.float32)
        for i in range(count):
            older, x = x, ops.add(x, older) if has_two_inputs(i) else ops.elu(x, SLOPE)
        return self.ov.Model([x], [entry], "chain")

    def edit(self, model: Any) -> None:
        """Takes every tenth node out."""
        for node in model.get_ordered_ops()[EVERY::EVERY]:
            if node.get_type_name() != "Elu":
                continue
            for reader in node.output(0).get_target_inputs():
                reader.get_node().get_rt_info()["edited"] = 5
            node.output(0).replace(node.input_value(0))

    def visit(self, model: Any) -> int:
        """Reads every node."""
        seen = 0
        for node in model.get_ordered_ops():
            kind = node.get_type_name()
            for i in range(node.get_input_size()):
                node.input_value(i).get_node()
            if kind == "Elu":
                seen += node.get_attributes()["alpha"] == SLOPE
        return seen

    def save(self, model: Any, path: Path) -> None:
        """Writes a file, and an empty one for the weights."""
        self.ov.serialize(model, str(path.with_suffix(".xml")))

    def load(self, path: Path) -> Any:
        """Reads it."""
        return self.ov.Core().read_model(str(path.with_suffix(".xml")))


class TorchFx:
    """torch.fx; files are pickles, as a GraphModule is saved."""

    def __init__(self) -> None:
        import torch
        import torch.fx

        self.torch = torch

    def build(self, count: int) -> Any:
        """A graph of `count` nodes."""
        graph = self.torch.fx.Graph()
        x = older = graph.placeholder("x")
        add, leaky_relu = self.torch.add, self.torch.nn.functional.leaky_relu
        for i in range(count):
            if has_two_inputs(i):
                older, x = x, graph.call_function(add, (x, older))
            else:
                older, x = x, graph.call_function(leaky_relu, (x,), {"negative_slope": SLOPE})
        graph.output(x)
        return graph

    def edit(self, graph: Any) -> None:
        """Takes every tenth node out."""
        leaky_relu = self.torch.nn.functional.leaky_relu
        for node in list(graph.nodes)[EVERY::EVERY]:
            if node.target is not leaky_relu:
                continue
            for reader in node.users:
                reader.meta["edited"] = 0.5
            node.replace_all_uses_with(node.args[0])
            graph.erase_node(node)

    def visit(self, graph: Any) -> int:
        """Reads every node."""
        seen = 0
        leaky_relu = self.torch.nn.functional.leaky_relu
        for node in graph.nodes:
            target = node.target
            for source in node.all_input_nodes:
                _ = source.op
            if target is leaky_relu:
                seen += node.kwargs["negative_slope"] == SLOPE
        return seen

    def save(self, graph: Any, path: Path) -> None:
        """Writes a file."""
        module = self.torch.fx.GraphModule(self.torch.nn.Module(), graph)
        path.write_bytes(pickle.dumps(module))

    def load(self, path: Path) -> Any:
        """Reads it."""
        return pickle.loads(path.read_bytes()).graph
