"""Numbers as the bits that tensors store."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable

__all__ = ["float_list_to_fp16_bits", "float_to_fp16_bits"]

_INFINITY = 0x7C00
_NAN = 0x7E00
_SMALLEST = 2.0**-24


def float_to_fp16_bits(value: float) -> int:
    """The half-precision bits of `value`, which goes through float32 first.

    Rounds to nearest, ties to even; what is too large becomes infinite, what is smaller than the smallest half becomes
    zero, and a NaN keeps its sign.
    """
    sign = 0x8000 if math.copysign(1.0, value) < 0 else 0
    if math.isnan(value):
        return sign | _NAN
    try:
        (single,) = struct.unpack("<f", struct.pack("<f", abs(value)))
        if single < _SMALLEST:
            return sign
        (bits,) = struct.unpack("<H", struct.pack("<e", single))
    except OverflowError:
        return sign | _INFINITY
    return sign | int(bits)


def float_list_to_fp16_bits(values: Iterable[float]) -> list[int]:
    """The half-precision bits of each of the values."""
    return [float_to_fp16_bits(value) for value in values]
