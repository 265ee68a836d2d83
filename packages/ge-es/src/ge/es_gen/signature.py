"""The Python signature of an operator's function: which parameters, under which names, in which order.

Inputs come first, then the builder where no input is sure to bring one, the number of tensors of each dynamic
output, the subgraphs; attributes are keyword-only, those that must be given first.
"""

from __future__ import annotations

import keyword
from dataclasses import dataclass

from .model import ONLY_EMPTY, Attr, AttrKind, Default, OpDef, Port, PortKind

# A Python type for each kind of attribute that a function can take, and how a docstring calls it.
ANNOTATIONS = {
    AttrKind.INT: ("int", "int value"),
    AttrKind.FLOAT: ("float", "float value"),
    AttrKind.STRING: ("str", "string"),
    AttrKind.BOOL: ("bool", "boolean value"),
    AttrKind.DATA_TYPE: ("DataType", "DataType enum"),
    AttrKind.TENSOR: ("Tensor", "Tensor value"),
    AttrKind.LIST_INT: ("Sequence[int]", "list of integers"),
    AttrKind.LIST_FLOAT: ("Sequence[float]", "list of floats"),
    AttrKind.LIST_BOOL: ("Sequence[bool]", "list of booleans"),
    AttrKind.LIST_DATA_TYPE: ("Sequence[DataType]", "list of DataType"),
    AttrKind.LIST_LIST_INT: ("Sequence[Sequence[int]]", "list of list of integers"),
    AttrKind.LIST_STRING: ("Sequence[str]", "list of strings"),
}


@dataclass(frozen=True)
class Parameter:
    """One parameter; `default` is Python text, None when it must be given."""

    name: str
    annotation: str
    doc: str
    default: str | None = None


@dataclass(frozen=True)
class Result:
    """One output under its Python name."""

    name: str
    dynamic: bool
    doc: str


@dataclass(frozen=True)
class Signature:
    """What the function of one operator takes and gives."""

    positional: tuple[Parameter, ...]
    keyword_only: tuple[Parameter, ...]
    results: tuple[Result, ...]
    inputs: tuple[str, ...]  # Python names, in prototype order
    builder: str | None  # name of the parameter that takes a builder
    counts: tuple[str, ...]
    graphs: tuple[str, ...]
    attrs: tuple[str, ...]  # Python names, in prototype order
    tensor_like: bool  # whether an input may be a plain value
    name: str  # of the parameter that names the node, which comes last: "name" where that is free


def signature(op: OpDef) -> Signature:
    """Raises `ValueError` when no function can be made: an attribute has no Python form, or two names clash."""
    for attr in op.attrs:
        if attr.kind not in ANNOTATIONS:
            raise ValueError(f"attribute {attr.name!r} has the kind {attr.kind.value}, which has no Python form")
    inputs = {port.name: _renamed(port.name, "in_") for port in op.inputs}
    outputs = [_output_name(port, inputs) for port in op.outputs]
    counts = [f"{name}_num" for name, port in zip(outputs, op.outputs) if port.kind is PortKind.DYNAMIC]
    graphs = [_renamed(graph.name, "subgraph_") for graph in op.subgraphs]
    attrs = [_attr_name(attr, inputs) for attr in op.attrs]
    builder = _builder(op, bool(counts or graphs))
    tensor_like = _takes_plain_values(op)

    positional = [_input_parameter(i, op, inputs[port.name], tensor_like) for i, port in enumerate(op.inputs)]
    positional += [builder] if builder else []
    positional += [Parameter(name, "int", "int, number of tensors of this dynamic output") for name in counts]
    positional += [_graph_parameter(name, graph.dynamic) for name, graph in zip(graphs, op.subgraphs)]
    keyword_only = [_attr_parameter(name, attr) for name, attr in zip(attrs, op.attrs)]
    keyword_only.sort(key=lambda parameter: parameter.default is not None)
    taken = [parameter.name for parameter in (*positional, *keyword_only)]
    _refuse_clashes(taken)
    if len(outputs) > 1 and "self" in outputs:
        raise ValueError("an output is named 'self', which the object that holds several outputs cannot have")
    return Signature(
        positional=tuple(positional),
        keyword_only=tuple(keyword_only),
        results=tuple(
            Result(name, port.kind is PortKind.DYNAMIC, _types(port)) for name, port in zip(outputs, op.outputs)
        ),
        inputs=tuple(inputs.values()),
        builder=builder.name if builder else None,
        counts=tuple(counts),
        graphs=tuple(graphs),
        attrs=tuple(attrs),
        tensor_like=tensor_like,
        name=next(name for name in ("name", "node_name", "node_name_") if name not in taken),
    )


