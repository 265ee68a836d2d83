"""Conversions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import PLAIN, check, data_type_number, numbers


@pytest.mark.parametrize("source", PLAIN, ids=str)
@pytest.mark.parametrize("target", PLAIN, ids=str)
def test_every_pair_of_types(source: np.dtype[Any], target: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(13), (3, 7), source, 0 if target.kind == "u" else -9)
    through = x.astype(np.float32) if source.name == "bfloat16" else x

    check("Cast", [x], through.astype(target), {"dst_type": data_type_number(target)})


def test_what_does_not_fit_an_integer_is_brought_to_its_ends() -> None:
    x = np.array([np.nan, 1e20, -1e20, 3.9, -3.9], np.float32)

    check("Cast", [x], np.array([0, 2**31 - 1, -(2**31), 3, -3], np.int32), {"dst_type": data_type_number(np.int32)})


def test_every_half_becomes_the_float_that_it_is() -> None:
    x = np.arange(65536, dtype=np.uint16).view(np.float16)

    check("Cast", [x], x.astype(np.float32), {"dst_type": data_type_number(np.float32)}, tolerance=0)


def test_floats_are_rounded_to_the_nearest_half() -> None:
    rng = np.random.default_rng(14)
    x = np.concatenate(
        [rng.uniform(-7e4, 7e4, 5000), rng.uniform(-1e-4, 1e-4, 5000), 10.0 ** rng.uniform(-10, 8, 5000)]
    )
    x = x.astype(np.float32)

    with np.errstate(over="ignore"):
        check("Cast", [x], x.astype(np.float16), {"dst_type": data_type_number(np.float16)}, tolerance=0)
