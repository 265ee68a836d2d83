"""GraphBuilder: where a graph begins, and where it is given out."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex

from ge.es._arguments import DataTypeLike, Dims, data_type_of, dims_of
from ge.es._constants import constant_of, plain_numbers
from ge.es._errors import check_int64, check_text, failure, wrong_type
from ge.es._native import NativeBuilder
from ge.es._scopes import apply_scopes, attr_scope, control_dependency_scope
from ge.es.tensor_holder import TensorHolder
from ge.graph._handle import Handle
from ge.graph.graph import Graph
from ge.graph.types import DataType, Format

if TYPE_CHECKING:
    import numpy as np
    from ge.es._arguments import Floats, Ints
    from ge.es.tensor_like import TensorLike
    from ge.graph.tensor import Tensor

__all__ = ["GraphBuilder", "InputType", "attr_scope", "control_dependency_scope"]

_OUTPUT_NAMES = "attr_model_out_nodes_name"  # of the graph; compiled models name their outputs by it
_INT_NAMES = {
    DataType.DT_INT64: "int64",
    DataType.DT_INT32: "int32",
    DataType.DT_UINT64: "uint64",
    DataType.DT_UINT32: "uint32",
}


class InputType(enum.Enum):
    """The node types that stand for a graph's inputs."""

    DATA = "Data"
    REF_DATA = "RefData"
    AIPP_DATA = "AippData"
    ANY_DATA = "AnyData"


