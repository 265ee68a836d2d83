"""The operator that a framework parser lets a plugin describe."""

from __future__ import annotations

from types import TracebackType

from ge.graph import _native
from ge.graph._messages import NotCopyable, failed, none_value, wrong_type

__all__ = ["Operator", "create_operator"]

_UINT32_END = 2**32

_ErrorClass = type[BaseException]  # `type` is a property inside the class


class Operator(NotCopyable):
    """An operator before it becomes a node: valid only inside the `parse_node` that got it."""

    __slots__ = ("_draft", "_valid")

    _kind = "Operator"
    _draft: _native.OperatorDraft | None
    _valid: bool

    def __init__(self, *arguments: object, **named: object) -> None:
        raise RuntimeError("Operator objects should not be created directly: parse_node is given one")

    @property
    def name(self) -> str:
        """The operator's name."""
        return self._checked().name

    @property
    def type(self) -> str:
        """The operator's type."""
        return self._checked().type

    def set_attr(self, name: str, value: object) -> None:
        """Sets an attribute; the type of the value tells its kind, as `Node.set_attr` says."""
        draft = self._checked()
        _check_name(name, "attribute")
        try:
            draft.set_attr(name, value)
        except RuntimeError as error:
            raise failed(f"set attribute '{name}' on Operator {draft.name}", error) from None

    def register_input(self, name: str) -> None:
        """Adds a required input."""
        self._register("register_input", "input", name)

    def register_optional_input(self, name: str) -> None:
        """Adds an input that may be left out."""
        self._register("register_optional_input", "optional input", name)

    def register_output(self, name: str) -> None:
        """Adds an output."""
        self._register("register_output", "output", name)

    def register_dynamic_input(self, name: str, count: int) -> None:
        """Adds an input that takes `count` tensors."""
        self._register_dynamic("input", name, count)

    def register_dynamic_output(self, name: str, count: int) -> None:
        """Adds an output that gives `count` tensors."""
        self._register_dynamic("output", name, count)

    def _register(self, method: str, kind: str, name: str) -> None:
        draft = self._checked()
        _check_name(name, kind)
        try:
            getattr(draft, method)(name)
        except (RuntimeError, ValueError) as error:
            raise failed(f"{method} '{name}' on Operator {draft.name}", error) from None

    def _register_dynamic(self, side: str, name: str, count: int) -> None:
        draft = self._checked()
        _check_name(name, "dynamic port")
        if type(count) is not int:
            raise wrong_type("Operator dynamic port count", "an integer")
        if not 0 <= count < _UINT32_END:
            raise ValueError(f"Operator dynamic port count {count} is not in uint32 range")
        try:
            getattr(draft, f"register_dynamic_{side}")(name, count)
        except (RuntimeError, ValueError) as error:
            raise failed(f"register dynamic {side} '{name}' on Operator {draft.name}", error) from None

    def _checked(self) -> _native.OperatorDraft:
        if not self._valid:
            raise RuntimeError("Operator is only valid inside parse_node")
        if self._draft is None:
            raise failed("get Operator name or type", "no operator has this handle")
        return self._draft

    def __repr__(self) -> str:
        if not self._valid or self._draft is None:
            return "<Operator that is not valid any more>"
        return f"<Operator {self._draft.name!r}: {self._draft.type}>"

    def __enter__(self) -> Operator:
        return self

    def __exit__(self, kind: _ErrorClass | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._valid = False
        self._draft = None


def create_operator(handle: object) -> Operator:
    """The operator of a draft, or of the number that is its address (an int, or a `ctypes.c_void_p`).

    Raises:
        ValueError: The handle is None, zero, or of another type.
    """
    if handle is None:
        raise none_value("Operator handle")
    operator = Operator.__new__(Operator)
    operator._valid = True
    operator._draft = (
        handle if isinstance(handle, _native.OperatorDraft) else _native.OperatorDraft.at(_address(handle))
    )
    return operator


def _address(handle: object) -> int:
    address = handle if isinstance(handle, int) else _pointer_value(handle)
    if not address:
        raise ValueError(f"Operator handle cannot be null: {handle!r}")
    return address % 2**64


def _pointer_value(handle: object) -> int | None:
    import ctypes

    return handle.value if isinstance(handle, ctypes.c_void_p) else None


def _check_name(name: object, kind: str) -> None:
    if not isinstance(name, str) or not name:
        raise wrong_type(f"Operator {kind} name", "a non-empty string")
