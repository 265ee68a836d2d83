"""Describes an ONNX ModelProto: a model, or the ONNX-flavoured dump of a graph.

A model's inputs and initializers, and values that a subgraph reads from outside, become nodes of the types `Input`,
`Initializer` and `OuterValue`. The functions of a model are graphs, too: the nodes that stand for one name it as a
subgraph in the slot `function`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ge.graph.inspection.collection import uncollected
from ge.graph.inspection.model import (
    AttrInfo,
    GraphInfo,
    InputInfo,
    ModelInfo,
    NodeInfo,
    OutputInfo,
    TensorType,
)

_Message = dict[str, Any]  # a protobuf message: its fields decide what is in it
_FunctionKey = tuple[str, str, str]  # domain, name, overload

# TensorProto.DataType
_ELEMENT_TYPES = {
    1: "float",
    2: "uint8",
    3: "int8",
    4: "uint16",
    5: "int16",
    6: "int32",
    7: "int64",
    8: "string",
    9: "bool",
    10: "float16",
    11: "double",
    12: "uint32",
    13: "uint64",
    14: "complex64",
    15: "complex128",
    16: "bf16",
    17: "float8_e4m3fn",
    19: "float8_e5m2",
    21: "uint4",
    22: "int4",
    23: "float4_e2m1",
    24: "float8_e8m0",
}

# AttributeProto.AttributeType: its name, and the field with the value.
_ATTRIBUTE_KINDS = {
    1: ("float", "f"),
    2: ("int", "i"),
    3: ("string", "s"),
    4: ("tensor", "t"),
    5: ("graph", "g"),
    6: ("list_float", "floats"),
    7: ("list_int", "ints"),
    8: ("list_string", "strings"),
    9: ("list_tensor", "tensors"),
    10: ("list_graph", "graphs"),
}
_UNSET: dict[str, object] = {"f": 0.0, "i": 0, "s": b"", "t": {}, "g": {}}
_SHOWN_ITEMS = 64
_DUMP_PREFIX = "ge:"
_SHORT_NAMES = {"bfloat16": "bf16"}


@uncollected()
def model_of(message: _Message, path: str) -> ModelInfo:
    """The model that the message holds, or the graph that it is a dump of."""
    root = message.get("graph", {})
    is_dump = any(node.get("op_type", "").startswith(_DUMP_PREFIX) for node in root.get("node", ()))
    graphs: list[GraphInfo] = []
    names = _Names()
    waiting = [(root, names.free(root.get("name", "")))]
    functions: dict[_FunctionKey, str] = {}
    for function in message.get("functions", ()):
        name = functions[_function_key(function, function.get("name", ""))] = names.free(_function_name(function))
        waiting.append((function, name))
    for body, name in waiting:  # grows while the bodies of nodes are met
        is_function = 0 < len(graphs) <= len(message.get("functions", ()))
        kind = _DumpReader if is_dump else _FunctionReader if is_function else _GraphReader
        reader = kind(body, name, names, functions)
        graphs.append(reader.read())
        waiting.extend(reader.bodies)
    return ModelInfo("ONNX-flavoured dump" if is_dump else "ONNX", tuple(graphs), path, _properties(message))


def _function_key(owner: _Message, name: str) -> _FunctionKey:
    """What a function and the nodes that stand for it agree in."""
    domain = owner.get("domain", "")
    return "" if domain == "ai.onnx" else domain, name, owner.get("overload", "")


def _function_name(function: _Message) -> str:
    name = _qualified(function.get("domain", ""), function.get("name", ""))
    return f"{name}:{function['overload']}" if function.get("overload") else name


def _properties(message: _Message) -> dict[str, str]:
    found = {
        "IR version": str(message.get("ir_version", "")),
        "opset": _opsets(message),
        "producer": f"{message.get('producer_name', '')} {message.get('producer_version', '')}".strip(),
    }
    found.update((each.get("key", ""), each.get("value", "")) for each in message.get("metadata_props", ()))
    return {name: text for name, text in found.items() if text}


def _opsets(message: _Message) -> str:
    imported = message.get("opset_import", ())
    return ", ".join(f"{each.get('domain') or 'ai.onnx'} {each.get('version', 0)}" for each in imported)


class _Names:
    """Names of graphs, each once: what is taken already gets a number."""

    def __init__(self) -> None:
        self._uses: dict[str, int] = {}

    def free(self, wanted: str) -> str:
        name = wanted
        while name in self._uses:
            self._uses[wanted] += 1
            name = f"{wanted}_{self._uses[wanted]}"
        self._uses[name] = 1
        return name


class _GraphReader:
    """Reads one graph of a model; the bodies of its nodes wait in `bodies`, with the names that they get."""

    def __init__(self, graph: _Message, name: str, names: _Names, functions: Mapping[_FunctionKey, str]) -> None:
        self.bodies: list[tuple[_Message, str]] = []
        self._graph = graph
        self._name = name
        self._names = names
        self._functions = functions
        self._nodes: list[NodeInfo] = []
        self._producers: dict[str, tuple[int, int]] = {}
        self._types = {
            value.get("name", ""): _value_type(value)
            for part in ("value_info", "output", "input")
            for value in graph.get(part, ())
        }

    def read(self) -> GraphInfo:
        """The graph; what is no operator stands first."""
        operators = list(self._operators())
        self._add_values(operators)
        first = len(self._nodes)
        for place, node in enumerate(operators, first):
            for port, value in enumerate(node.get("output", ())):
                self._producers[value] = (place, self._port(value, port))
        self._nodes.extend(self._node(node, place) for place, node in enumerate(operators, first))
        results = tuple(self._input(name, name) for name in self._result_names())
        return GraphInfo(self._name, tuple(self._nodes), results=results)

    def _result_names(self) -> list[str]:
        return [each.get("name", "") for each in self._graph.get("output", ())]

    def _operators(self) -> Iterator[_Message]:
        yield from self._graph.get("node", ())

    def _add_values(self, operators: list[_Message]) -> None:
        initializers = {each.get("name", ""): _tensor_type(each) for each in self._graph.get("initializer", ())}
        for value in self._graph.get("input", ()):
            name = value.get("name", "")
            if name not in initializers:
                self._add_value(name, "Input", self._types.get(name))
        for name, tensor_type in initializers.items():
            self._types[name] = tensor_type
            self._add_value(name, "Initializer", tensor_type)
        made = {value for node in operators for value in node.get("output", ())}
        for node in operators:
            for value in node.get("input", ()):
                if value and value not in made and value not in self._producers:
                    self._add_value(value, "OuterValue", self._types.get(value))

    def _add_value(self, name: str, op_type: str, tensor_type: TensorType | None) -> None:
        self._producers[name] = (len(self._nodes), 0)
        self._nodes.append(NodeInfo(name, op_type, outputs=(OutputInfo(name, tensor_type),)))

    def _port(self, value: str, place: int) -> int:
        """The number of an output that is the node's `place`-th in the file."""
        return place

    def _node(self, node: _Message, place: int) -> NodeInfo:
        outputs = node.get("output", [])
        op_type = _qualified(node.get("domain", ""), node.get("op_type", ""))
        name = node.get("name") or (outputs[0] if outputs else f"{op_type}_{place}")
        attributes = {each.get("name", ""): each for each in node.get("attribute", ())}
        if op_type == "Constant" and outputs and "t" in attributes.get("value", {}):
            self._types[outputs[0]] = _tensor_type(attributes["value"]["t"])
        return NodeInfo(
            name,
            op_type,
            tuple(self._input(value, str(index)) for index, value in enumerate(node.get("input", ()))),
            (),
            tuple(OutputInfo(value, self._types.get(value)) for value in outputs),
            {key: _attribute(attribute) for key, attribute in attributes.items()},
            (*self._function_of(node), *self._node_bodies(attributes, name)),
        )

    def _input(self, value: str, name: str) -> InputInfo:
        source, port = self._producers.get(value, (-1, 0))
        return InputInfo(name, source, port, self._types.get(value))

    def _function_of(self, node: _Message) -> Iterator[tuple[str, str]]:
        name = self._functions.get(_function_key(node, node.get("op_type", "")))
        if name is not None:
            yield "function", name

    def _node_bodies(self, attributes: dict[str, _Message], name: str) -> Iterator[tuple[str, str]]:
        for slot, attribute in attributes.items():
            bodies = [attribute["g"]] if "g" in attribute else attribute.get("graphs", [])
            for body in bodies:
                yield slot, self._add_body(body, body.get("name") or f"{name}/{slot}")

    def _add_body(self, body: _Message, wanted: str) -> str:
        name = self._names.free(wanted)
        self.bodies.append((body, name))
        return name


