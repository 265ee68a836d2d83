"""One attribute's value, with setters and getters for each kind. `set_attr` and `get_attr` do without it."""

from __future__ import annotations

from typing import Any

from ge.graph import _native
from ge.graph._messages import NotCopyable, failed, wrong_type
from ge.graph.tensor import Tensor
from ge.graph.types import AttrValueType, DataType

_KIND_NAMES = {
    AttrValueType.VT_STRING: "string",
    AttrValueType.VT_FLOAT: "float",
    AttrValueType.VT_BOOL: "bool",
    AttrValueType.VT_INT: "int",
    AttrValueType.VT_DATA_TYPE: "data_type",
    AttrValueType.VT_LIST_FLOAT: "list_float",
    AttrValueType.VT_LIST_BOOL: "list_bool",
    AttrValueType.VT_LIST_INT: "list_int",
    AttrValueType.VT_LIST_DATA_TYPE: "list_data_type",
    AttrValueType.VT_LIST_STRING: "list_string",
}

# What cannot be read, told apart from a value that is None.
_UNREAD = object()

_Types = tuple[type, ...]


class _AttrValue(NotCopyable):
    """An attribute's value; without a kind until it is set."""

    _kind = "AttrValue"

    def __init__(self) -> None:
        self._handle = _native.AttrValue()
        self._cached: Any = _UNREAD

    @property
    def value_type(self) -> AttrValueType:
        """The kind."""
        return AttrValueType(self._handle.kind)

    def get_value_type(self) -> AttrValueType:
        """The kind."""
        return self.value_type

    def get_value(self) -> Any:
        """The value. Raises RuntimeError when it has no kind or one that Python has no value for."""
        if self._cached is _UNREAD:
            self._cached = self._handle.get()
        return self._cached

    def set_value(self, value: object) -> bool:
        """Sets the value; its type tells the kind. Raises ValueError for a type that no kind takes."""
        self._handle.assign(value)
        self._cached = _UNREAD
        return True

    def set_string(self, value: str) -> bool:
        """Sets a text."""
        return self._set_one(AttrValueType.VT_STRING, value, (str,), "a string")

    def set_float(self, value: float) -> bool:
        """Sets a number, stored as float32."""
        return self._set_one(AttrValueType.VT_FLOAT, value, (int, float), "a number")

    def set_bool(self, value: bool) -> bool:
        """Sets a truth value."""
        return self._set_one(AttrValueType.VT_BOOL, value, (bool,), "a boolean")

    def set_int(self, value: int) -> bool:
        """Sets a whole number, stored as int64."""
        return self._set_one(AttrValueType.VT_INT, value, (int,), "an integer")

    def set_data_type(self, value: DataType) -> bool:
        """Sets a data type."""
        return self._set_one(AttrValueType.VT_DATA_TYPE, value, (DataType,), "a DataType")

    def set_tensor(self, value: Tensor) -> bool:
        """Sets a tensor; what is later done to `value` changes nothing here."""
        return self._set_one(AttrValueType.VT_TENSOR, value, (Tensor,), "a Tensor")

    def set_list_float(self, values: list[float]) -> bool:
        """Sets numbers, stored as float32."""
        return self._set_many(AttrValueType.VT_LIST_FLOAT, values, (int, float), "numbers")

    def set_list_int(self, values: list[int]) -> bool:
        """Sets whole numbers, stored as int64."""
        return self._set_many(AttrValueType.VT_LIST_INT, values, (int,), "integers")

    def set_list_bool(self, values: list[bool]) -> bool:
        """Sets truth values."""
        return self._set_many(AttrValueType.VT_LIST_BOOL, values, (bool,), "booleans")

    def set_list_data_type(self, values: list[DataType]) -> bool:
        """Sets data types."""
        return self._set_many(AttrValueType.VT_LIST_DATA_TYPE, values, (DataType,), "DataTypes")

    def set_list_string(self, values: list[str]) -> bool:
        """Sets texts."""
        return self._set_many(AttrValueType.VT_LIST_STRING, values, (str,), "strings")

    def get_string(self) -> str:
        """The text."""
        return str(self._get(AttrValueType.VT_STRING, "string"))

    def get_float(self) -> float:
        """The number."""
        return float(self._get(AttrValueType.VT_FLOAT, "float"))

    def get_bool(self) -> bool:
        """The truth value."""
        return bool(self._get(AttrValueType.VT_BOOL, "bool"))

    def get_int(self) -> int:
        """The whole number."""
        return int(self._get(AttrValueType.VT_INT, "int"))

    def get_data_type(self) -> DataType:
        """The data type."""
        return DataType(self._get(AttrValueType.VT_DATA_TYPE, "DataType"))

    def get_tensor(self) -> Tensor:
        """The tensor."""
        tensor = self._get(AttrValueType.VT_TENSOR, "Tensor")
        assert isinstance(tensor, Tensor)
        return tensor

    def get_list_float(self) -> list[float]:
        """The numbers."""
        return list(self._get(AttrValueType.VT_LIST_FLOAT, "list"))

    def get_list_int(self) -> list[int]:
        """The whole numbers."""
        return list(self._get(AttrValueType.VT_LIST_INT, "list"))

    def get_list_bool(self) -> list[bool]:
        """The truth values."""
        return list(self._get(AttrValueType.VT_LIST_BOOL, "list"))

    def get_list_data_type(self) -> list[int]:
        """The numbers of the data types."""
        return list(self._get(AttrValueType.VT_LIST_DATA_TYPE, "list"))

    def get_list_string(self) -> list[str]:
        """The texts."""
        return list(self._get(AttrValueType.VT_LIST_STRING, "list_string"))

    def _set_one(self, kind: AttrValueType, value: object, types: _Types, expected: str) -> bool:
        if not isinstance(value, types):
            raise wrong_type("Value", expected)
        return self._store(kind, value)

    def _set_many(self, kind: AttrValueType, values: object, types: _Types, expected: str) -> bool:
        if not isinstance(values, list):
            raise wrong_type("Values", "a list")
        if not values:
            raise ValueError("Empty list is not supported")
        if not all(isinstance(value, types) for value in values):
            raise wrong_type("All values", expected)
        return self._store(kind, values)

    def _store(self, kind: AttrValueType, value: object) -> bool:
        self._handle.set(kind, value)
        self._cached = _UNREAD
        return True

    def _get(self, kind: AttrValueType, what: str) -> Any:
        if self.value_type != kind:
            raise failed(f"get {what} value")
        return self.get_value()

    def __str__(self) -> str:
        kind = self.value_type
        name = _KIND_NAMES.get(kind, f"unknown({int(kind)})")
        return f"AttrValue(type: {name}, value: {self._shown(kind)})"

    __repr__ = __str__

    def _shown(self, kind: AttrValueType) -> str:
        if kind not in _KIND_NAMES:
            return "<unknown>"
        try:
            value = self.get_value()
        except RuntimeError as error:
            return f"<error: {error}>"
        return f"'{value}'" if isinstance(value, str) else str(value)
