"""Attention over whole sequences, against numpy in float64."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import FLOATS, Array, check, numbers, run

BATCH, HEADS, QUERIES, KEYS, DEPTH = 2, 4, 5, 7, 8
# From [batch, heads, rows, depth] to each layout.
LAYOUTS: dict[str, tuple[int, ...]] = {
    "BNSD": (0, 1, 2, 3),
    "BSND": (0, 2, 1, 3),
    "BSH": (0, 2, 1, 3),
    "SBH": (2, 0, 1, 3),
}


def lay_out(x: Array, layout: str) -> Array:
    moved = np.ascontiguousarray(x.transpose(LAYOUTS[layout]))
    return moved.reshape(*moved.shape[:2], -1) if layout in ("BSH", "SBH") else moved


def softmax(scores: Array) -> tuple[Array, Array, Array]:
    """Probabilities, and each row's largest score and sum, eight times."""
    largest = scores.max(-1, keepdims=True)
    exponentials = np.exp(scores - largest)
    total = exponentials.sum(-1, keepdims=True)
    return exponentials / total, np.repeat(largest, 8, -1), np.repeat(total, 8, -1)


def attention(tensors: list[Array], scale: float, shift: Any = 0.0, hidden: Any = False) -> list[Array | None]:
    """The four outputs of query, key and value, heads first, for as many heads of key as of query."""
    q, k, v = (x.astype(np.float64) for x in tensors)
    scores = np.where(hidden, -np.inf, scale * (q @ k.swapaxes(-1, -2)) + shift)
    probabilities, largest, total = softmax(scores)
    return [largest.astype(np.float32), total.astype(np.float32), None, (probabilities @ v).astype(tensors[0].dtype)]


def result(tensors: list[Array], scale: float) -> Array:
    """The last of the four."""
    y = attention(tensors, scale)[3]
    assert y is not None
    return y


def tensors(dtype: Any = np.float32, kv_heads: int = HEADS, value_depth: int = DEPTH) -> list[Array]:
    rng = np.random.default_rng(71)
    shapes = (BATCH, HEADS, QUERIES, DEPTH), (BATCH, kv_heads, KEYS, DEPTH), (BATCH, kv_heads, KEYS, value_depth)
    return [numbers(rng, shape, dtype, -2, 2) for shape in shapes]


@pytest.mark.parametrize("dtype", FLOATS[:3], ids=str)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_layout(layout: str, dtype: np.dtype[Any]) -> None:
    given = tensors(dtype, value_depth=3)
    expected = attention(given, scale=0.3)
    expected[3] = lay_out(result(given, scale=0.3), layout)

    inputs = [lay_out(x, layout) for x in given]
    loose = 2e-5 if dtype == np.float32 else 3e-2
    attrs = {"head_num": HEADS, "input_layout": layout, "scale_value": 0.3}
    check("FlashAttentionScore", inputs, expected, attrs, tolerance=loose)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kv_heads", [1, 2])
