"""TensorHolder: a tensor of a graph under construction."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ge.es._arguments import DataTypeLike, Dims, data_type_of, dims_of
from ge.es._arithmetic import Arithmetic
from ge.es._errors import failure, wrong_type
from ge.es._identity import Identity
from ge.es._indexing import Indexing
from ge.es._methods import Methods
from ge.es._native import (
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


class TensorHolder(Arithmetic, Indexing, Methods, Identity):
    """One output of one node. A GraphBuilder and the operator functions make them; operators make further nodes.

    Two holders are equal only when they are the same object. A holder keeps its GraphBuilder alive.
    """

    __slots__ = ()

    @classmethod
    def _create_from(cls, handle: Holder | None, owner_builder: GraphBuilder | None) -> TensorHolder:
        """The tensor that a native handle of `owner_builder` is."""
        if not isinstance(handle, Holder) and not handle:
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

    def set_data_type(self, data_type: DataTypeLike) -> TensorHolder:
        """Say of what type the elements are. Attributes set on the tensor before are lost."""
        self._check_open("set data type")
        wanted = data_type_of(data_type)
        if not isinstance(wanted, DataType):
            raise wrong_type("Data type", "a DataType enum")
        try:
            es_set_data_type(self, wanted)
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

    def set_shape(self, shape: Dims) -> TensorHolder:
        """Say which shape the tensor has, in storage and at the origin; -1 is a dimension that is not known.

        Attributes set before are lost.
        """
        self._check_open("set shape")
        if isinstance(shape, (list, tuple)) and not all(hasattr(type(dim), "__index__") for dim in shape):
            raise wrong_type("All shape dimensions", "integers")
        dims = dims_of(shape)
        try:
            es_set_shape(self, dims)
        except RuntimeError as error:
            raise failure("set shape", error) from error
        return self

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
