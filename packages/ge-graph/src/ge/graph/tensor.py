"""Tensors: a description and elements in the host's memory."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any, TypeVar, Union

from ge.graph import _native, _numpy
from ge.graph._messages import NotCopyable, failed, is_int_list, none_value, wrong_type
from ge.graph.tensor_desc import Shape, TensorDesc, desc_text
from ge.graph.types import DataType, Format, Placement

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

__all__ = ["Tensor", "unflatten_tensor_data"]

Scalar = Union[bool, int, float]
_Item = TypeVar("_Item")

_INT_TYPES = frozenset(
    {
        DataType.DT_INT8,
        DataType.DT_INT16,
        DataType.DT_INT32,
        DataType.DT_INT64,
        DataType.DT_UINT8,
        DataType.DT_UINT16,
        DataType.DT_UINT32,
        DataType.DT_UINT64,
    }
)
# What lists and files can give.
_LISTED_TYPES = _INT_TYPES | {DataType.DT_FLOAT, DataType.DT_FLOAT16, DataType.DT_DOUBLE, DataType.DT_BOOL}
_WHOLE_NUMBER = re.compile(r"-?[0-9]+")
_NO_DEVICE = -1
_HOST = (1, 0)  # DLPack's CPU


class Tensor(NotCopyable):
    """Elements of one type in one shape, row by row. They never change; `data_type` and `format` are labels.

    Without data and file it is empty: FLOAT, ND, shape `[]`, no elements; the other arguments are not looked at.

    Args:
        data: A list of numbers in row-major order, flat or of lists, or a numpy array, whose elements are shared where
            they stand row by row and have the data type, so do not change them afterwards. Bools among them stand for 0
            and 1.
        file_path: File with the elements as they stand in memory; only as many bytes as the shape takes are read.
        data_type: Type of the elements; by default FLOAT, or the type of the array. Another type than the array's
            converts its elements.
        format: Layout.
        shape: Dimensions; by default those of the list or the array. A flat list of one number is a scalar, `[]`.
        placement: Where the elements shall be; only the host has a place for them here.

    Raises:
        TypeError: An argument has a wrong type.
        ValueError: Lists side by side have different lengths.
        RuntimeError: Both sources are given, a list cannot give elements of `data_type`, there are fewer elements than
            the shape takes, or the file cannot be read.
    """

    _kind = "Tensor"
    _held: _native.Tensor
    _held_by: Any = None  # the builder of ge.es that took the tensor: a class that this package does not know

    def __init__(
        self,
        data: Sequence[Scalar] | Sequence[Sequence[Any]] | NDArray[Any] | None = None,
        file_path: str | None = None,
        data_type: DataType | None = None,
        format: Format = Format.FORMAT_ND,
        shape: list[int] | None = None,
        placement: Placement = Placement.PLACEMENT_HOST,
    ) -> None:
        if shape is not None and not is_int_list(shape):
            raise wrong_type("Shape", "a list of integers")
        if not isinstance(placement, Placement):
            raise wrong_type("Placement", "a Placement")
        if data is not None and file_path is not None:
            raise RuntimeError("Tensor can be created either by data or by file, not by both")
        if data is not None or file_path is not None:
            _check_labels(data_type, format)
        if data is not None:
            self._held = _from_data(data, data_type, format, shape)
        elif file_path is not None:
            self._held = _from_file(file_path, _or_float(data_type), format, shape)
        else:
            self._held = _native.Tensor()
        if placement == Placement.PLACEMENT_DEVICE:
            self.to_device()

    @classmethod
    def _create_from(cls, handle: _native.Tensor | None) -> Tensor:
        """Takes over a native tensor."""
        if not handle:
            raise none_value("Tensor pointer")
        tensor = cls.__new__(cls)
        tensor._held = handle
        return tensor

    @classmethod
    def from_numpy(cls, array: NDArray[Any], *, format: Format = Format.FORMAT_ND) -> Tensor:
        """The tensor of an array's elements: shared where they stand row by row, so do not change them afterwards.

        Raises:
            TypeError: It is no array, or no data type holds its elements.
        """
        if not _numpy.is_array(array):
            raise wrong_type("array", "a numpy array")
        data_type = _numpy.data_type_of(array.dtype)
        memory = _numpy.to_memory(array, data_type)
        return cls._create_from(_native.Tensor.from_buffer(memory, data_type, format, list(array.shape)))

    @classmethod
    def from_dlpack(cls, source: Any, *, format: Format = Format.FORMAT_ND) -> Tensor:
        """The tensor of another library's array, shared as `from_numpy` shares.

        Args:
            source: Anything with `__dlpack__`, on the host: arrays and tensors of most libraries.
            format: Layout.

        Raises:
            TypeError: `source` has no `__dlpack__`.
            BufferError: It is on a device, or no data type holds its elements.
        """
        if not hasattr(source, "__dlpack__") or not hasattr(source, "__dlpack_device__"):
            raise wrong_type("source", "an array with __dlpack__ and __dlpack_device__")
        device = tuple(map(int, source.__dlpack_device__()))
        if device[0] != _HOST[0]:
            raise BufferError(f"The array is on DLPack's device {device}, not on the host")
        try:
            capsule = source.__dlpack__(max_version=(1, 0))
        except TypeError:  # a library of before DLPack 1.0
            capsule = source.__dlpack__()
        return cls._create_from(_native.Tensor.from_dlpack(capsule, format))

    def numpy(self) -> NDArray[Any]:
        """The elements as a numpy array of the tensor's shape: a read-only view, without a copy.

        BF16 and the small floats need ml_dtypes; without it they come as the unsigned integers that hold them. Elements
        of less than a byte are unpacked into a byte each.

        Raises:
            ValueError: The tensor does not hold what its shape and data type ask for.
        """
        try:
            return _numpy.to_array(self._held, self.get_data_type())
        except BufferError as error:
            raise ValueError(str(error.__cause__ or error)) from None

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return _numpy.converted(self.numpy(), dtype, copy=copy)

    def __dlpack__(
        self,
        *,
        stream: object = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:  # a capsule: before Python 3.13 that type has no name
        """The elements for another array library, shared and marked as read-only.

        A library that cannot tell read-only memory (DLPack before 1.0) gets a copy.

        Raises:
            BufferError: DLPack has no code for the data type, a copy is needed but forbidden, or another device or a
                stream is asked for.
        """
        if stream is not None or dl_device not in (None, _HOST):
            raise BufferError("Tensors are on the host: DLPack device (1, 0), without streams")
        versioned = max_version is not None and max_version[0] >= 1
        if copy is False and not versioned:
            raise BufferError("A library that knows DLPack before 1.0 only cannot share elements that must not change")
        return self._held.to_dlpack(versioned, bool(copy))

    def __dlpack_device__(self) -> tuple[int, int]:
        return _HOST

    def get_format(self) -> Format:
        """The layout."""
        return Format(self._held.format)

    def set_format(self, format: Format) -> Tensor:
        """Labels the tensor with another layout; the elements stay where they are."""
        if not isinstance(format, Format):
            raise wrong_type("Format", "a Format")
        self._held.format = format
        return self

    def get_data_type(self) -> DataType:
        """The type of the elements."""
        return DataType(self._held.data_type)

    def set_data_type(self, data_type: DataType) -> Tensor:
        """Labels the elements as of another type; their bytes stay as they are."""
        if not isinstance(data_type, DataType):
            raise wrong_type("Data_type", "a DataType")
        self._held.data_type = data_type
        return self

    def get_shape(self) -> Shape:
        """The dimensions."""
        return Shape(self._held.shape)

    def get_data(self) -> Any:
        """The elements: nested lists of the tensor's shape, or the number itself for a scalar.

        Raises:
            ValueError: The data type has no Python numbers, or the elements do not fill the shape.
        """
        return _nested(self._held.elements(), self._held.shape)

    def get_tensor_desc(self) -> TensorDesc:
        """A copy of the description."""
        return TensorDesc._create_from(self._held.desc)

    def get_placement(self) -> Placement:
        """Where the elements are."""
        return Placement(self._held.placement)

    def to_host(self) -> Tensor:
        """Moves the elements from a device to the host."""
        if self.get_placement() != Placement.PLACEMENT_DEVICE:
            raise ValueError("to_host() is for device tensors only, but this tensor is on the host")
        raise failed(f"move tensor from device to host, ret={_NO_DEVICE}", "there is no device here")

    def to_device(self) -> Tensor:
        """Moves the elements from the host to a device."""
        if self.get_placement() != Placement.PLACEMENT_HOST:
            raise ValueError("to_device() is for host tensors only, but this tensor is on a device")
        raise failed(f"move tensor from host to device, ret={_NO_DEVICE}", "there is no device here")

    @property
    def format(self) -> Format:
        """The layout."""
        return self.get_format()

    @property
    def data_type(self) -> DataType:
        """The type of the elements."""
        return self.get_data_type()

    @property
    def shape(self) -> Shape:
        """The dimensions."""
        return self.get_shape()

    @property
    def data(self) -> Any:
        """The elements, as `get_data` gives them."""
        return self.get_data()

    @property
    def placement(self) -> Placement:
        """Where the elements are."""
        return self.get_placement()

    def __repr__(self) -> str:
        return f"<Tensor {desc_text(self._held)}: {_native.elements_text(self._held)}>"

    def __str__(self) -> str:
        native = self._held
        try:
            data = self.get_data()
        except ValueError:  # elements without Python numbers, or none: the text says so
            data = _native.elements_text(native)
        lines = (
            f"Tensor format is {native.format},",
            f"data_type is {native.data_type},",
            f"shape is {native.shape},",
            f"data is {data}",
        )
        return "".join(f"\n        {line}" for line in lines) + "\n        "

    def _transfer_ownership_when_pass_as_attr(self, new_owner: Any) -> None:
        """Lets the builder `new_owner` have the tensor, once."""
        if self._held_by is not None:
            raise RuntimeError(
                f"Tensor is already owned by builder '{self._held_by.name}': ownership cannot be transferred again"
            )
        self._held_by = new_owner

    # --- what stands for native objects (docs/handles.md)

    @property
    def _handle(self) -> _native.Tensor:
        return self._held

    @property
    def _owns_handle(self) -> bool:
        return self._held_by is None

    @property
    def _owner(self) -> Any:
        return self._held_by

    @property
    def _name(self) -> None:
        return None


def unflatten_tensor_data(text: str, shape: Sequence[int]) -> Any:
    """Reads elements from a text, `[a,b,c]`, into nested lists of the shape; for the shape `[]` the number itself.

    Raises:
        ValueError: It is no such text, an item is no number, or the number of items does not fit.
    """
    return _nested(_parse_str_list(text), shape)


def _parse_str_list(text: str) -> list[int | float]:
    if not (text.startswith("[") and text.endswith("]")):
        raise ValueError(f"Tensor data must start with '[' and end with ']', but is {text}")
    inner = text[1:-1].strip()
    return [_parse_number(item.strip()) for item in inner.split(",")] if inner else []


def _parse_number(item: str) -> int | float:
    if _WHOLE_NUMBER.fullmatch(item):
        return int(item)
    try:
        return float(item)
    except ValueError:
        raise ValueError(f"Invalid item in tensor data: {item!r} is no number") from None


def _nested(items: Sequence[_Item], shape: Sequence[int]) -> Any:
    count = 1
    for dim in shape:
        count *= dim
    if count != len(items):
        raise ValueError(f"Length of data {len(items)} does not match shape {list(shape)}, which takes {count}")
    if not shape:
        return items[0]
    return _rows(items, shape, 0, count)


def _rows(items: Sequence[_Item], shape: Sequence[int], start: int, count: int) -> list[Any]:
    if len(shape) == 1:
        return list(items[start : start + count])
    step = count // shape[0] if shape[0] else 0
    return [_rows(items, shape[1:], start + i * step, step) for i in range(shape[0])]


def _check_labels(data_type: object, format: object) -> None:
    """Numbers do as well: the native part knows more of both than there are members."""
    if data_type is not None and not isinstance(data_type, int):
        raise wrong_type("Data type", "a DataType")
    if not isinstance(format, int):
        raise wrong_type("Format", "a Format")


def _or_float(data_type: DataType | None) -> DataType:
    return DataType.DT_FLOAT if data_type is None else data_type


def _from_data(data: object, data_type: DataType | None, format: Format, shape: list[int] | None) -> _native.Tensor:
    if _numpy.is_array(data):
        return _from_array(data, data_type, format, shape)
    if not isinstance(data, list):
        raise TypeError(f"Tensor data must be a List of numbers or a numpy array, not {type(data).__name__}")
    wanted = _or_float(data_type)
    if wanted not in _LISTED_TYPES and data:
        raise failed(f"create Tensor with data type: {int(wanted)}")
    items, dims = _row_by_row(data)
    if shape is None and dims not in ([0], [1]):
        shape = dims
    try:
        return _native.Tensor.from_list(items, wanted, format, shape)
    except RuntimeError as error:
        raise failed("create Tensor", error) from None


def _row_by_row(data: list[Any]) -> tuple[list[Any], list[int]]:
    """The numbers of a list of lists, however deep, and its shape."""
    items, dims = data, [len(data)]
    while items and isinstance(items[0], list):
        length = len(items[0])
        if not all(isinstance(row, list) and len(row) == length for row in items):
            raise ValueError(f"Tensor data is irregular: not all lists at depth {len(dims)} hold {length} items")
        items = [item for row in items for item in row]
        dims.append(length)
    return items, dims


def _from_array(array: Any, data_type: DataType | None, format: Format, shape: list[int] | None) -> _native.Tensor:
    wanted = _numpy.data_type_of(array.dtype) if data_type is None else data_type
    memory = _numpy.to_memory(array, wanted)
    dims = list(array.shape) if shape is None else shape
    try:
        return _native.Tensor.from_buffer(memory, wanted, format, dims)
    except RuntimeError as error:
        raise failed("create Tensor", error) from None


def _from_file(path: str, data_type: DataType, format: Format, shape: list[int] | None) -> _native.Tensor:
    if data_type not in _LISTED_TYPES:
        raise failed("create Tensor", f"a file cannot give elements of data type {int(data_type)}")
    path.encode()  # what is no text raises AttributeError
    elements = prod(shape or [])
    size = _native.data_bytes(DataType(data_type).name[len("DT_") :].lower(), 1) or 1
    try:
        with open(path, "rb") as file:
            has_more = 0 < elements * size < os.fstat(file.fileno()).st_size
            contents = file.read(elements * size if has_more else -1)
        if not contents:
            raise failed("create Tensor", f"{path} is empty")
        return _native.Tensor.from_buffer(contents, data_type, format, shape)
    except OSError as error:
        raise failed("create Tensor", error) from None
    except RuntimeError as error:
        raise failed("create Tensor", error) from None