def test_a_head_of_key_may_serve_several_of_query(layout: str, kv_heads: int) -> None:
    q, k, v = tensors(kv_heads=kv_heads)
    each = [np.repeat(x, HEADS // kv_heads, axis=1) for x in (k, v)]
    expected = lay_out(result([q, *each], scale=0.5), layout)

    attrs = {"head_num": HEADS, "input_layout": layout, "scale_value": 0.5}
    inputs = [lay_out(x, layout) for x in (q, k, v)]
    check("FlashAttentionScore", inputs, [None, None, None, expected], attrs, tolerance=2e-5)


ATTRS: dict[str, Any] = {"head_num": HEADS, "input_layout": "BNSD", "scale_value": 0.25}
SHIFTS = [(BATCH, HEADS, QUERIES, KEYS), (1, HEADS, QUERIES, KEYS), (BATCH, 1, 1, KEYS), (QUERIES, 1), (QUERIES, KEYS)]


@pytest.mark.parametrize("shape", SHIFTS, ids=str)
@pytest.mark.parametrize(("kind", "factor"), [(0, 1.0), (1, 0.25)])
def test_a_shift_is_added_before_or_after_scaling(shape: tuple[int, ...], kind: int, factor: float) -> None:
    shift = numbers(np.random.default_rng(72), shape, np.float32, -3, 3)
    expected = attention(tensors(), scale=0.25, shift=factor * shift.astype(np.float64))

    check("FlashAttentionScore", [*tensors(), shift], expected, {**ATTRS, "pse_type": kind}, tolerance=2e-5)


@pytest.mark.parametrize("dtype", [bool, np.uint8], ids=str)
@pytest.mark.parametrize("shape", [(BATCH, 1, QUERIES, KEYS), (QUERIES, KEYS)], ids=str)
def test_masked_keys_are_not_looked_at(shape: tuple[int, ...], dtype: Any) -> None:
    hidden = np.random.default_rng(73).random(shape) < 0.4
    hidden[..., 0] = False
    expected = attention(tensors(), scale=0.25, hidden=hidden)

    inputs = [*tensors(), None, None, None, hidden.astype(dtype)]
    check("FlashAttentionScore", inputs, expected, {**ATTRS, "sparse_mode": 1}, tolerance=2e-5)


def test_a_query_whose_keys_are_all_masked_gets_zeros() -> None:
    hidden = np.zeros((QUERIES, KEYS), bool)
    hidden[2] = True

    y = run("FlashAttentionScore", [*tensors(), None, None, None, hidden], ATTRS)[3]

    assert not y[:, :, 2].any()
    assert np.isfinite(y).all()


def test_more_scores_than_stand_in_memory_at_once() -> None:
    rng = np.random.default_rng(74)
    given = [numbers(rng, (3, 1, 1500, 4), np.float32, -1, 1) for _ in range(3)]

    attrs = {"head_num": 1, "input_layout": "BNSD", "scale_value": 0.5}
    check("FlashAttentionScore", given, attention(given, scale=0.5), attrs, tolerance=2e-5)


def test_no_queries_give_no_result() -> None:
    q, k, v = tensors()

    results = run("FlashAttentionScore", [q[:, :, :0], k, v], ATTRS)

    assert [x.shape for x in results] == [(BATCH, HEADS, 0, 8), (BATCH, HEADS, 0, 8), (0,), (BATCH, HEADS, 0, DEPTH)]


def bad(place: int, array: Array) -> list[Array | None]:
    inputs: list[Array | None] = [*tensors(), None, None, None, None]
    inputs[place] = array
    return inputs


@pytest.mark.parametrize(
    ("inputs", "attrs", "reason"),
    [
        (list(tensors()), {"keep_prob": 0.5}, "keep_prob must be 1, given 0.5"),
        (list(tensors()), {"sparse_mode": 2}, "sparse_mode must be 0 or 1, given 2"),
        (bad(4, np.zeros(1, np.uint8)), {}, "drop_mask must not be connected"),
        (bad(3, np.zeros((QUERIES, 3), np.float32)), {}, r"real_shift must stretch to \[2, 4, 5, 7\], given \[5, 3\]"),
        (bad(3, np.zeros((QUERIES, KEYS), np.float32)), {"pse_type": 2}, "pse_type must be 0 or 1, given 2"),
        (bad(6, np.zeros((QUERIES, KEYS), bool)), {"next_tockens": 0}, "pre_tockens and next_tockens must leave no"),
        (bad(1, np.zeros((BATCH, 3, KEYS, DEPTH), np.float32)), {}, "key and value must have as many rows"),
        (bad(1, np.zeros((BATCH, HEADS, KEYS, 6), np.float32)), {}, "key and value must have as many rows"),
        (bad(1, np.zeros((BATCH, HEADS, 0, DEPTH), np.float32)), {}, "sizes differ"),
    ],
)
def test_what_cannot_be_computed_is_refused(inputs: list[Array | None], attrs: dict[str, Any], reason: str) -> None:
    with pytest.raises(RuntimeError, match=reason):
        run("FlashAttentionScore", inputs, {**ATTRS, **attrs})