def _renamed(name: str, prefix: str) -> str:
    return prefix + name if keyword.iskeyword(name) else name


def _output_name(port: Port, inputs: dict[str, str]) -> str:
    return f"ref_{inputs[port.name]}" if port.name in inputs else _renamed(port.name, "out_")


def _attr_name(attr: Attr, inputs: dict[str, str]) -> str:
    return f"attr_{inputs[attr.name]}" if attr.name in inputs else _renamed(attr.name, "attr_")


def _all_optional(op: OpDef) -> bool:
    return bool(op.inputs) and all(port.kind is PortKind.OPTIONAL for port in op.inputs)


def _takes_plain_values(op: OpDef) -> bool:
    """A single input that must be there brings the builder, so that it must be a TensorHolder."""
    return len(op.inputs) > 1 or _all_optional(op)


def _has_default(index: int, op: OpDef) -> bool:
    """An input may be left out only when nothing that must be given follows."""
    followed = any(port.kind is PortKind.DYNAMIC for port in op.outputs) or bool(op.subgraphs)
    return not followed and all(port.kind is PortKind.OPTIONAL for port in op.inputs[index:])


def _builder(op: OpDef, followed: bool) -> Parameter | None:
    if not op.inputs:
        return Parameter("owner_graph_builder", "GraphBuilder", "GraphBuilder that gets the node")
    if not _all_optional(op):
        return None
    doc = "GraphBuilder that gets the node, needed when no input is a TensorHolder"
    if followed:
        return Parameter("owner_builder", "Optional[GraphBuilder]", doc)
    return Parameter("owner_builder", "Optional[GraphBuilder]", doc, "None")


def _input_parameter(index: int, op: OpDef, name: str, tensor_like: bool) -> Parameter:
    port = op.inputs[index]
    annotation = "Union[TensorHolder, TensorLike]" if tensor_like else "TensorHolder"
    what = "TensorHolder or TensorLike" if tensor_like else "TensorHolder"
    if port.kind is PortKind.DYNAMIC:
        mixed = ", not all of one type" if port.hetero else ""
        return Parameter(name, f"Sequence[{annotation}]", f"list of {what} objects{mixed}: {_types(port)}")
    if port.kind is PortKind.OPTIONAL:
        default = "None" if _has_default(index, op) else None
        return Parameter(name, f"Optional[{annotation}]", f"{what} object (optional): {_types(port)}", default)
    return Parameter(name, annotation, f"{what} object: {_types(port)}")


def _types(port: Port) -> str:
    return ", ".join(port.dtypes) if port.dtypes else f"written as {port.raw}"


def _graph_parameter(name: str, dynamic: bool) -> Parameter:
    return (
        Parameter(name, "Sequence[Graph]", "list of Graph objects")
        if dynamic
        else Parameter(name, "Graph", "Graph object")
    )


def _attr_parameter(name: str, attr: Attr) -> Parameter:
    annotation, doc = ANNOTATIONS[attr.kind]
    if attr.required:
        return Parameter(name, annotation, doc)
    if attr.kind in ONLY_EMPTY:
        return Parameter(name, f"Optional[{annotation}]", f"{doc} (optional), by default an empty one", "None")
    default = default_text(attr.kind.element, attr.default)
    return Parameter(name, annotation, f"{doc} (optional), by default {default}", default)


def default_text(kind: AttrKind, value: Default) -> str:
    """A default as Python text."""
    if isinstance(value, tuple):
        return "[" + ", ".join(default_text(kind, item) for item in value) + "]"
    if kind is AttrKind.DATA_TYPE:
        return f"DataType.DT_{str(value).upper()}"
    if kind is AttrKind.STRING:
        return '"' + "".join(_escaped(character) for character in str(value)) + '"'
    return repr(float(str(value))) if kind is AttrKind.FLOAT else repr(value)


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    return character if character.isprintable() else repr(character)[1:-1]


def _refuse_clashes(names: list[str]) -> None:
    for i, name in enumerate(names):
        if name in names[:i]:
            raise ValueError(f"two parameters would have the name {name!r}")
