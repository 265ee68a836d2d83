"""Shapes and descriptors."""

from __future__ import annotations

import copy
from typing import Any, Callable

import pytest
from ge.graph import DataType, Format, Shape, TensorDesc


@pytest.mark.parametrize(
    ("dims", "size", "unknown"),
    [([], 0, False), ([2, 3], 6, False), ([2, 0], 0, False), ([2, -1], -1, True), ([-2], -1, True)],
)
def test_the_size_of_a_shape(dims: list[int], size: int, unknown: bool) -> None:
    shape = Shape(dims)

    assert (shape.get_shape_size(), shape.is_unknown_shape()) == (size, unknown)


def test_a_shape_is_a_list() -> None:
    shape = Shape([1, 2])
    shape.append(3)

    assert shape == [1, 2, 3]
    assert Shape() == []


@pytest.mark.parametrize("dims", [(1, 2), [1.0], ["1"], "12"])
def test_a_shape_takes_lists_of_ints_only(dims: Any) -> None:
    with pytest.raises(TypeError, match=r"dims must be a list of integers"):
        Shape(dims)


def test_a_new_descriptor_describes_a_float_scalar_without_origin() -> None:
    desc = TensorDesc()

    assert (desc.shape, desc.format, desc.data_type) == ([], Format.FORMAT_ND, DataType.DT_FLOAT)
    assert (desc.origin_shape, desc.origin_format) == ([], Format.FORMAT_ND)
    assert isinstance(desc.shape, Shape)
    assert isinstance(desc.data_type, DataType)


def test_the_origin_is_not_taken_from_the_arguments() -> None:
    desc = TensorDesc([1, 2], Format.FORMAT_NCHW, DataType.DT_INT32)

    assert (desc.origin_shape, desc.origin_format) == ([], Format.FORMAT_ND)


def test_setters_return_the_descriptor() -> None:
    desc = (
        TensorDesc()
        .set_shape([4, -1])
        .set_format(Format.FORMAT_NHWC)
        .set_data_type(DataType.DT_BF16)
        .set_origin_shape([4])
        .set_origin_format(Format.FORMAT_NCHW)
    )

    assert (desc.get_shape(), desc.get_format()) == ([4, -1], Format.FORMAT_NHWC)
    assert (desc.get_data_type(), desc.get_origin_shape()) == (DataType.DT_BF16, [4])
    assert desc.get_origin_format() == Format.FORMAT_NCHW
    assert repr(desc) == "TensorDesc(shape=[4, -1], format=1, data_type=27)"


def test_none_means_no_dimensions() -> None:
    assert TensorDesc([2]).set_shape(None).shape == []


def test_an_unknown_rank_anywhere_is_the_whole_shape() -> None:
    assert TensorDesc([3, -2, 4]).shape == [-2]
    assert TensorDesc().set_origin_shape([1, -2]).origin_shape == [-2]


DESC: Any = TensorDesc


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: DESC(1, 2, 3), "Format must be a Format"),
        (lambda: DESC(1, Format.FORMAT_ND, 3), "Data type must be a DataType"),
        (lambda: DESC((1,)), "shape must be a list of integers"),
        (lambda: DESC().set_shape((1,)), "shape must be a list of integers"),
        (lambda: DESC().set_origin_shape([1.0]), "origin shape must be a list of integers"),
        (lambda: DESC().set_format(2), "Format must be a Format"),
        (lambda: DESC().set_origin_format(2), "Format must be a Format"),
        (lambda: DESC().set_data_type(0), "Data type must be a DataType"),
    ],
)
def test_wrong_types_are_refused_in_order(make: Callable[[], Any], text: str) -> None:
    with pytest.raises(TypeError, match=rf"^{text}$"):
        make()


def test_a_format_without_a_member_cannot_be_shown() -> None:
    desc = TensorDesc()
    desc._handle.format = 54

    with pytest.raises(ValueError, match=r"54 is not a valid Format"):
        desc.get_format()


@pytest.mark.parametrize(("copier", "word"), [(copy.copy, "copy"), (copy.deepcopy, "deepcopy")])
def test_descriptors_are_not_copied(copier: Callable[[Any], Any], word: str) -> None:
    with pytest.raises(RuntimeError, match=rf"^TensorDesc does not support {word}$"):
        copier(TensorDesc())


def test_a_null_handle_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^TensorDesc pointer cannot be None$"):
        TensorDesc._create_from(None)


# --- ranges of dimensions


def test_a_range_is_kept_with_the_shape_and_goes_with_it() -> None:
    desc = TensorDesc([-1, 16]).set_shape_range([(1, 8), (16, 16)])

    assert desc.get_shape_range() == [(1, 8), (16, 16)]
    assert desc.set_shape([-1, 16]).get_shape_range() == [(1, 8), (16, 16)]
    assert desc.set_shape([-1, 3]).get_shape_range() == []


@pytest.mark.parametrize("value", [5, "ab", [5], [(1,)], [(1, 2, 3)], [(1, 2.0)], [("1", "2")]])
def test_a_range_is_pairs_of_integers(value: Any) -> None:
    with pytest.raises(TypeError, match=r"^shape range must be a list of pairs of integers$"):
        TensorDesc([-1]).set_shape_range(value)


def test_a_range_has_a_pair_for_each_dimension() -> None:
    with pytest.raises(ValueError, match=r"^shape range has 1 pairs, the shape \[-1, 3\] has 2 dimensions$"):
        TensorDesc([-1, 3]).set_shape_range([(1, 8)])


@pytest.mark.parametrize("pair", [(-1, 3), (5, 4), (0, -2)])
def test_a_range_goes_up_from_0(pair: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"^shape range of dimension 0 must be 0 <= min <= max or max -1, given \("):
        TensorDesc([-1]).set_shape_range([pair])
