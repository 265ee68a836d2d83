"""TensorHolder: a tensor of a graph under construction."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ge.es._errors import failure, wrong_type
from ge.es._native import (
    EsOperator,
    Holder,
    es_inferred,
    es_name,
    es_node,
    es_rename,
    es_set_data_type,
    es_set_format,
    es_set_shape,
)
from ge.graph._handle import Handle
from ge.graph.node import Node
from ge.graph.tensor_desc import Shape
from ge.graph.types import DataType, Format

if TYPE_CHECKING:
    from ge.es.graph_builder import GraphBuilder
    from ge.es.tensor_like import TensorLike

_OPERATORS = {name.lower(): EsOperator(name) for name in ("Add", "Sub", "Mul", "Div")}


class TensorHolder(Holder):
    """One output of one node. A GraphBuilder and the operator functions make them; `+ - * /` make further nodes.

    Two holders are equal only when they are the same object. A holder keeps its GraphBuilder alive.
    """

    __slots__ = ()

    @classmethod
    def _create_from(cls, handle: Holder | None, owner_builder: GraphBuilder | None) -> TensorHolder:
        """The tensor that a native handle of `owner_builder` is."""
        if not handle:
            raise ValueError("Tensor handle cannot be None")
        if not owner_builder:
            raise ValueError("Owner builder cannot be None")
        return cast(TensorHolder, handle)

    @property
    def name(self) -> str:
        """Name of the node that makes the tensor."""
        return es_name(self)

    @property
    def shape(self) -> Shape:
        """The dimensions as far as they are known: -1 for one that is not, [-2] when their number is not.

        Inferred when asked for, each node once; what the graph's descriptors say stays as it is.

        Raises:
            ValueError: What its operator is given does not fit.
        """
        return Shape(es_inferred(self)[0])

    @property
    def dtype(self) -> DataType:
        """The type of the elements, inferred as the shape is; DT_UNDEFINED when it is not known."""
        return DataType(es_inferred(self)[1])

    @property
    def rank(self) -> int | None:
        """The number of dimensions; None when it is not known."""
        shape = es_inferred(self)[0]
        return None if shape == [-2] else len(shape)

    def get_owner_builder(self) -> GraphBuilder:
        """The GraphBuilder that the tensor belongs to."""
        return cast("GraphBuilder", self._owner)

    def set_data_type(self, data_type: DataType) -> TensorHolder:
        """Say of what type the elements are. Attributes set on the tensor before are lost."""
        self._check_open("set data type")
        if not isinstance(data_type, DataType):
            raise wrong_type("Data type", "a DataType enum")
        try:
            es_set_data_type(self, data_type)
        except RuntimeError as error:
            raise failure("set data type", error) from error
        return self

    def set_format(self, format: Format) -> TensorHolder:
        """Say how the elements are laid out, in storage and at the origin. Attributes set before are lost."""
        self._check_open("set format")
        if not isinstance(format, Format):
            raise wrong_type("Format", "a Format enum")
        try:
            es_set_format(self, format)
        except RuntimeError as error:
            raise failure("set format", error) from error
        return self

    def set_shape(self, shape: list[int]) -> TensorHolder:
        """Say which shape the tensor has, in storage and at the origin; -1 is a dimension that is not known.

        Attributes set before are lost.
        """
        self._check_open("set shape")
        if not isinstance(shape, list):
            raise wrong_type("Shape", "a list of integers")
        if not all(isinstance(dim, int) for dim in shape):
            raise wrong_type("All shape dimensions", "integers")
        try:
            es_set_shape(self, shape)
        except RuntimeError as error:
            raise failure("set shape", error) from error
        return self

    def add(self, other: TensorHolder | TensorLike) -> TensorHolder:
        """`Add(self, other)`; a plain value becomes a constant: int64 for ints, float for floats."""
        return _binary("add", self, other, self)

    def sub(self, other: TensorHolder | TensorLike) -> TensorHolder:
        """`Sub(self, other)`."""
        return _binary("sub", self, other, self)

    def mul(self, other: TensorHolder | TensorLike) -> TensorHolder:
        """`Mul(self, other)`."""
        return _binary("mul", self, other, self)

    def div(self, other: TensorHolder | TensorLike) -> TensorHolder:
        """`Div(self, other)`."""
        return _binary("div", self, other, self)

    __add__ = add
    __radd__ = add
    __sub__ = sub
    __mul__ = mul
    __rmul__ = mul
    __truediv__ = div

    def __rsub__(self, other: TensorLike) -> TensorHolder:
        return _binary("sub", other, self, self)

    def __rtruediv__(self, other: TensorLike) -> TensorHolder:
        return _binary("div", other, self, self)

    @property
    def _handle(self) -> Handle:  # see docs/handles.md
        return Handle("TensorHolder", self._owner, self._slot, self._port)

    @property
    def _builder(self) -> GraphBuilder:
        return self.get_owner_builder()

    def __repr__(self) -> str:
        try:
            return f"<TensorHolder {self.name}:{self._port} of {self.get_owner_builder().name!r}>"
        except RuntimeError:
            return f"<TensorHolder of {self.get_owner_builder().name!r}, whose graph is gone>"

    def _get_node_snapshot(self) -> Node:
        """The node that makes the tensor."""
        try:
            return Node._create_from(es_node(self))
        except RuntimeError as error:
            raise failure("get producer node", error) from error

    def _rename_node(self, name: str) -> None:
        """Give the node that makes the tensor another name."""
        es_rename(self, name)

    def _check_open(self, operation: str) -> None:
        self.get_owner_builder()._check_open(operation)


def _binary(
    operation: str,
    left: TensorHolder | TensorLike,
    right: TensorHolder | TensorLike,
    holder: TensorHolder,
) -> TensorHolder:
    """The node for `holder`, which is one of the operands, and the other one, which the operator makes a tensor."""
    other = right if left is holder else left
    if other is None:
        raise AttributeError(f"Cannot perform {operation}: an operand is None")
    if isinstance(other, TensorHolder) and other._owner is not holder._owner:
        names = f"{holder.get_owner_builder().name!r} and {other.get_owner_builder().name!r}"
        raise ValueError(f"Cannot perform {operation}: the tensors are of different GraphBuilders, {names}")
    holder._check_open(operation)
    return cast(TensorHolder, _OPERATORS[operation](left, right, None))
