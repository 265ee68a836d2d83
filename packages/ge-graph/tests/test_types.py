"""The enumerations."""

from __future__ import annotations

from enum import IntEnum

import pytest
from ge.graph import DataType, DumpFormat, Format, Placement
from ge.graph.types import AttrValueType

# Each word is a member, and stands at its number; `-` is a number without one.
DATA_TYPES = """
    FLOAT FLOAT16 INT8 INT32 UINT8 - INT16 UINT16 UINT32 INT64 UINT64 DOUBLE BOOL STRING DUAL_SUB_INT8
    DUAL_SUB_UINT8 COMPLEX64 COMPLEX128 QINT8 QINT16 QINT32 QUINT8 QUINT16 RESOURCE STRING_REF DUAL VARIANT BF16
    UNDEFINED INT4 UINT1 INT2 UINT2 COMPLEX32 HIFLOAT8 FLOAT8_E5M2 FLOAT8_E4M3FN FLOAT8_E8M0 FLOAT6_E3M2 FLOAT6_E2M3
    FLOAT4_E2M1 FLOAT4_E1M2 HIFLOAT4 MAX
"""
FORMATS = """
    NCHW NHWC ND NC1HWC0 FRACTAL_Z NC1C0HWPAD NHWC1C0 FSR_NCHW FRACTAL_DECONV C1HWNC0 FRACTAL_DECONV_TRANSPOSE
    FRACTAL_DECONV_SP_STRIDE_TRANS NC1HWC0_C04 FRACTAL_Z_C04 CHWN FRACTAL_DECONV_SP_STRIDE8_TRANS HWCN NC1KHKWHWC0
    BN_WEIGHT FILTER_HWCK HASHTABLE_LOOKUP_LOOKUPS HASHTABLE_LOOKUP_KEYS HASHTABLE_LOOKUP_VALUE
    HASHTABLE_LOOKUP_OUTPUT HASHTABLE_LOOKUP_HITS C1HWNCoC0 MD NDHWC FRACTAL_ZZ FRACTAL_NZ NCDHW DHWCN NDC1HWC0
    FRACTAL_Z_3D CN NC DHWNC FRACTAL_Z_3D_TRANSPOSE FRACTAL_ZN_LSTM FRACTAL_Z_G RESERVED ALL NULL ND_RNN_BIAS
    FRACTAL_ZN_RNN NYUV NYUV_A NCL FRACTAL_Z_WINO C1HWC0 FRACTAL_NZ_C0_16 FRACTAL_NZ_C0_32 END MAX
"""
ATTR_KINDS = """
    NONE STRING FLOAT BOOL INT TENSOR_DESC TENSOR BYTES GRAPH NAMED_ATTRS LIST_LIST_INT DATA_TYPE LIST_LIST_FLOAT
"""
ATTR_LIST_KINDS = """
    LIST_BASE LIST_STRING LIST_FLOAT LIST_BOOL LIST_INT LIST_TENSOR_DESC LIST_TENSOR LIST_BYTES LIST_GRAPH
    LIST_NAMED_ATTRS - LIST_DATA_TYPE
"""


@pytest.mark.parametrize(
    ("members", "prefix", "words"),
    [(DataType, "DT_", DATA_TYPES), (Format, "FORMAT_", FORMATS), (Placement, "PLACEMENT_", "HOST DEVICE")],
)
def test_the_numbers_are_those_of_files(members: type[IntEnum], prefix: str, words: str) -> None:
    expected = {f"{prefix}{word}": number for number, word in enumerate(words.split()) if word != "-"}

    assert {member.name: member.value for member in members} == expected


def test_the_numbers_of_attribute_kinds() -> None:
    expected = {f"VT_{word}": number for number, word in enumerate(ATTR_KINDS.split()) if word != "-"}
    expected |= {f"VT_{word}": number for number, word in enumerate(ATTR_LIST_KINDS.split(), 1000) if word != "-"}

    assert {member.name: member.value for member in AttrValueType} == expected


def test_five_is_no_data_type() -> None:
    assert len(DataType) == 43
    with pytest.raises(ValueError, match=r"5 is not a valid DataType"):
        DataType(5)


def test_formats_have_no_gap() -> None:
    assert sorted(Format) == list(range(54))


def test_dump_formats_are_no_ints() -> None:
    assert [format.value for format in DumpFormat] == [0, 1, 2]
    assert not isinstance(DumpFormat.kTxt, int)
