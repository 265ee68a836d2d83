"""Nodes of a graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from ge.graph import _native
from ge.graph._messages import NotCopyable, check_port, check_text, failed, none_value, wrong_type
from ge.graph._native import NodeBase
from ge.graph.tensor_desc import TensorDesc, desc_text

__all__ = ["Node"]

_SHOWN_PORTS = 4  # in one line
_Written = TypeVar("_Written")


def _native_type(written: type[_Written]) -> type[_Written]:
    """The native type, which gets what is written here in Python: its objects are made and called without a detour."""
    for name, value in {**vars(NotCopyable), **vars(written)}.items():
        if name not in ("__slots__", "__module__", "__dict__", "__weakref__"):
            setattr(NodeBase, name, value)
    return cast("type[_Written]", NodeBase)


@_native_type
class Node(NotCopyable, NodeBase):
    """An operator in a graph. It does not keep its graph alive; once graph or node is gone, using it is an error.

    Ports are numbered in the order of the operator's prototype: an optional input keeps its number whether it is
    connected or not, and a dynamic input `x` of n tensors takes n numbers. Nodes come from graphs; they cannot be made
    directly.
    """

    __slots__ = ()

    _kind = "Node"

    def __init__(self) -> None:
        raise RuntimeError("Node objects should not be created directly: a graph gives its nodes")

    @staticmethod
    def _create_from(handle: _native.Node | None, owns_handle: bool = True) -> Node:
        """The node that a native handle names."""
        if not handle:
            raise none_value("Node handle")
        return _native.node_object(handle)

    def get_in_control_nodes(self) -> list[Node]:
        """The nodes that must run before, in the order the edges were added."""
        return self._handle.in_controls()

    def get_out_control_nodes(self) -> list[Node]:
        """The nodes that must run after, in the order the edges were added."""
        return self._handle.out_controls()

    def has_attr(self, attr_name: str) -> bool:
        """Whether the node carries the attribute."""
        return self._handle.has_attr(check_text(attr_name, "attr_name"))

    def get_input_attr(self, attr_name: str, input_index: int) -> Any:
        """The value of an attribute of an input's descriptor."""
        check_text(attr_name, "Attribute name")
        port = check_port(input_index, "Input index")
        action = f"get Node {self.name} input attribute '{attr_name}' for index {input_index}"
        try:
            return self._handle.input_attr(attr_name, port)
        except (KeyError, IndexError):
            raise failed(action) from None

    def set_input_attr(self, attr_name: str, input_index: int, value: object) -> None:
        """Sets an attribute of an input's descriptor."""
        check_text(attr_name, "Attribute name")
        port = check_port(input_index, "Input index")
        try:
            self._handle.set_input_attr(attr_name, port, value)
        except (IndexError, RuntimeError) as error:
            action = f"set Node {self.name} input attribute '{attr_name}' for index {input_index}"
            raise failed(action, error) from None

    def get_output_attr(self, attr_name: str, output_index: int) -> Any:
        """The value of an attribute of an output's descriptor."""
        check_text(attr_name, "Attribute name")
        port = check_port(output_index, "Output index")
        action = f"get Node {self.name} output attribute '{attr_name}' for index {output_index}"
        try:
            return self._handle.output_attr(attr_name, port)
        except (KeyError, IndexError):
            raise failed(action) from None

    def set_output_attr(self, attr_name: str, output_index: int, value: object) -> None:
        """Sets an attribute of an output's descriptor."""
        check_text(attr_name, "Attribute name")
        port = check_port(output_index, "Output index")
        try:
            self._handle.set_output_attr(attr_name, port, value)
        except (IndexError, RuntimeError) as error:
            action = f"set Node {self.name} output attribute '{attr_name}' for index {output_index}"
            raise failed(action, error) from None

    def get_input_desc(self, index: int) -> TensorDesc:
        """A copy of an input's descriptor.

        Raises:
            RuntimeError: There is no such input, or it is optional and not connected.
        """
        port = check_port(index, "Input index")
        try:
            return TensorDesc._create_from(self._handle.input_desc(port))
        except (IndexError, RuntimeError) as error:
            raise failed(f"get input desc for index {index}{_of(self)}", error) from None

    def update_input_desc(self, index: int, tensor_desc: TensorDesc) -> None:
        """Replaces an input's descriptor, its attributes too."""
        port = check_port(index, "Input index")
        if not isinstance(tensor_desc, TensorDesc):
            raise wrong_type("tensor_desc", "a TensorDesc")
        try:
            self._handle.set_input_desc(port, tensor_desc._handle)
        except (IndexError, RuntimeError) as error:
            raise failed(f"update input desc for index {index}{_of(self)}", error) from None

    def get_output_desc(self, index: int) -> TensorDesc:
        """A copy of an output's descriptor.

        Raises:
            RuntimeError: There is no such output.
        """
        port = check_port(index, "Output index")
        try:
            return TensorDesc._create_from(self._handle.output_desc(port))
        except (IndexError, RuntimeError) as error:
            raise failed(f"get output desc for index {index}{_of(self)}", error) from None

    def update_output_desc(self, index: int, tensor_desc: TensorDesc) -> None:
        """Replaces an output's descriptor, its attributes too."""
        port = check_port(index, "Output index")
        if not isinstance(tensor_desc, TensorDesc):
            raise wrong_type("tensor_desc", "a TensorDesc")
        try:
            self._handle.set_output_desc(port, tensor_desc._handle)
        except (IndexError, RuntimeError) as error:
            raise failed(f"update output desc for index {index}{_of(self)}", error) from None

    # --- what stands for native objects (docs/handles.md); `_handle` is native

    @property
    def _owns_handle(self) -> bool:
        return True

    @property
    def _owner(self) -> None:
        return None

    @property
    def _name(self) -> str | None:
        return self.name if self._handle.alive else None

    def __repr__(self) -> str:
        native = self._handle
        if not native.alive:
            return "<Node that is gone>"
        inputs = _descs_text(native.input_desc, self.get_inputs_size())
        outputs = _descs_text(native.output_desc, self.get_outputs_size())
        return f"<Node {self.name!r}: {self.type}({inputs}) -> {outputs or 'nothing'}>"


def _of(node: Node) -> str:
    """For errors: which node it is; nothing for one that is gone."""
    return f" of Node {node.name!r} ({node.type})" if node._handle.alive else ""


def _descs_text(desc_at: Callable[[int], _native.TensorDesc], count: int) -> str:
    """The first few descriptors; inputs that are left out take no place in the count, but a port."""
    texts: list[str] = []
    port = 0
    while count and len(texts) < _SHOWN_PORTS:
        try:
            texts.append(desc_text(desc_at(port)))
            count -= 1
        except IndexError:
            texts.append("-")
        port += 1
    return ", ".join([*texts, f"... {count} more"] if count else texts)
