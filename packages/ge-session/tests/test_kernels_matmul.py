"""Products of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import Array, check, numbers, run
from ml_dtypes import bfloat16

SHAPES: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
    ((3, 4), (4, 5)),
    ((4,), (4, 5)),
    ((3, 4), (4,)),
    ((4,), (4,)),
    ((2, 3, 4), (4, 5)),
    ((2, 3, 4), (2, 4, 5)),
    ((2, 1, 3, 4), (5, 4, 6)),
    ((1, 1, 3, 4), (2, 5, 4, 6)),
    ((0, 4), (4, 5)),
    ((3, 0), (0, 5)),
    ((2, 40, 120), (120, 360)),
    ((2, 8, 40, 15), (2, 8, 15, 40)),
]
TYPES = {np.dtype(np.float32): 2e-5, np.dtype(np.float16): 2e-2, np.dtype(bfloat16): 8e-2, np.dtype(np.float64): 1e-12}


def product(a: Array, b: Array) -> Array:
    if a.dtype.kind in "iu":
        return np.asarray(np.matmul(a, b))
    return np.asarray(np.matmul(a.astype(np.float64), b.astype(np.float64))).astype(a.dtype)


@pytest.mark.parametrize("dtype", [*TYPES, np.dtype(np.int32), np.dtype(np.int64)], ids=str)
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
def test_batches(shapes: tuple[tuple[int, ...], tuple[int, ...]], dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(56)
    a, b = (numbers(rng, shape, dtype, -1 if dtype.kind not in "iu" else -9, 1) for shape in shapes)

    for constant in ((), (1,)):
        loose = TYPES.get(dtype)
        check("BatchMatMulV2", [a, b, None, None], product(a, b), constant=constant, tolerance=loose)
    check("BatchMatMul", [a, b], product(a, b), tolerance=loose)


@pytest.mark.parametrize("transposed", [(False, True), (True, False), (True, True)], ids=str)
@pytest.mark.parametrize("shapes", [SHAPES[0], SHAPES[4], SHAPES[6]], ids=str)
def test_transposed(shapes: tuple[tuple[int, ...], tuple[int, ...]], transposed: tuple[bool, bool]) -> None:
    rng = np.random.default_rng(57)
    a, b = (numbers(rng, shape, np.float32, -1, 1) for shape in shapes)
    stored = [np.swapaxes(array, -1, -2).copy() if turned else array for array, turned in zip((a, b), transposed)]

    attrs = {"adj_x1": transposed[0], "adj_x2": transposed[1]}
    for constant in ((), (1,)):
        check("BatchMatMulV2", [*stored, None, None], product(a, b), attrs, constant=constant, tolerance=2e-5)


@pytest.mark.parametrize("constant", [(), (1, 2)], ids=["given", "constant"])
def test_a_bias_is_added_to_each_row(constant: tuple[int, ...]) -> None:
    rng = np.random.default_rng(58)
    a, b, bias = (numbers(rng, shape, np.float32, -1, 1) for shape in ((6, 7), (7, 8), (8,)))

    check("MatMulV2", [a, b, bias, None], a @ b + bias, constant=constant, tolerance=2e-5)
    check("MatMul", [a, b, bias], a @ b + bias, constant=constant, tolerance=2e-5)
    turned = {"transpose_x2": True}
    check("MatMulV2", [a, b.T.copy(), bias[:1], None], a @ b + bias[0], turned, constant=constant, tolerance=2e-5)


def test_nothing_to_add_up_leaves_the_bias() -> None:
    bias = np.arange(5, dtype=np.float32)
    a, b = np.zeros((3, 0), np.float32), np.zeros((0, 5), np.float32)

    check("MatMulV2", [a, b, bias, None], np.tile(bias, (3, 1)))


@pytest.mark.parametrize("dtype", [np.float32, np.float16], ids=lambda dtype: dtype.__name__)
def test_gemm_scales_both_parts(dtype: Any) -> None:
    rng = np.random.default_rng(59)
    a, b, c = (numbers(rng, shape, dtype, -1, 1) for shape in ((6, 7), (7, 8), (6, 1)))
    alpha, beta = np.array([2], dtype), np.array([0.5], dtype)
    expected = (2 * product(a, b).astype(np.float64) + 0.5 * c.astype(np.float64)).astype(dtype)

    check("GEMM", [a, b, c, alpha, beta], expected, tolerance=TYPES[np.dtype(dtype)])
    turned = {"transpose_a": True}
    check("GEMM", [a.T.copy(), b, c, alpha, beta], expected, turned, tolerance=TYPES[np.dtype(dtype)])


def test_inner_sizes_that_differ_are_refused() -> None:
    with pytest.raises(RuntimeError, match=r"x1 is .*2, 3.*, x2 is .*4, 5"):
        run("MatMulV2", [np.zeros((2, 3), np.float32), np.zeros((4, 5), np.float32), None, None])