class _FunctionReader(_GraphReader):
    """Reads a function of a model: inputs and outputs are names, parameters are attributes, with a default or none."""

    def __init__(self, function: _Message, name: str, names: _Names, functions: Mapping[_FunctionKey, str]) -> None:
        inputs = [{"name": value} for value in function.get("input", ())]
        super().__init__({**function, "input": inputs, "output": ()}, name, names, functions)
        self._function = function

    def read(self) -> GraphInfo:
        defaults = {each.get("name", ""): _attribute(each) for each in self._function.get("attribute_proto", ())}
        needed = {name: AttrInfo("undefined", "must be given") for name in self._function.get("attribute", ())}
        opset = {"opset": AttrInfo("string", _opsets(self._function))}
        return replace(super().read(), attributes={**needed, **defaults, **opset}, is_function=True)

    def _result_names(self) -> list[str]:
        return list(self._function.get("output", ()))


class _DumpReader(_GraphReader):
    """Reads one graph of an ONNX-flavoured dump: values are `node:port`, with port -1 for control edges."""

    def _operators(self) -> Iterator[_Message]:
        for node in self._graph.get("node", ()):
            if node.get("op_type") != "subgraph":
                yield node
                continue
            # The bodies of nodes, without saying whose they are.
            for attribute in node.get("attribute", ()):
                if "g" in attribute:
                    self._add_body(attribute["g"], attribute["g"].get("name", ""))

    def _result_names(self) -> list[str]:
        return []  # there is a node for them

    def _add_values(self, operators: list[_Message]) -> None:
        """All values are outputs of nodes."""

    def _port(self, value: str, place: int) -> int:
        number = value.rpartition(":")[2]
        return int(number) if number.isdecimal() else place

    def _node(self, node: _Message, place: int) -> NodeInfo:
        attributes = {each.get("name", ""): each for each in node.get("attribute", ())}
        controls = [value for value in node.get("input", ()) if value.endswith(":-1")]
        inputs = [value for value in node.get("input", ()) if not value.endswith(":-1")]
        return NodeInfo(
            node.get("name", ""),
            node.get("op_type", "").removeprefix(_DUMP_PREFIX),
            tuple(self._input(value, str(index)) for index, value in enumerate(inputs)),
            tuple(self._producers[value][0] for value in controls if value in self._producers),
            tuple(self._outputs(node, attributes)),
            {key: _attribute(attribute) for key, attribute in attributes.items() if not _describes_port(key)},
        )

    def _outputs(self, node: _Message, attributes: dict[str, _Message]) -> Iterator[OutputInfo]:
        """Those that dumps with descriptors count, else those that somebody reads."""
        read = [self._port(value, 0) for value in node.get("output", ()) if not value.endswith(":-1")]
        told = int(attributes.get("output_desc_nums", {}).get("i", max(read, default=-1) + 1))
        # A damaged file may tell any number, but each port leaves something in the node.
        for port in range(min(told, len(read) + len(attributes))):
            yield OutputInfo(str(port), _described_type(attributes, port))