class GraphBuilder(NativeBuilder):
    """Builds one graph. Inputs and constants come from its methods, operators from the functions of `ge.es`.

    After `build_and_reset` every method raises `RuntimeError`: another graph needs another builder.
    """

    def __init__(self, name: str | None = None, *, check: bool = False, lines: bool = False) -> None:
        """Start an empty graph.

        Args:
            name: Its name; None and "" stand for "graph".
            check: Infer shapes and data types of each operator when it is added, and refuse it with `ValueError` when
                they do not fit: the message tells the shapes and the user's file and line. Inputs without a shape fit
                everything.
            lines: Keep the user's file and line in the attribute `_source_line` of each node. Dumps, files and the
                viewer show it, and errors of a later compilation name it.
        """
        if name is not None:
            check_text(name, "Graph name")
        super().__init__(name or "graph", bool(check), bool(lines))

    @property
    def name(self) -> str:
        """The graph's name."""
        return self._name

    @property
    def _handle(self) -> Handle:  # see docs/handles.md
        return Handle("GraphBuilder", self)

    @property
    def _builder(self) -> GraphBuilder:
        return self

    def __copy__(self) -> NoReturn:
        raise RuntimeError("GraphBuilder does not support copy")

    def __deepcopy__(self, memo: object) -> NoReturn:
        raise RuntimeError("GraphBuilder does not support deepcopy")

    def __repr__(self) -> str:
        return f"<GraphBuilder {self.name!r}{', built' if self._built else ''}>"

    # --- inputs

    def create_input(
        self,
        index: int,
        *,
        name: str | None = None,
        type_str: InputType = InputType.DATA,
        data_type: DataTypeLike = DataType.DT_FLOAT,
        format: Format = Format.FORMAT_ND,
        shape: Dims | None = None,
    ) -> TensorHolder:
        """An input of the graph.

        Args:
            index: Its place among the inputs; in the end they must count from 0 without gaps.
            name: The node's name, by default `input_<index>`.
            type_str: The node's type.
            data_type: Type of the elements; numpy's types stand for ours.
            format: Layout of the elements.
            shape: Dimensions: -1 for one that is not known yet, [-2] for an unknown number of them. None: a scalar.

        Raises:
            RuntimeError: The index is negative or taken.
            ValueError: The index or a dimension does not fit in 64 bits.
        """
        self._check_open("create input")
        check_int64(index, "Input index")
        dims = None if shape is None else dims_of(shape)
        node_name = "" if name is None else check_text(name, "Name")
        kind = type_str.value, data_type_of(data_type).value, format.value
        try:
            tensor = self._add_input(index, kind[0], node_name, kind[1], kind[2], dims)
        except RuntimeError as error:
            raise failure("create input", error) from error
        return _created(tensor)

    def create_inputs(self, num: int, start_index: int = 0) -> list[TensorHolder]:
        """`num` inputs of type float, each a scalar until `set_shape`, from `start_index` on."""
        self._check_open("create inputs")
        if not isinstance(num, int) or num <= 0:
            raise wrong_type("Number of inputs", "a positive integer")
        if not isinstance(start_index, int) or start_index < 0:
            raise wrong_type("Start index", "a non-negative integer")
        return [self.create_input(start_index + i) for i in range(num)]

    def create_variable(self, index: int, name: str) -> TensorHolder:
        """A node of type Variable, which is no input of the graph."""
        self._check_open("create variable")
        check_int64(index, "Index")
        return _created(self._add_variable(index, check_text(name, "Name")))

    # --- constants

    def constant(self, value: TensorLike, *, name: str | None = None) -> TensorHolder:
        """A constant of any value that stands for a tensor.

        Args:
            value: A number (int64 or float), a list or tuple of numbers however nested, or an array, a scalar of numpy
                or a Tensor, whose type and shape the constant has. Elements that somebody can change are copied once,
                those of read-only arrays and of tensors are shared.
            name: The node's name, by default `Const_<n>`.

        Raises:
            TypeError: It is nothing of the kind.
            ValueError: A number does not fit its type, or lists side by side differ in shape.
        """
        self._check_open("create constant")
        node_name = None if name is None else check_text(name, "Name")
        tensor = constant_of(value, self)
        if tensor is None:
            raise wrong_type("Value", f"numbers, an array or a Tensor, not {type(value).__name__}")
        if node_name:
            tensor._rename_node(node_name)
        return tensor

    def create_const_int64(self, value: Ints, shape: Dims | None = None) -> TensorHolder:
        """A constant of one number, or of a flat list of them in row-major order; `shape` defaults to what is given."""
        return self._const(value, shape, DataType.DT_INT64)

    def create_const_int32(self, value: Ints, shape: Dims | None = None) -> TensorHolder:
        """As `create_const_int64`, of int32."""
        return self._const(value, shape, DataType.DT_INT32)

    def create_const_uint64(self, value: Ints, shape: Dims | None = None) -> TensorHolder:
        """As `create_const_int64`, of uint64."""
        return self._const(value, shape, DataType.DT_UINT64)

    def create_const_uint32(self, value: Ints, shape: Dims | None = None) -> TensorHolder:
        """As `create_const_int64`, of uint32."""
        return self._const(value, shape, DataType.DT_UINT32)

    def create_const_float(self, value: Floats, shape: Dims | None = None) -> TensorHolder:
        """As `create_const_int64`, of float."""
        return self._const(value, shape, DataType.DT_FLOAT)

    def create_vector_int64(self, value: Dims) -> TensorHolder:
        """A constant of int64 with one dimension."""
        self._check_open("create vector")
        values, shape = plain_numbers(value)
        flat = isinstance(values, list) and (shape is None or len(shape) == 1)
        if not flat or not all(isinstance(item, int) for item in values):
            raise wrong_type("Value", "a list of integers")
        return self._make_const(values, [len(values)], DataType.DT_INT64, "create int64 vector")

    def create_scalar_int64(self, value: SupportsIndex) -> TensorHolder:
        """A constant scalar of int64."""
        return self._int_scalar(value, DataType.DT_INT64)

    def create_scalar_int32(self, value: SupportsIndex) -> TensorHolder:
        """A constant scalar of int32."""
        return self._int_scalar(value, DataType.DT_INT32)

    def create_scalar_uint64(self, value: SupportsIndex) -> TensorHolder:
        """A constant scalar of uint64."""
        return self._int_scalar(value, DataType.DT_UINT64)

    def create_scalar_uint32(self, value: SupportsIndex) -> TensorHolder:
        """A constant scalar of uint32."""
        return self._int_scalar(value, DataType.DT_UINT32)

    def create_scalar_float(self, value: float | np.generic) -> TensorHolder:
        """A constant scalar of float."""
        self._check_open("create scalar")
        if not isinstance(value, (int, float)):
            value, _ = plain_numbers(value)
            if not isinstance(value, (int, float)):
                raise wrong_type("Value", "a number")
        return self._make_const([value], [], DataType.DT_FLOAT, "create float scalar")

    # --- outputs, attributes, control edges

    def set_graph_output(self, tensor: TensorHolder, output_index: int) -> None:
        """Let `tensor` be the graph's output number `output_index`; one tensor may be several outputs.

        Raises:
            ValueError: The tensor is of another builder.
            RuntimeError: The index is negative or taken.
        """
        self._check_open("set graph output")
        self._check_own(tensor)
        check_int64(output_index, "Output index")
        try:
            self._set_output(tensor, output_index)
        except RuntimeError as error:
            action = f"set graph output for graph {self.name} output index {output_index}"
            raise failure(action, error) from error

    def set_graph_attr_int64(self, attr_name: str, value: int) -> None:
        """Set an attribute of the graph."""
        self._graph_attr(attr_name, value, int)

    def set_graph_attr_string(self, attr_name: str, value: str) -> None:
        """Set an attribute of the graph."""
        self._graph_attr(attr_name, value, str)

    def set_graph_attr_bool(self, attr_name: str, value: bool) -> None:
        """Set an attribute of the graph."""
        self._graph_attr(attr_name, value, bool)

    def set_tensor_attr_int64(self, tensor: TensorHolder, attr_name: str, value: int) -> None:
        """Set an attribute of the output that `tensor` is."""
        self._tensor_attr(tensor, attr_name, value, int)

    def set_tensor_attr_string(self, tensor: TensorHolder, attr_name: str, value: str) -> None:
        """Set an attribute of the output that `tensor` is."""
        self._tensor_attr(tensor, attr_name, value, str)

    def set_tensor_attr_bool(self, tensor: TensorHolder, attr_name: str, value: bool) -> None:
        """Set an attribute of the output that `tensor` is."""
        self._tensor_attr(tensor, attr_name, value, bool)

    def set_node_attr_int64(self, tensor: TensorHolder, attr_name: str, value: int) -> None:
        """Set an attribute of the node that makes `tensor`."""
        self._node_attr(tensor, attr_name, value, int)

    def set_node_attr_string(self, tensor: TensorHolder, attr_name: str, value: str) -> None:
        """Set an attribute of the node that makes `tensor`."""
        self._node_attr(tensor, attr_name, value, str)

    def set_node_attr_bool(self, tensor: TensorHolder, attr_name: str, value: bool) -> None:
        """Set an attribute of the node that makes `tensor`."""
        self._node_attr(tensor, attr_name, value, bool)

    def add_control_dependency(self, dst_tensor: TensorHolder, src_tensors: list[TensorHolder]) -> None:
        """Let the node of `dst_tensor` wait for those of `src_tensors`.

        Raises:
            ValueError: A tensor is of another builder.
        """
        self._check_open("add control dependency")
        _check_tensor(dst_tensor, "dst_tensor")
        if not isinstance(src_tensors, list):
            raise wrong_type("src_tensors", "a list")
        if not all(isinstance(tensor, TensorHolder) for tensor in src_tensors):
            raise wrong_type("src_tensors", "a list of TensorHolder")
        for source in src_tensors:
            try:
                self._add_control(dst_tensor, source)
            except RuntimeError as error:
                raise failure(f"add control dependency for nodes in graph {self.name}", error) from error

    # --- the result

    def build_and_reset(self, outputs: Sequence[TensorHolder] | Mapping[str, TensorHolder] | None = None) -> Graph:
        """Give the graph out; the builder cannot be used any more.

        Args:
            outputs: The graph's outputs, besides those set by `set_graph_output`. With names, `{"probs": y}`, in their
                order: a compiled model then calls its outputs so.

        Raises:
            RuntimeError: Inputs or outputs are not numbered from 0 without gaps, or, when the builder checks, a node
                does not fit what was set since it was made; the builder can still be used.
            ValueError: An output is a tensor of another builder; both builders can still be used.
        """
        self._check_open("build_and_reset")
        try:
            self._check_fit()
        except ValueError as error:
            raise failure("build graph", error) from error
        names = self._set_outputs(outputs)
        try:
            graph = Graph._create_from(self._build())
        except ValueError as error:
            raise failure("build graph", error) from error
        if names:
            graph.set_attr(_OUTPUT_NAMES, names)
        return graph

    # --- what the methods share

    def _set_outputs(self, outputs: object) -> list[str]:
        """Sets what `build_and_reset` was given; the names where it has them."""
        names: list[str] = []
        if isinstance(outputs, dict):
            names = [check_text(name, "Output name") for name in outputs]
            if "" in names:
                raise ValueError("Output name must not be empty")
            outputs = list(outputs.values())
        if outputs is None:
            return names
        if not isinstance(outputs, list):
            raise wrong_type("Outputs", "a list")
        if not all(isinstance(tensor, TensorHolder) for tensor in outputs):
            raise wrong_type("All outputs", "TensorHolder objects")
        for tensor in outputs:
            self._check_own(tensor)
        for i, tensor in enumerate(outputs):
            self.set_graph_output(tensor, i)
        return names

    def _check_open(self, operation: str) -> None:
        if self._built:
            raise RuntimeError(
                f"Cannot {operation}: graph '{self.name}' has already been built; a new GraphBuilder is needed"
            )

    def _check_own(self, tensor: object) -> None:
        """Raises unless it is a tensor of this builder."""
        _check_tensor(tensor)
        if isinstance(tensor, TensorHolder) and tensor._owner is not self:
            raise ValueError(
                f"Tensor {tensor.name!r} is of GraphBuilder {tensor.get_owner_builder().name!r}, another one than "
                f"{self.name!r}: a graph gets tensors of another one through inputs of its own"
            )

    def _const(self, given: object, given_shape: Dims | None, data_type: DataType) -> TensorHolder:
        self._check_open("create constant")
        value, own_shape = plain_numbers(given)
        is_float = data_type is DataType.DT_FLOAT
        number = (int, float) if is_float else int
        values: list[Any] = value if isinstance(value, list) else [value]
        if not all(isinstance(item, number) for item in values):
            raise wrong_type("Value", "a float or list of floats" if is_float else "an integer or list of integers")
        shape = own_shape if given_shape is None else dims_of(given_shape)
        dims = shape or ([len(values)] if isinstance(value, list) else [])
        if not dims and len(values) == 1:
            return self.create_scalar_float(values[0]) if is_float else self._int_scalar(values[0], data_type)
        if prod(dims) != len(values):
            raise ValueError(f"Value count {len(values)} doesn't match shape {dims}: expected {prod(dims)} elements")
        return self._create_list_const(values, dims, data_type)

    def _create_list_const(self, values: Sequence[float], dims: list[int], data_type: DataType) -> TensorHolder:
        self._check_open("create constant")
        kind = _INT_NAMES.get(data_type, "float")
        return self._make_const(values, dims, data_type, f"create {kind} constant")

    def _create_tensor_const(self, value: Tensor) -> TensorHolder:
        self._check_open("create constant")
        try:
            tensor = self._add_tensor(value)
        except RuntimeError as error:
            raise failure("create constant", error) from error
        return _created(tensor)

    def _int_scalar(self, value: object, data_type: DataType) -> TensorHolder:
        self._check_open("create scalar")
        if not isinstance(value, int):
            value, _ = plain_numbers(value)
            if not isinstance(value, int):
                raise wrong_type("Value", "an integer")
        return self._make_const([value], [], data_type, f"create {_INT_NAMES[data_type]} scalar")

    def _make_const(self, values: Sequence[float], dims: list[int], data_type: DataType, action: str) -> TensorHolder:
        try:
            tensor = self._add_const(values, data_type, dims)
        except RuntimeError as error:
            raise failure(action, error) from error
        return _created(tensor)

    def _graph_attr(self, attr_name: str, value: Any, kind: type) -> None:
        self._check_open("set graph attribute")
        check_text(attr_name, "Attribute name")
        checked = _checked(value, kind)
        self._set_graph_attr(attr_name, checked)

    def _tensor_attr(self, tensor: TensorHolder, attr_name: str, value: Any, kind: type) -> None:
        self._check_open("set tensor attribute")
        self._check_own(tensor)
        check_text(attr_name, "Attribute name")
        checked = _checked(value, kind)
        try:
            self._set_tensor_attr(tensor, attr_name, checked)
        except RuntimeError as error:
            raise failure(f"set tensor attribute {attr_name} for tensor {tensor.name}", error) from error

    def _node_attr(self, tensor: TensorHolder, attr_name: str, value: Any, kind: type) -> None:
        self._check_open("set node attribute")
        self._check_own(tensor)
        check_text(attr_name, "Attribute name")
        checked = _checked(value, kind)
        try:
            tensor._get_node_snapshot().set_attr(attr_name, checked)
        except RuntimeError as error:
            raise failure(f"set node attribute {attr_name} for node {tensor.name}", error) from error


def _created(tensor: Any) -> TensorHolder:  # the native side makes what it was told to make
    apply_scopes(tensor)
    holder: TensorHolder = tensor
    return holder


def _check_tensor(tensor: object, subject: str = "Tensor") -> None:
    if not isinstance(tensor, TensorHolder):
        raise wrong_type(subject, "a TensorHolder")


def _checked(value: object, kind: type) -> object:
    if kind is str:
        return check_text(value, "Value")
    if not isinstance(value, kind):
        value, _ = plain_numbers(value)
    if not isinstance(value, kind):
        raise wrong_type("Value", "an integer" if kind is int else "a boolean")
    return kind(value)
