"""Puts the bodies of a model's own functions in the place of the nodes that call them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import onnx

from pyatc._errors import AtcError
from pyatc.onnx._weights import inner_graphs

# A few functions that call each other can stand for more nodes than any memory holds.
_MOST_NODES = 2_000_000
_DEEPEST = 100

_Key = tuple[str, str, str]
_Attributes = dict[str, onnx.AttributeProto]


def inline_functions(model: onnx.ModelProto) -> None:
    """Replace every call of a function of the model, those in graphs and in other functions too.

    Names inside of a function become names that nothing else in the model has; attributes are handed down, and have
    the function's defaults where a call leaves them out.

    Raises:
        AtcError: E16001 a function calls itself, or stands for too much; E16005 it imports a version of an operator
            domain in which an operator is another one than in the model's.
    """
    if not model.functions:
        return
    _Inliner(model).inline(model.graph)
    del model.functions[:]


def _overload(message: onnx.NodeProto | onnx.FunctionProto) -> str:
    return str(getattr(message, "overload", ""))


class _Inliner:
    def __init__(self, model: onnx.ModelProto) -> None:
        self._functions: dict[_Key, onnx.FunctionProto] = {
            (function.domain, function.name, _overload(function)): function for function in model.functions
        }
        self._names = set(_value_names(model.graph))
        self._left = _MOST_NODES
        self._numbers: dict[str, int] = {}
        for function in model.functions:
            _join_versions(model, function)

    def inline(self, graph: onnx.GraphProto) -> None:
        nodes = list(self._expanded(graph.node, ()))
        del graph.node[:]
        graph.node.extend(nodes)

    def _expanded(self, nodes: Iterable[onnx.NodeProto], inside: tuple[_Key, ...]) -> Iterator[onnx.NodeProto]:
        """The nodes, with bodies in the place of calls; `inside` are the functions around them."""
        for node in nodes:
            key = (node.domain, node.op_type, _overload(node))
            for graph in inner_graphs([node]):
                expanded = list(self._expanded(graph.node, inside))
                del graph.node[:]
                graph.node.extend(expanded)
            if key not in self._functions:
                self._left -= 1
                if self._left < 0:
                    raise AtcError("E16001", f"the model's functions stand for more than {_MOST_NODES} nodes")
                yield node
            elif key in inside or len(inside) == _DEEPEST:
                how = "calls itself" if key in inside else f"is nested more than {_DEEPEST} deep"
                raise AtcError("E16001", f"the model's function {node.domain}::{node.op_type} {how}")
            else:
                yield from self._expanded(self._body(self._functions[key], node), (*inside, key))

    def _body(self, function: onnx.FunctionProto, call: onnx.NodeProto) -> list[onnx.NodeProto]:
        """The nodes of one call."""
        attributes = {attribute.name: attribute for attribute in getattr(function, "attribute_proto", ())}
        attributes.update({attribute.name: attribute for attribute in call.attribute})
        title = call.name or call.op_type
        given = [*call.input, *[""] * (len(function.input) - len(call.input))]
        names = {"": "", **dict(zip(function.input, given))}
        returned = []
        for inner, outer in zip(function.output, call.output):
            if inner in names:  # what was given, or what another output is, too
                returned.append(onnx.helper.make_node("Identity", [names[inner]], [outer], name=title))
            elif outer:
                names[inner] = outer
        body = [_copy(node) for node in function.node]
        for node in body:
            _bind(node, attributes)
            self._rename(node, names, title)
            node.name = f"{title}/{node.name}" if node.name else ""
        return body + returned

    def _rename(self, node: onnx.NodeProto, names: dict[str, str], title: str) -> None:
        node.input[:] = [self._renamed(name, names, title) for name in node.input]
        node.output[:] = [self._renamed(name, names, title) for name in node.output]
        for graph in inner_graphs([node]):
            for value in [*graph.input, *graph.output, *graph.value_info]:
                value.name = self._renamed(value.name, names, title)
            for tensor in graph.initializer:
                tensor.name = self._renamed(tensor.name, names, title)
            for inner in graph.node:
                self._rename(inner, names, title)

    def _renamed(self, name: str, names: dict[str, str], title: str) -> str:
        if name not in names:
            wanted = f"{title}/{name}"
            unique = wanted
            while unique in self._names:
                self._numbers[wanted] = self._numbers.get(wanted, 0) + 1
                unique = f"{wanted}_{self._numbers[wanted]}"
            self._names.add(unique)
            names[name] = unique
        return names[name]


def _copy(node: onnx.NodeProto) -> onnx.NodeProto:
    copy = onnx.NodeProto()
    copy.CopyFrom(node)
    return copy


def _bind(node: onnx.NodeProto, given: _Attributes) -> None:
    """Put values in the place of the attributes that refer to the function's; without one they are left out."""
    bound = []
    for attribute in node.attribute:
        value = attribute
        if attribute.ref_attr_name:
            if attribute.ref_attr_name not in given:
                continue
            value = onnx.AttributeProto()
            value.CopyFrom(given[attribute.ref_attr_name])
            value.name = attribute.name
        bound.append(value)
    bound = [_copied(attribute) for attribute in bound]
    del node.attribute[:]
    node.attribute.extend(bound)
    for graph in inner_graphs([node]):
        for inner in graph.node:
            _bind(inner, given)


def _copied(attribute: onnx.AttributeProto) -> onnx.AttributeProto:
    copy = onnx.AttributeProto()
    copy.CopyFrom(attribute)
    return copy


def _value_names(graph: onnx.GraphProto) -> Iterator[str]:
    yield from (value.name for value in [*graph.input, *graph.output])
    yield from (tensor.name for tensor in graph.initializer)
    for node in graph.node:
        yield from node.input
        yield from node.output
    for inner in inner_graphs(graph.node):
        yield from _value_names(inner)


def _join_versions(model: onnx.ModelProto, function: onnx.FunctionProto) -> None:
    """Let the model import what the function imports."""
    versions = {entry.domain: entry.version for entry in model.opset_import}
    for entry in function.opset_import:
        if entry.domain not in versions:
            model.opset_import.add(domain=entry.domain, version=entry.version)
            continue
        for node in function.node:
            if node.domain == entry.domain:
                _same_meaning(function, node, entry.version, versions[entry.domain])


def _same_meaning(function: onnx.FunctionProto, node: onnx.NodeProto, version: int, models: int) -> None:
    """Refuse an operator that is another one in the function's version of its domain than in the model's."""
    found = [onnx.defs.has(node.op_type, number, node.domain) for number in (version, models)]
    if found[0] and found[1]:
        since = [onnx.defs.get_schema(node.op_type, number, node.domain).since_version for number in (version, models)]
        if since[0] == since[1]:
            return
    elif not any(found):
        return
    raise AtcError(
        "E16005",
        f"the model's function {function.domain}::{function.name} takes {node.op_type} from version {version} of its "
        f"operator set, the model imports version {models}, in which it is another one; use one version throughout",
    )
