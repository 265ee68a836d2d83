"""What the generated operator functions are made of.

Each function owns one operator object and calls it with its arguments flat, in the order of the prototype: inputs (a
list for a dynamic one), the builder or None, the number of tensors of each dynamic output, the subgraphs, the
attributes, the node's name or None. The object, which is native, then

1. finds the builder: from the first TensorHolder among the inputs, else the one given;
2. turns every input that is a plain value into a constant, in order;
3. takes over subgraphs and tensors: they belong to the builder from now on; of a graph that is in use, a clone;
4. adds the node and its edges; an attribute that has its default is not stored; a builder that checks refuses it when
   shapes or types do not fit;
5. makes the result, and lets open scopes see the node.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Callable, TypeVar

from ge.es._constants import tensor_of
from ge.es._lines import user_line
from ge.es._native import EsOperator, es_set_hooks
from ge.es._scopes import apply_scopes
from ge.es.graph_builder import GraphBuilder
from ge.es.tensor_holder import TensorHolder
from ge.es.tensor_like import convert_to_tensor_holder
from ge.graph.graph import Graph
from ge.graph.tensor import Tensor

_Outputs = TypeVar("_Outputs", bound="OperatorOutputs")


class OperatorOutputs:
    """The outputs of an operator with several, by name; also a sequence, in the order of the prototype."""

    __slots__: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Any]:  # a TensorHolder, or a list of them for a dynamic output
        return iter([getattr(self, name) for name in self.__slots__])

    def __len__(self) -> int:
        return len(self.__slots__)

    def __getitem__(self, index: int) -> Any:  # as above
        return getattr(self, self.__slots__[index])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__slots__)})"


def tensor_operator(op_type: str) -> Callable[..., TensorHolder]:
    """An operator with one output, or with none: the tensor then stands for the node."""
    return EsOperator(op_type)


def list_operator(op_type: str) -> Callable[..., list[TensorHolder]]:
    """An operator whose only output is dynamic."""
    return EsOperator(op_type)


def outputs_operator(op_type: str, outputs: type[_Outputs]) -> Callable[..., _Outputs]:
    """An operator with several outputs; `outputs` takes them all, in order."""
    return EsOperator(op_type, outputs)


def _take_graph(graph: object, builder: GraphBuilder) -> object:
    if not isinstance(graph, Graph):
        raise AttributeError(f"Subgraph must be a Graph, not {type(graph).__name__}")
    if graph._owner is not None or graph._graph.is_body:
        graph = _next_clone(graph)
    graph._transfer_ownership_when_pass_as_subgraph(builder)
    return graph._handle


def _next_clone(graph: Graph) -> Graph:
    """Of a graph that is in use: `<name>_<n>`, and its subgraphs likewise."""
    graph._clones += 1
    suffix = f"_{graph._clones}"
    return Graph._create_from(graph._graph.clone(graph.name + suffix, suffix))


def _take_tensor(value: object, builder: GraphBuilder) -> object:
    if isinstance(value, Tensor):
        value._transfer_ownership_when_pass_as_attr(builder)
        return value
    return tensor_of(value) or value  # the native side refuses what is none


es_set_hooks(
    holder_class=TensorHolder,
    convert=convert_to_tensor_holder,
    created=apply_scopes,
    take_graph=_take_graph,
    take_tensor=_take_tensor,
    user_line=user_line,
)
