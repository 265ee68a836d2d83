"""The enumerations."""

from __future__ import annotations

import pytest
from ge.graph import DataType, DumpFormat, Format, Placement
from ge.graph.types import AttrValueType


@pytest.mark.parametrize(
    ("member", "number"),
    [
        (DataType.DT_FLOAT, 0),
        (DataType.DT_UINT8, 4),
        (DataType.DT_INT16, 6),
        (DataType.DT_INT64, 9),
        (DataType.DT_BOOL, 12),
        (DataType.DT_BF16, 27),
        (DataType.DT_UNDEFINED, 28),
        (DataType.DT_FLOAT8_E4M3FN, 36),
        (DataType.DT_MAX, 43),
        (Format.FORMAT_NCHW, 0),
        (Format.FORMAT_ND, 2),
        (Format.FORMAT_NC1HWC0, 3),
        (Format.FORMAT_FRACTAL_NZ, 29),
        (Format.FORMAT_RESERVED, 40),
        (Format.FORMAT_FRACTAL_NZ_C0_32, 51),
        (Format.FORMAT_END, 52),
        (Placement.PLACEMENT_DEVICE, 1),
        (AttrValueType.VT_DATA_TYPE, 11),
        (AttrValueType.VT_LIST_DATA_TYPE, 1011),
    ],
)
def test_the_numbers_are_those_of_files(member: int, number: int) -> None:
    assert member == number


def test_five_is_no_data_type() -> None:
    assert len(DataType) == 43
    with pytest.raises(ValueError, match=r"5 is not a valid DataType"):
        DataType(5)


def test_formats_have_no_gap() -> None:
    assert sorted(Format) == list(range(54))


def test_dump_formats_are_no_ints() -> None:
    assert [format.value for format in DumpFormat] == [0, 1, 2]
    assert not isinstance(DumpFormat.kTxt, int)
