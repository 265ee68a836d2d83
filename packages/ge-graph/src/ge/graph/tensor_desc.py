"""What is known of a tensor besides its elements: shape, format, data type, and those that it had in its source."""

from __future__ import annotations

from collections.abc import Sequence

from ge.graph import _native
from ge.graph._messages import NotCopyable, failed, is_int_list, none_value, wrong_type
from ge.graph.types import DataType, Format

__all__ = ["UNKNOWN_DIM", "UNKNOWN_DIM_NUM", "UNKNOWN_DIM_SIZE", "Shape", "TensorDesc"]

UNKNOWN_DIM = -1
UNKNOWN_DIM_NUM = -2
UNKNOWN_DIM_SIZE = -1


class Shape(list[int]):
    """Dimensions of a tensor: -1 is not known yet, -2 means that not even their number is known. `[]` is a scalar."""

    def __init__(self, dims: list[int] | None = None) -> None:
        if dims is not None and not is_int_list(dims):
            raise wrong_type("dims", "a list of integers")
        super().__init__(dims or [])

    def get_shape_size(self) -> int:
        """Number of elements: -1 when a dimension is not known, 0 without dimensions."""
        if self.is_unknown_shape():
            return UNKNOWN_DIM_SIZE
        size = 1 if self else 0
        for dim in self:
            size *= dim
        return size

    def is_unknown_shape(self) -> bool:
        """Whether a dimension, or their number, is not known."""
        return any(dim in (UNKNOWN_DIM, UNKNOWN_DIM_NUM) for dim in self)


class TensorDesc(NotCopyable):
    """Describes a tensor. Obtained from a node it is a copy: give it to `update_*_desc` to change the node.

    The origin's shape and format are those before layouts were chosen; they start as `[]` and ND.

    Args:
        shape: Dimensions, None for a scalar.
        format: Layout.
        data_type: Type of the elements.
    """

    _kind = "TensorDesc"
    _handle: _native.TensorDesc

    def __init__(
        self,
        shape: list[int] | None = None,
        format: Format = Format.FORMAT_ND,
        data_type: DataType = DataType.DT_FLOAT,
    ) -> None:
        _check_format(format)
        _check_data_type(data_type)
        if shape is not None and not is_int_list(shape):
            raise wrong_type("shape", "a list of integers")
        try:
            self._handle = _native.TensorDesc(shape, format, data_type)
        except RuntimeError as error:
            raise failed("create TensorDesc", error) from None

    @classmethod
    def _create_from(cls, handle: _native.TensorDesc | None) -> TensorDesc:
        """Takes over a native descriptor."""
        if not handle:
            raise none_value("TensorDesc pointer")
        desc = cls.__new__(cls)
        desc._handle = handle
        return desc

    def get_shape(self) -> Shape:
        """The dimensions."""
        return Shape(self._handle.shape)

    def set_shape(self, shape: list[int] | None) -> TensorDesc:
        """Sets the dimensions, None for a scalar. A -2 anywhere makes the whole shape `[-2]`."""
        self._handle.shape = _checked_dims(shape, "shape")
        return self

    def get_shape_range(self) -> list[tuple[int, int]]:
        """How long each dimension can be: `(min, max)`, both included, max -1 when open; empty when nothing is known.

        Shape inference sets it where a dimension is -1 and something is known of it.
        """
        return self._handle.shape_range

    def set_shape_range(self, shape_range: Sequence[tuple[int, int]]) -> TensorDesc:
        """Says how long each dimension can be, for shape inference. A new shape has none.

        Args:
            shape_range: `(min, max)` for each dimension of the shape, both included, max -1 for no upper end; empty
                for none. Only dimensions of -1 need one: for others it is `(n, n)`.

        Raises:
            TypeError: It is no sequence of pairs of integers.
            ValueError: There are more or fewer pairs than dimensions, or a pair is not `0 <= min <= max`.

        Example:
            >>> TensorDesc([-1, 16]).set_shape_range([(1, 8), (16, 16)]).get_shape_range()
            [(1, 8), (16, 16)]
        """
        self._handle.shape_range = _checked_range(shape_range, self._handle.shape)
        return self

    def get_origin_shape(self) -> Shape:
        """The dimensions in the source."""
        return Shape(self._handle.origin_shape)

    def set_origin_shape(self, origin_shape: list[int] | None) -> TensorDesc:
        """Sets the dimensions in the source."""
        self._handle.origin_shape = _checked_dims(origin_shape, "origin shape")
        return self

    def get_format(self) -> Format:
        """The layout."""
        return Format(self._handle.format)

    def set_format(self, format: Format) -> TensorDesc:
        """Sets the layout."""
        self._handle.format = _check_format(format)
        return self

    def get_origin_format(self) -> Format:
        """The layout in the source."""
        return Format(self._handle.origin_format)

    def set_origin_format(self, origin_format: Format) -> TensorDesc:
        """Sets the layout in the source."""
        self._handle.origin_format = _check_format(origin_format)
        return self

    def get_data_type(self) -> DataType:
        """The type of the elements."""
        return DataType(self._handle.data_type)

    def set_data_type(self, data_type: DataType) -> TensorDesc:
        """Sets the type of the elements."""
        self._handle.data_type = _check_data_type(data_type)
        return self

    @property
    def shape(self) -> Shape:
        """The dimensions."""
        return self.get_shape()

    @property
    def origin_shape(self) -> Shape:
        """The dimensions in the source."""
        return self.get_origin_shape()

    @property
    def format(self) -> Format:
        """The layout."""
        return self.get_format()

    @property
    def origin_format(self) -> Format:
        """The layout in the source."""
        return self.get_origin_format()

    @property
    def data_type(self) -> DataType:
        """The type of the elements."""
        return self.get_data_type()

    def __repr__(self) -> str:
        native = self._handle
        return f"TensorDesc(shape={native.shape}, format={native.format}, data_type={native.data_type})"


