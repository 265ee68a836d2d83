"""What a model must keep to so that it can be imported, no more: runtimes take more than ONNX's own checker does."""

from __future__ import annotations

from collections.abc import Iterable

import onnx
from onnx import AttributeProto

from pyatc._errors import AtcError
from pyatc.onnx._weights import inner_graphs

_STANDARD = "ai.onnx"


def use_short_domain(model: onnx.ModelProto) -> None:
    """Write ONNX's own domain, which has two names, '' throughout."""
    for entry in model.opset_import:
        entry.domain = _short(entry.domain)
    _shorten_nodes(model.graph.node)
    for function in model.functions:
        _shorten_nodes(function.node)
        for entry in function.opset_import:
            entry.domain = _short(entry.domain)


def _short(domain: str) -> str:
    return "" if domain == _STANDARD else domain


def _shorten_nodes(nodes: Iterable[onnx.NodeProto]) -> None:
    for node in nodes:
        node.domain = _short(node.domain)
        for graph in inner_graphs([node]):
            _shorten_nodes(graph.node)


def check_versions(model: onnx.ModelProto) -> None:
    """Look at the operator sets that the model imports.

    Raises:
        AtcError: E16005 several versions of one domain, none of ONNX's own, or a newer one than is known.
    """
    domains = [entry.domain for entry in model.opset_import]
    if len(set(domains)) != len(domains):
        named = ", ".join(f"{entry.domain or _STANDARD} {entry.version}" for entry in model.opset_import)
        raise AtcError("E16005", f"the model imports several versions of one operator domain: {named}")
    newest = onnx.defs.onnx_opset_version()
    for entry in model.opset_import:
        if entry.domain == "" and not 1 <= entry.version <= newest:
            raise AtcError(
                "E16005",
                f"the model imports version {entry.version} of ONNX's operator set, known are 1 to {newest}: export it "
                f"for one of these, convert it with onnx.version_converter, or install a newer onnx",
            )


def order(graph: onnx.GraphProto, around: frozenset[str] = frozenset()) -> None:
    """Put the nodes of a graph, and of the graphs in it, in an order in which each comes after what it reads.

    Args:
        graph: Is changed only where its order is another one.
        around: What the graphs around it define.

    Raises:
        AtcError: E16001 a value is defined twice or nowhere, or needs itself.
    """
    given = [value.name for value in graph.input]
    known = {*around, *given, *(tensor.name for tensor in graph.initializer)}
    if graph.sparse_initializer:
        name = graph.sparse_initializer[0].values.name
        raise AtcError("E16001", f'sparse initializer "{name}" is not supported, write it as a dense one')
    makers: dict[str, onnx.NodeProto] = {}
    for node in graph.node:
        for name in filter(None, node.output):
            if name in makers or name in known:
                raise AtcError("E16001", f'value "{name}" is defined twice, the second time by {_title(node)}')
            makers[name] = node
    if not _is_ordered(graph, known):
        nodes = _sorted(list(graph.node), makers, known)
        del graph.node[:]
        graph.node.extend(nodes)
    everything = frozenset(known | makers.keys())
    for value in graph.output:
        if value.name not in everything:
            raise AtcError("E16001", f'output "{value.name}" of graph "{graph.name}" is defined nowhere')
    for inner in inner_graphs(graph.node):
        order(inner, everything)


def _is_ordered(graph: onnx.GraphProto, known: set[str]) -> bool:
    so_far = set(known)
    for node in graph.node:
        if not so_far.issuperset(needs(node)):
            return False
        so_far.update(node.output)
    return True


def _sorted(nodes: list[onnx.NodeProto], makers: dict[str, onnx.NodeProto], known: set[str]) -> list[onnx.NodeProto]:
    """Depth first, in the order of the model as far as it goes."""
    done: dict[int, bool] = {}  # by id of the node: whether it is behind us, or on the way
    result: list[onnx.NodeProto] = []
    for first in nodes:
        stack = [first]
        while stack:
            node = stack[-1]
            if done.get(id(node)):
                stack.pop()
                continue
            makers_left = []
            for name in needs(node):
                if name not in makers and name not in known:
                    raise AtcError("E16001", f'value "{name}", which {_title(node)} reads, is defined nowhere')
                if name in makers and not done.get(id(makers[name])):
                    makers_left.append(makers[name])
            if not makers_left:
                done[id(node)] = True
                result.append(stack.pop())
                continue
            done[id(node)] = False
            for maker in makers_left:
                if id(maker) in done:
                    raise AtcError("E16001", f"{_title(node)} needs, by way of others, its own result")
            stack += reversed(makers_left)
    return result


def needs(node: onnx.NodeProto) -> list[str]:
    """The names that a node reads, those in its graphs that stand for values around them too."""
    inner = (name for graph in inner_graphs([node]) for name in outer_names(graph))
    return [name for name in [*node.input, *inner] if name]


def outer_names(graph: onnx.GraphProto) -> list[str]:
    """The names that a graph takes from around it, in the order it first uses them."""
    own = {value.name for value in graph.input} | {tensor.name for tensor in graph.initializer}
    own.update(name for node in graph.node for name in node.output)
    used = [name for node in graph.node for name in needs(node)]
    used += [value.name for value in graph.output]
    return list(dict.fromkeys(name for name in used if name not in own))


def _title(node: onnx.NodeProto) -> str:
    return f'node "{node.name or (node.output[0] if node.output else "")}" ({node.op_type})'


def invalid(node: onnx.NodeProto, versions: dict[str, int], ir_version: int) -> str | None:
    """What a node has against its operator's own definition: numbers of inputs, attributes and their types."""
    context = onnx.checker.C.CheckerContext()
    context.ir_version = ir_version
    context.opset_imports = versions
    try:
        onnx.checker.check_node(_without_graphs(node), context)
    except onnx.checker.ValidationError as error:
        return " ".join(str(error).partition("==> Context")[0].split())
    return None


def _without_graphs(node: onnx.NodeProto) -> onnx.NodeProto:
    """The node with empty graphs and tensors in its attributes: those are looked at elsewhere."""
    shallow = onnx.NodeProto(op_type=node.op_type, domain=node.domain, name=node.name)
    shallow.input.extend(node.input)
    shallow.output.extend(node.output)
    for attribute in node.attribute:
        copy = shallow.attribute.add()
        if attribute.type == AttributeProto.GRAPH:
            copy.CopyFrom(AttributeProto(name=attribute.name, type=attribute.type))
            copy.g.name = "graph"
        elif attribute.type == AttributeProto.TENSOR:
            copy.CopyFrom(AttributeProto(name=attribute.name, type=attribute.type))
            copy.t.CopyFrom(onnx.TensorProto(name="tensor", data_type=attribute.t.data_type, dims=[0]))
        else:
            copy.CopyFrom(attribute)
    return shallow
