"""`x[...]`: ints, slices, `...` and None make one StridedSlice, a tensor of integers a GatherV2 behind it."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, Union, cast

from ge.es._constants import _flatten_and_infer_shape
from ge.es._native import EsOperator, Holder
from ge.es._truth import is_bool
from ge.graph import _numpy

if TYPE_CHECKING:
    import numpy as np
    from ge.es.tensor_holder import TensorHolder
    from numpy.typing import NDArray
    from typing_extensions import TypeAlias

    # What `...` is has no name before Python 3.10.
    Item: TypeAlias = Union[SupportsIndex, slice, "TensorHolder", list[int], NDArray[np.integer[Any]], Any, None]

_STRIDED_SLICE, _GATHER = EsOperator("StridedSlice"), EsOperator("GatherV2")
_MOST_ITEMS = 63  # the masks are int64


class Indexing(Holder):
    """`x[...]`, as numpy indexes, with one tensor of integers at the most."""

    __slots__ = ()

    def __getitem__(self, key: Item) -> TensorHolder:
        """A part of the tensor: `x[0]`, `x[..., -1]`, `x[1:5:2, None]`, `x[indices]`.

        Args:
            key: Ints (drop a dimension), slices, `...` (all dimensions in between), None (a new dimension of 1), and at
                most one tensor, array or list of integers (the elements of its dimension at these indices).

        Raises:
            TypeError: An item is none of these, or a mask of bools.
            ValueError: A slice has the step 0, or a number does not fit in 64 bits.
            IndexError: Two items are `...`, two are tensors, an int and a tensor stand apart, or there are too many.
        """
        items = key if isinstance(key, tuple) else (key,)
        if len(items) > _MOST_ITEMS:
            raise IndexError(f"at most {_MOST_ITEMS} indices are possible, given {len(items)}")
        tensors = [place for place, item in enumerate(items) if not _is_basic(item)]
        if len(tensors) > 1:
            raise IndexError("one tensor among the indices is possible, given several: index step by step")
        if not tensors:
            return _sliced(self, items)
        place = tensors[0]
        _check_apart(items, place)
        axis = _axis(items, place)
        part = _sliced(self, (*items[:place], slice(None), *items[place + 1 :]), unless_whole=True)
        return cast("TensorHolder", _GATHER(part, _indices(items[place]), axis, None, 0, False, True))


class _Row(NamedTuple):
    """What one item says to StridedSlice: its range, and whether its bit of each mask is set."""

    begin: int
    end: int
    stride: int = 1
    begin_mask: bool = False
    end_mask: bool = False
    ellipsis_mask: bool = False
    new_axis_mask: bool = False
    shrink_axis_mask: bool = False


def _sliced(tensor: Any, items: tuple[Any, ...], *, unless_whole: bool = False) -> TensorHolder:
    """The part that ints, slices, `...` and None say; with `unless_whole` the tensor itself when it is left whole."""
    if unless_whole and all(item is ... or item == slice(None) for item in items):
        return cast("TensorHolder", tensor)
    if sum(item is ... for item in items) > 1:
        raise IndexError("an index can have one '...' only")
    rows = [_row(item) for item in items]
    begin, end, strides, *masks = [list(column) for column in zip(*rows)] or [[]] * 8
    bits = [sum(1 << place for place, bit in enumerate(mask) if bit) for mask in masks]
    return cast("TensorHolder", _STRIDED_SLICE(tensor, begin, end, strides, None, *bits))


def _row(item: Any) -> _Row:
    if item is None:
        return _Row(0, 1, new_axis_mask=True)
    if item is ...:
        return _Row(0, 0, ellipsis_mask=True)
    if not isinstance(item, slice):
        at = index(item)
        return _Row(at, at + 1, shrink_axis_mask=True)
    begin, end, step = (None if bound is None else _bound(bound) for bound in (item.start, item.stop, item.step))
    if step == 0:
        raise ValueError("a slice must not have the step 0")
    return _Row(begin or 0, end or 0, step or 1, begin_mask=begin is None, end_mask=end is None)


def _bound(value: Any) -> int:
    try:
        return index(value)
    except TypeError:
        raise TypeError(
            f"a bound of a slice must be an int, not {type(value).__name__}; es.StridedSlice takes tensors"
        ) from None


def _is_basic(item: Any) -> bool:
    """Whether StridedSlice does it."""
    if item is None or item is ... or isinstance(item, slice):
        return True
    if isinstance(item, (bool, str)):
        raise TypeError(f"{item!r} is no index: a tensor is indexed by ints, slices, ..., None and tensors of integers")
    return not _numpy.is_array(item) and hasattr(type(item), "__index__")


def _indices(item: Any) -> Any:
    """What GatherV2 takes; integers only."""
    kinds = {bool: "a mask of bools", float: "floats"}
    wrong = None
    if isinstance(item, Holder):
        wrong = kinds[bool] if is_bool(item) else None
    elif _numpy.is_array(item):
        wrong = None if item.dtype.kind in "iu" else kinds.get(bool if item.dtype.kind == "b" else float)
    elif isinstance(item, list):
        found = {type(number) for number in _flatten_and_infer_shape(item)[0]}
        wrong = next((text for kind, text in kinds.items() if kind in found), None)
    else:
        wrong = type(item).__name__
    if wrong:
        hint = "; es.Where and es.MaskedSelect take masks" if wrong == kinds[bool] else ""
        raise TypeError(f"a tensor is indexed by ints, slices, ..., None and tensors of integers, not by {wrong}{hint}")
    return item


def _check_apart(items: tuple[Any, ...], place: int) -> None:
    """Refuses an int and a tensor with a dimension between them: numpy moves the tensor's dimensions to the front."""
    ints = [at for at, item in enumerate(items) if at != place and _drops(item)]
    for at in ints:
        if any(not _drops(item) for item in items[min(at, place) + 1 : max(at, place)]):
            raise IndexError("an int and a tensor among the indices must stand side by side: index step by step")


def _axis(items: tuple[Any, ...], place: int) -> int:
    """The dimension of the sliced tensor that item `place` is about; from the end where `...` stands before it."""
    if any(item is ... for item in items[:place]):
        return -1 - sum(not _drops(item) for item in items[place + 1 :])
    return sum(not _drops(item) for item in items[:place])


def _drops(item: Any) -> bool:
    return item is not None and item is not ... and not isinstance(item, slice)