def _describes_port(attribute: str) -> bool:
    return attribute.startswith(("input_desc_", "output_desc_"))


def _described_type(attributes: dict[str, _Message], port: int) -> TensorType | None:
    def text(name: str) -> str:
        return bytes(attributes.get(f"output_desc_{name}:{port}", {}).get("s", b"")).decode("utf-8", "replace")

    data_type = text("dtype").removeprefix("DT_").lower()
    if not data_type:
        return None
    shape = attributes.get(f"output_desc_shape:{port}", {}).get("ints", ())
    return TensorType(_SHORT_NAMES.get(data_type, data_type), tuple(shape), text("layout") or "ND")


def _qualified(domain: str, op_type: str) -> str:
    return f"{domain}.{op_type}" if domain and domain != "ai.onnx" else op_type


def _element_type(number: int) -> str:
    return _ELEMENT_TYPES.get(number, "undefined" if number == 0 else f"type {number}")


def _value_type(value: _Message) -> TensorType | None:
    tensor = value.get("type", {}).get("tensor_type")
    if tensor is None:
        return None
    shape = tensor.get("shape")
    dims = None if shape is None else tuple(_dim(dim) for dim in shape.get("dim", ()))
    return TensorType(_element_type(tensor.get("elem_type", 0)), dims)


def _dim(dim: _Message) -> int | str:
    if "dim_value" in dim:
        return int(dim["dim_value"])
    return str(dim.get("dim_param") or "?")


def _tensor_type(tensor: _Message) -> TensorType:
    return TensorType(_element_type(tensor.get("data_type", 0)), tuple(tensor.get("dims", ())))


def _attribute(attribute: _Message) -> AttrInfo:
    kind, field = _ATTRIBUTE_KINDS.get(attribute.get("type", 0), ("", ""))
    if not kind:  # written by tools older than the field `type`
        told = [each for each in _ATTRIBUTE_KINDS.values() if each[1] in attribute]
        kind, field = told[0] if told else ("undefined", "")
    if attribute.get("ref_attr_name"):
        return AttrInfo(kind, f"attribute {attribute['ref_attr_name']} of the function")
    value = attribute.get(field, _UNSET.get(field, []))
    size_bytes = (_tensor_type(value).size_bytes or 0) if kind == "tensor" else 0
    return AttrInfo(kind, _text(kind, value), size_bytes)


def _text(kind: str, value: Any) -> str:
    if kind.startswith("list_"):
        items = [_text(kind[len("list_") :], item) for item in value[:_SHOWN_ITEMS]]
        more = [f"... {len(value)} in all"] if len(value) > _SHOWN_ITEMS else []
        return f"[{', '.join(items + more)}]"
    if kind == "string":
        return f'"{value.decode("utf-8", "replace")}"'
    if kind == "tensor":
        return str(_tensor_type(value))
    if kind == "graph":
        return f'graph "{value.get("name", "")}" of {len(value.get("node", ()))} nodes'
    return f"{value:.7g}" if kind == "float" else str(value)