def desc_text(native: _native.TensorDesc | _native.Tensor) -> str:
    """`float[2, 3]`, and the layout when it is not ND; numbers that have no name stay numbers."""
    layout = "" if native.format == Format.FORMAT_ND else f" {_member_text(Format, native.format)}"
    return f"{_member_text(DataType, native.data_type)}{native.shape}{layout}"


def _member_text(members: type[DataType] | type[Format], number: int) -> str:
    try:
        member = members(number)
    except ValueError:
        return str(number)
    prefix, _, name = member.name.partition("_")
    return name.lower() if prefix == "DT" else name


def _check_format(format: Format) -> Format:
    if not isinstance(format, Format):
        raise wrong_type("Format", "a Format")
    return format


def _check_data_type(data_type: DataType) -> DataType:
    if not isinstance(data_type, DataType):
        raise wrong_type("Data type", "a DataType")
    return data_type


def _checked_range(shape_range: Sequence[tuple[int, int]], shape: list[int]) -> list[tuple[int, int]]:
    pairs = [tuple(pair) if isinstance(pair, Sequence) else () for pair in _sequence(shape_range)]
    if any(len(pair) != 2 or not is_int_list(list(pair)) for pair in pairs):
        raise wrong_type("shape range", "a list of pairs of integers")
    if pairs and len(pairs) != len(shape):
        raise ValueError(f"shape range has {len(pairs)} pairs, the shape {shape} has {len(shape)} dimensions")
    for place, (low, high) in enumerate(pairs):
        if low < 0 or (high != UNKNOWN_DIM and high < low):
            raise ValueError(f"shape range of dimension {place} must be 0 <= min <= max or max -1, given {(low, high)}")
    return [(low, high) for low, high in pairs]


def _sequence(value: object) -> Sequence[object]:
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes)):
        raise wrong_type("shape range", "a list of pairs of integers")
    return value


def _checked_dims(dims: Sequence[int] | None, subject: str) -> list[int]:
    if dims is None:
        return []
    if not is_int_list(dims):
        raise wrong_type(subject, "a list of integers")
    return list(dims)
