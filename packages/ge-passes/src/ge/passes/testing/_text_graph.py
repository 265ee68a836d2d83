"""Graphs as short text: a line an operator call, as `ge.es` has it.

    %x = float32[n, 3]                    an input; a name or ? stands for an open dimension
    %c = const int64[2] {1, 0}            a constant; one value fills its shape
    %a, %b = Split(0, %x, 2, num_split=2)    numbers become constants, as in `ge.es`
    %y = Concat(0, [%a, %b], N=2)
    %y after %a                           a control edge
    return %y

Inputs are numbered in the order of their lines.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import ge.es.all as es
import numpy as np
from ge.es import GraphBuilder, TensorHolder
from ge.graph import DataType, Graph, Tensor
from ge.graph._numpy import numpy_dtype

__all__ = ["Line", "TextError", "graph_of_text"]

_TYPES = {member.name[3:].lower(): member for member in DataType}
_TYPES.update(float32=DataType.DT_FLOAT, float64=DataType.DT_DOUBLE, bfloat16=DataType.DT_BF16)

_NAME = r"%\w+"
_TENSOR = re.compile(rf"({_NAME})\s*=\s*(const\s+)?(\w+)\[([^\]]*)\]\s*(?:\{{(.*)\}})?")
_CALL = re.compile(rf"({_NAME}(?:\s*,\s*{_NAME})*)\s*=\s*(\w+\(.*\))")
_AFTER = re.compile(rf"({_NAME})\s+after\s+({_NAME}(?:\s*,\s*{_NAME})*)")
_RETURN = re.compile(rf"return\s+({_NAME}(?:\s*,\s*{_NAME})*)")


class TextError(ValueError):
    """A text cannot be read as a graph, or the graph cannot be built; says where."""


@dataclass(frozen=True)
class Line:
    """A line of a file.

    Attributes:
        text: Without comment and surrounding blanks.
        where: `file:number`.
    """

    text: str
    where: str


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def graph_of_text(lines: Sequence[Line], name: str) -> Graph:
    """The graph that a text describes.

    Raises:
        TextError: A line cannot be read, names what is not there, or an operator refuses its inputs.
    """
    reader = _Reader(GraphBuilder(name))
    for line in lines:
        try:
            if reader.results is not None:
                raise TextError("nothing may follow 'return'")
            reader.read(line.text)
        except Exception as error:  # whatever the operator's own checks raise
            raise TextError(f"{line.where}: {line.text}: {error}") from error
    if reader.results is None:
        raise TextError(f"{lines[-1].where if lines else name}: the graph has no 'return'")
    return reader.builder.build_and_reset(reader.results)


@dataclass
class _Reader:
    """Reads line after line."""

    builder: GraphBuilder
    tensors: dict[str, TensorHolder] = field(default_factory=dict)
    inputs: int = 0
    results: list[TensorHolder] | None = None

    def read(self, text: str) -> None:
        forms: list[tuple[re.Pattern[str], Callable[[re.Match[str]], None]]] = [
            (_TENSOR, self._tensor),
            (_CALL, self._call),
            (_AFTER, self._after),
            (_RETURN, self._return),
        ]
        for form, handle in forms:
            found = form.fullmatch(text)
            if found:
                return handle(found)
        raise TextError("expected an input, a constant, an operator call, 'after' or 'return'")

    def _define(self, name: str, tensor: TensorHolder) -> None:
        if name in self.tensors:
            raise TextError(f"{name} is defined already")
        self.tensors[name] = tensor

    def _find(self, name: str) -> TensorHolder:
        if name not in self.tensors:
            raise TextError(f"{name} is not defined above")
        return self.tensors[name]

    def _tensor(self, found: re.Match[str]) -> None:
        name, constant, type_name, dims_text, values = found.groups()
        data_type = _data_type(type_name)
        if (constant is None) != (values is None):
            raise TextError("a constant is written as 'const type[dims] {values}'")
        if values is not None:
            tensor = es.Const(self.builder, value=_constant(data_type, _dims(dims_text), values))
        else:
            dims = _dims(dims_text)
            tensor = self.builder.create_input(self.inputs, name=name[1:], data_type=data_type, shape=dims)
            self.inputs += 1
        self._define(name, tensor)

    def _call(self, found: re.Match[str]) -> None:
        names = _names(found[1])
        results = _Call(self._find, self.builder).evaluate(found[2])
        if len(results) != len(names):
            raise TextError(f"the operator has {len(results)} outputs, but {len(names)} are named")
        for name, tensor in zip(names, results):
            self._define(name, tensor)

    def _after(self, found: re.Match[str]) -> None:
        self.builder.add_control_dependency(self._find(found[1]), [self._find(name) for name in _names(found[2])])

    def _return(self, found: re.Match[str]) -> None:
        self.results = [self._find(name) for name in _names(found[1])]


@dataclass
class _Call:
    """An operator call, read as Python reads it and evaluated as far as literals, lists and tensors go."""

    find: Callable[[str], TensorHolder]
    builder: GraphBuilder

    def evaluate(self, text: str) -> list[TensorHolder]:
        tree = ast.parse(re.sub(_NAME, lambda name: f"_{name[0][1:]}", text), mode="eval").body
        if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
            raise TextError("expected Operator(...)")
        function = getattr(es, tree.func.id, None)
        if function is None or tree.func.id.startswith("_"):
            raise TextError(f"ge.es has no operator {tree.func.id}")
        named = {keyword.arg: self._value(keyword.value) for keyword in tree.keywords if keyword.arg}
        result = function(*[self._value(argument) for argument in tree.args], **named)
        return [result] if isinstance(result, TensorHolder) else list(result)

    def _value(self, tree: ast.expr) -> Any:  # whatever the operator takes
        if isinstance(tree, ast.Name):
            return self.find(f"%{tree.id[1:]}") if tree.id.startswith("_") else _data_type(tree.id)
        if isinstance(tree, (ast.List, ast.Tuple)):
            return [self._value(item) for item in tree.elts]
        return ast.literal_eval(tree)


def _data_type(name: str) -> DataType:
    if name not in _TYPES:
        raise TextError(f"there is no type {name}")
    return _TYPES[name]


def _dims(text: str) -> list[int]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    return [int(word) if re.fullmatch(r"-?\d+", word) else -1 for word in words]


def _constant(data_type: DataType, dims: list[int], text: str) -> Tensor:
    dtype = numpy_dtype(data_type)
    if dtype is None:
        raise TextError(f"numpy has no {data_type.name}: such a constant cannot be written")
    values = [ast.literal_eval(word.strip()) for word in text.split(",") if word.strip()]
    array = np.array(values[0] if len(values) == 1 else values, dtype=dtype)
    return Tensor.from_numpy(np.full(dims, array) if array.ndim == 0 else array.reshape(dims))
