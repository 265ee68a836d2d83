"""One ONNX node as the mapping functions see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Union, cast

import numpy as np
import onnx
from ge.es import GraphBuilder, TensorHolder
from numpy.typing import NDArray
from onnx import helper

from pyatc._errors import AtcError
from pyatc.onnx._scope import Scope

Outputs = Union[TensorHolder, Sequence[TensorHolder]]


class OnnxNode:
    """A node with its inputs as tensors of the graph being built.

    Attributes:
        proto: The node itself.
        versions: Version of the operator set that the model imports for each domain; '' is the standard one.
        scope: What names stand for.
    """

    def __init__(self, proto: onnx.NodeProto, versions: Mapping[str, int], scope: Scope) -> None:
        self.proto = proto
        self.versions = versions
        self.scope = scope
        self._attributes = {attribute.name: attribute for attribute in proto.attribute}

    @property
    def builder(self) -> GraphBuilder:
        return self.scope.builder

    @property
    def version(self) -> int:
        """Version of the operator set that the node's operator comes from."""
        return self.versions["" if self.proto.domain == "ai.onnx" else self.proto.domain]

    @property
    def unique_name(self) -> str:
        """The node's name; without one its first output's, which no other node shares."""
        return self.proto.name or self.proto.output[0]

    @property
    def title(self) -> str:
        """`node "conv1" (Conv)`, for messages."""
        return f'node "{self.unique_name}" ({self.proto.op_type})'

    @property
    def input_count(self) -> int:
        return len(self.proto.input)

    def has_input(self, i: int) -> bool:
        """Whether input i is there: a node may leave out trailing inputs and name others ''."""
        return i < len(self.proto.input) and self.proto.input[i] != ""

    def input(self, i: int) -> TensorHolder:
        """Input i, which the operator requires."""
        if not self.has_input(i):
            raise self.error(f"input {i} is missing")
        return self.scope.holder(self.proto.input[i])

    def optional_input(self, i: int) -> TensorHolder | None:
        """Input i, or None where the node leaves it out."""
        return self.input(i) if self.has_input(i) else None

    def inputs(self) -> list[TensorHolder]:
        """All inputs; none may be left out."""
        return [self.input(i) for i in range(self.input_count)]

    def constant(self, i: int) -> NDArray[np.generic] | None:
        """The elements of input i when it is there and constant, else None."""
        return self.scope.array(self.proto.input[i]) if self.has_input(i) else None

    def rank(self, i: int) -> int | None:
        """Number of dimensions of input i where ONNX's inference knows it."""
        if not self.has_input(i):
            return None
        constant = self.constant(i)
        if constant is not None:
            return constant.ndim
        known = self.scope.type_of(self.proto.input[i])
        if known is None or not known.tensor_type.HasField("shape"):
            return None
        return len(known.tensor_type.shape.dim)

    def required_rank(self, i: int) -> int:
        """As `rank`; an error where it is not known."""
        rank = self.rank(i)
        if rank is None:
            raise self.error(f'the rank of input {i} ("{self.proto.input[i]}") must be known here')
        return rank

    def element_type(self, i: int) -> int:
        """ONNX's number of input i's type; 0 where its inference does not know it."""
        known = self.scope.type_of(self.proto.input[i])
        if known is not None:
            return int(known.tensor_type.elem_type)
        constant = self.constant(i)
        return 0 if constant is None else int(helper.np_dtype_to_tensor_dtype(constant.dtype))

    def has(self, name: str) -> bool:
        """Whether the attribute is given."""
        return name in self._attributes

    def _attribute(self, name: str, otherwise: object) -> object:
        if name not in self._attributes:
            return otherwise
        return cast(object, helper.get_attribute_value(self._attributes[name]))

    def integer(self, name: str, otherwise: int) -> int:
        return cast(int, self._attribute(name, otherwise))

    def number(self, name: str, otherwise: float) -> float:
        return cast(float, self._attribute(name, otherwise))

    def text(self, name: str, otherwise: str) -> str:
        value = self._attribute(name, otherwise)
        return value.decode() if isinstance(value, bytes) else cast(str, value)

    def integers(self, name: str, otherwise: Sequence[int]) -> list[int]:
        return list(cast("Sequence[int]", self._attribute(name, otherwise)))

    def tensor(self, name: str) -> onnx.TensorProto | None:
        return cast("onnx.TensorProto | None", self._attribute(name, None))

    def graph(self, name: str) -> onnx.GraphProto:
        value = self._attribute(name, None)
        if not isinstance(value, onnx.GraphProto):
            raise self.error(f"attribute {name} is missing")
        return value

    def int32s(self, values: Sequence[int]) -> TensorHolder:
        """A constant int32 [n]."""
        return self.builder.create_const_int32(list(values), [len(values)])

    def int32(self, value: int) -> TensorHolder:
        """A constant int32 scalar."""
        return self.builder.create_scalar_int32(value)

    def error(self, message: str) -> AtcError:
        """An error about this node."""
        return AtcError("E13014", f"{self.title}: {message}")
