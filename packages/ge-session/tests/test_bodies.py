"""Operators that their bodies compute, beside numpy; the sources stand with the bodies in `bodies/<family>.cc`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import erf
from typing import Any, Callable

import ge.es.all as es
import numpy as np
import pytest
from ge.es import GraphBuilder
from ge.session import GraphModel
from ge.utils import GeUtils
from kernel_runs import FLOATS, INTEGERS, Array, Input, data_type_number, numbers, run
from ml_dtypes import bfloat16

UP_TO_32 = FLOATS[:3]
HALVES = FLOATS[1:3]
FLOAT = np.dtype(np.float32)
HALF = np.dtype(np.float16)

# What the operator computes, from inputs in double: one array an output.
Exact = Callable[..., Sequence[Array]]


@dataclass(frozen=True)
class Case:
    """One operator with attributes, on inputs of these shapes; None is an input that is left out."""

    operator: str
    shapes: Sequence[tuple[int, ...] | None]
    exact: Exact
    attrs: Mapping[str, Any] = field(default_factory=dict)
    types: Sequence[np.dtype[Any]] = tuple(UP_TO_32)
    # Types of inputs and outputs that are not the case's, by number.
    inputs: Mapping[int, np.dtype[Any]] = field(default_factory=dict)
    outputs: Mapping[int, np.dtype[Any]] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join([self.operator, *(f"{name}={value}" for name, value in self.attrs.items())])


def sigmoid(x: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-x)))


def silu(x: Array) -> Array:
    return np.asarray(x * sigmoid(x))


def gelu(x: Array) -> Array:
    return np.asarray(x * (1 + np.vectorize(erf)(x / np.sqrt(2))) / 2)


def gelu_tanh(x: Array) -> Array:
    return np.asarray(0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))))


def geglu(act: Callable[[Array], Array], axis: int = -1, left: bool = False) -> Exact:
    def exact(x: Array) -> list[Array]:
        a, b = np.split(x, 2, axis)
        a, b = (b, a) if left else (a, b)
        return [a * act(b), act(b)]

    return exact


def gated(act: Callable[[Array], Array], axis: int = -1, second: bool = False) -> Exact:
    def exact(x: Array) -> list[Array]:
        a, b = np.split(x, 2, axis)
        return [a * act(b) if second else act(a) * b]

    return exact


def clipped_swiglu(interleaved: bool) -> Exact:
    def exact(x: Array) -> list[Array]:
        gate, line = (x[..., ::2], x[..., 1::2]) if interleaved else np.split(x, 2, -1)
        gate, line = np.minimum(gate, 3.0), np.clip(line, -3.0, 3.0)
        return [gate * sigmoid(np.float32(1.5) * gate) * (line + 0.5)]

    return exact


def rms_norm(x: Array, gamma: Array, epsilon: float = 1e-6, plus: float = 0) -> list[Array]:
    axes = tuple(range(x.ndim - gamma.ndim, x.ndim))
    rstd = 1 / np.sqrt((x * x).mean(axes, keepdims=True) + np.float32(epsilon))
    return [x * rstd * (gamma + plus), rstd]


def layer_norm(x: Array, gamma: Array, beta: Array, epsilon: float) -> list[Array]:
    mean = x.mean(-1, keepdims=True)
    rstd = 1 / np.sqrt(x.var(-1, keepdims=True) + np.float32(epsilon))
    return [(x - mean) * rstd * gamma + beta, mean, rstd]


def add_layer_norm(x1: Array, x2: Array, gamma: Array, beta: Array, bias: Array | None = None) -> list[Array]:
    x = x1 + x2 + (0 if bias is None else bias)
    return [*layer_norm(x, gamma, beta, 1e-5), x]


def deep_norm(x: Array, gx: Array, beta: Array, gamma: Array) -> list[Array]:
    y, mean, rstd = layer_norm(np.float32(0.3) * x + gx, gamma, beta, 1e-6)
    return [mean, rstd, y]


def l2_normalize(x: Array) -> list[Array]:
    return [x / np.sqrt(np.maximum((x * x).sum(1, keepdims=True), np.float32(1e-4)))]


def log_softmax(axes: tuple[int, ...]) -> Exact:
    def exact(x: Array) -> list[Array]:
        low = x - x.max(axes, keepdims=True)
        return [low - np.log(np.exp(low).sum(axes, keepdims=True))]

    return exact


def rotated(x: Array, mode: str) -> Array:
    if mode == "interleave":
        return np.stack([-x[..., 1::2], x[..., ::2]], -1).reshape(x.shape)
    parts = np.split(x, 4 if mode == "quarter" else 2, -1)
    if mode == "quarter":
        return np.concatenate([-parts[1], parts[0], -parts[3], parts[2]], -1)
    return np.concatenate([-parts[1], parts[0]], -1)


def rotary(mode: str = "half") -> Exact:
    def exact(x: Array, cos: Array, sin: Array) -> list[Array]:
        if mode == "interleave-half":
            x = np.concatenate([x[..., ::2], x[..., 1::2]], -1)
        return [x * cos + rotated(x, mode) * sin]

    return exact


def rotary_two(mode: str) -> Exact:
    return lambda q, k, cos, sin: [x * cos + rotated(x, mode) * sin for x in (q, k)]


def ffn(act: Callable[[Array], Array]) -> Exact:
    def exact(x: Array, w1: Array, w2: Array, b1: Array | None = None, b2: Array | None = None) -> list[Array]:
        hidden = act(x @ w1 + (0 if b1 is None else b1))
        return [hidden @ w2 + (0 if b2 is None else b2)]

    return exact


def relu(x: Array) -> Array:
    return np.maximum(x, 0)


X4 = (2, 3, 4, 8)
COS = (2, 3, 1, 8)

CASES = [
    Case("SwiGlu", [(3, 5, 46)], gated(silu)),
    Case("SwiGlu", [(3, 6, 7)], gated(silu, 1), {"dim": 1}),
    Case("GLU", [(3, 5, 46)], gated(sigmoid, second=True)),
    Case("GeGluV2", [(3, 46)], geglu(gelu_tanh)),
    Case("GeGluV2", [(4, 46)], geglu(gelu, 0, left=True), {"dim": 0, "approximate": 0, "activate_left": True}),
    Case("GeluMul", [(3, 46)], gated(gelu)),
    Case("GeluMul", [(3, 46)], gated(gelu_tanh), {"approximate": "tanh"}),
    Case("ClippedSwiglu", [(3, 46)], clipped_swiglu(True), {"alpha": 1.5, "limit": 3.0, "bias": 0.5}),
    Case(
        "ClippedSwiglu",
        [(3, 46)],
        clipped_swiglu(False),
        {"alpha": 1.5, "limit": 3.0, "bias": 0.5, "interleaved": False},
    ),
    Case("RmsNorm", [(3, 5, 64), (64,)], rms_norm, outputs={1: FLOAT}),
    Case("RmsNorm", [(3, 5, 6), (5, 6)], lambda x, g: rms_norm(x, g, 0.1), {"epsilon": 0.1}, outputs={1: FLOAT}),
    Case("GemmaRmsNorm", [(3, 64), (64,)], lambda x, g: rms_norm(x, g, plus=1), outputs={1: FLOAT}),
    Case(
        "AddLayerNorm",
        [(3, 5, 64), (3, 5, 64), (64,), (64,), None],
        add_layer_norm,
        outputs={1: FLOAT, 2: FLOAT},
    ),
    Case(
        "AddLayerNorm",
        [(3, 64), (3, 64), (64,), (64,), (64,)],
        add_layer_norm,
        {"additional_output": True},
        outputs={1: FLOAT, 2: FLOAT},
    ),
    Case("DeepNorm", [(3, 64), (3, 64), (64,), (64,)], deep_norm, outputs={0: FLOAT, 1: FLOAT}),
    Case("L2Normalize", [(3, 20, 5)], l2_normalize, {"axis": [1]}, types=(FLOAT, HALF)),
    Case("LogSoftmaxV2", [(3, 40)], log_softmax((-1,)), types=FLOATS),
    Case("LogSoftmaxV2", [(3, 4, 5)], log_softmax((0, 2)), {"axes": [0, 2]}, types=FLOATS),
    Case("RotaryMul", [X4, COS, COS], rotary()),
    Case("RotaryPositionEmbedding", [X4, COS, COS, None], rotary(), {"mode": 0}),
    Case("RotaryPositionEmbedding", [X4, COS, COS, None], rotary("interleave"), {"mode": 1}),
    Case("RotaryPositionEmbedding", [X4, COS, COS, None], rotary("quarter"), {"mode": 2}),
    Case("RotaryPositionEmbedding", [X4, COS, COS, None], rotary("interleave-half"), {"mode": 3}),
    *(
        Case("ApplyRotaryPosEmb", [X4, (2, 3, 1, 8), COS, COS], rotary_two(mode), {"rotary_mode": mode})
        for mode in ("half", "interleave", "quarter")
    ),
    Case("FFN", [(7, 16), (16, 32), (32, 16)], ffn(relu), {"activation": "relu"}, types=HALVES),
    Case("FFN", [(2, 3, 16), (16, 32), (32, 8)], ffn(gelu), {"activation": "gelu"}, types=HALVES),
    Case(
        "FFN",
        [(7, 16), (16, 32), (32, 16), None, (32,), (16,)],
        lambda x, w1, w2, b1, b2: ffn(silu)(x, w1, w2, b1, b2),
        {"activation": "silu"},
        types=(HALF,),
    ),
    Case(
        "FFN",
        [(7, 16), (16, 32), (32, 16), None, (32,), (16,)],
        lambda x, w1, w2, b1, b2: ffn(silu)(x, w1, w2, b1, b2),
        {"activation": "silu"},
        types=(np.dtype(bfloat16),),
        inputs={4: FLOAT, 5: FLOAT},
    ),
    Case("BiasAdd", [(3, 4, 5), (5,)], lambda x, bias: [x + bias], types=[*FLOATS, *INTEGERS]),
    Case("BiasAdd", [(2, 3, 4, 5), (3,)], lambda x, b: [x + b[:, None, None]], {"data_format": "NCHW"}, types=FLOATS),
]
ROWS = [(case, dtype) for case in CASES for dtype in case.types]


def assert_near(result: Array, exact: Array, dtype: np.dtype[Any]) -> None:
    """16-bit floats within one unit in the last place of the rounded result; float sums may lose a little more."""
    assert result.dtype == dtype
    assert result.shape == exact.shape
    if dtype.kind in "iu":
        np.testing.assert_array_equal(result, exact.astype(dtype))
        return
    unit = np.spacing(np.abs(exact).astype(dtype)).astype(np.float64)
    computed = np.finfo(np.float64 if dtype == np.float64 else np.float32).eps
    bound = unit + 8 * computed * np.abs(exact).max(initial=0)
    np.testing.assert_array_less(np.abs(result.astype(np.float64) - exact), bound)


def inputs_of(case: Case, dtype: np.dtype[Any]) -> list[Input]:
    rng = np.random.default_rng(7)
    return [
        None if shape is None else numbers(rng, shape, case.inputs.get(i, dtype), -4, 4)
        for i, shape in enumerate(case.shapes)
    ]


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@pytest.mark.parametrize(("case", "dtype"), ROWS, ids=str)
def test_numbers(case: Case, dtype: np.dtype[Any], dynamic: bool) -> None:
    inputs = inputs_of(case, dtype)

    results = run(case.operator, inputs, case.attrs, dynamic=dynamic)

    expected = case.exact(*(x.astype(np.float64) for x in inputs if isinstance(x, np.ndarray)))
    assert len(results) == len(expected)
    for i, (result, exact) in enumerate(zip(results, expected)):
        assert_near(result, exact, case.outputs.get(i, dtype))


@pytest.mark.parametrize("dtype", UP_TO_32, ids=str)
@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
def test_a_sum_is_normalised_as_it_is_given_out(dtype: np.dtype[Any], dynamic: bool) -> None:
    rng = np.random.default_rng(8)
    x1, x2, gamma = (numbers(rng, shape, dtype) for shape in ((3, 64), (3, 64), (64,)))
    x = x1 + x2
    y, rstd = rms_norm(x.astype(np.float64), gamma.astype(np.float64))

    results = run("AddRmsNorm", [x1, x2, gamma], dynamic=dynamic)

    for result, exact, kind in zip(results, (y, rstd, x.astype(np.float64)), (dtype, FLOAT, dtype)):
        assert_near(result, exact, kind)
    if dtype == np.float32:
        return
    wide, *rest = run("AddRmsNormCast", [x1, x2, gamma], dynamic=dynamic)
    np.testing.assert_array_equal(wide, results[0].astype(np.float32))
    for result, other in zip(rest, results):
        np.testing.assert_array_equal(result, other)


def rounded(x: Array, mode: Callable[[Array], Array] = np.rint, low: int = -128, high: int = 127) -> Array:
    return np.clip(mode(x), low, high).astype(np.int8 if low < 0 else np.uint8)


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@pytest.mark.parametrize("smooth", [False, True], ids=["plain", "smooth"])
@pytest.mark.parametrize("dtype", HALVES, ids=str)
def test_rows_are_quantised_by_their_largest(dtype: np.dtype[Any], smooth: bool, dynamic: bool) -> None:
    rng = np.random.default_rng(9)
    x = numbers(rng, (3, 4, 33), dtype)
    x[1, 2] = 0
    scales = numbers(rng, (33,), dtype, 0.5, 2) if smooth else None
    wide = x.astype(np.float32) * (np.float32(1) if scales is None else scales.astype(np.float32))
    scale = np.abs(wide).max(-1) / np.float32(127)

    y, given = run("DynamicQuant", [x, scales, None], dynamic=dynamic)

    np.testing.assert_array_equal(given, scale)
    quotient = np.divide(wide, scale[..., None], out=np.zeros_like(wide), where=scale[..., None] != 0)
    np.testing.assert_array_equal(y, rounded(quotient))


@pytest.mark.parametrize("dtype", HALVES, ids=str)
def test_rows_are_quantised_by_their_range(dtype: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(10), (5, 33), dtype, -2, 7)
    wide = x.astype(np.float32)
    scale = (wide.max(-1) - wide.min(-1)) / np.float32(255)
    offset = np.float32(127) - wide.max(-1) / scale

    y, given_scale, given_offset = run("DynamicQuantV2", [x, None, None])

    np.testing.assert_array_equal(given_scale, scale)
    np.testing.assert_array_equal(given_offset, offset)
    np.testing.assert_array_equal(y, rounded(wide / scale[:, None] + offset[:, None]))


ROUNDINGS = {"round": np.rint, "floor": np.floor, "ceil": np.ceil, "trunc": np.trunc}


@pytest.mark.parametrize("mode", ROUNDINGS)
@pytest.mark.parametrize("dtype", UP_TO_32, ids=str)
def test_scales_and_offsets_of_channels(dtype: np.dtype[Any], mode: str) -> None:
    rng = np.random.default_rng(11)
    x = numbers(rng, (4, 5, 6), dtype, -90, 90)
    scale, offset = numbers(rng, (5,), dtype, 1, 3), numbers(rng, (5,), dtype, -3, 3)
    wide, by, plus = (array.astype(np.float32) for array in (x, scale[:, None], offset[:, None]))

    (y,) = run("AscendQuantV2", [x, scale, offset], {"axis": -2, "round_mode": mode})
    (squared,) = run("AscendQuantV2", [x, scale[:1], None], {"sqrt_mode": True})

    np.testing.assert_array_equal(y, rounded(wide * by + plus, ROUNDINGS[mode]))
    np.testing.assert_array_equal(squared, rounded(wide * by[0] * by[0]))


@pytest.mark.parametrize("dtype", UP_TO_32[:2], ids=str)
def test_one_scale_and_offset(dtype: np.dtype[Any]) -> None:
    x = numbers(np.random.default_rng(12), (4, 50), dtype, -90, 90)

    (y,) = run("AscendQuant", [x], {"scale": 1.5, "offset": -3.0})

    np.testing.assert_array_equal(y, rounded(x.astype(np.float32) * np.float32(1.5) - np.float32(3)))


@pytest.mark.parametrize("target", HALVES, ids=str)
@pytest.mark.parametrize("dtype", [FLOAT, np.dtype(bfloat16)], ids=str)
def test_back_from_int8_by_channel(dtype: np.dtype[Any], target: np.dtype[Any]) -> None:
    rng = np.random.default_rng(13)
    x = numbers(rng, (4, 50), np.int8, -128, 128)
    scale, offset = numbers(rng, (50,), dtype, 0.5, 2), numbers(rng, (50,), dtype, -3, 3)

    (y,) = run("AscendAntiQuantV2", [x, scale, offset], {"dst_type": data_type_number(target)})

    wide, by, plus = (array.astype(np.float32) for array in (x, scale, offset))
    np.testing.assert_array_equal(y, ((wide + plus) * by).astype(target))


@pytest.mark.parametrize("target", [FLOAT, HALF], ids=str)
def test_back_from_integers(target: np.dtype[Any]) -> None:
    rng = np.random.default_rng(14)
    x = numbers(rng, (4, 50), np.int32, -999, 999)
    scale = numbers(rng, (50,), np.float16, 0.5, 2)
    small = x.astype(np.int8)
    dtype = data_type_number(target)

    (y,) = run("AscendDequant", [x, scale], {"dtype": dtype, "relu_flag": True})
    (squared,) = run("AscendDequant", [x, scale[:1]], {"dtype": dtype, "sqrt_mode": True})
    (anti,) = run("AscendAntiQuant", [small], {"scale": 1.5, "offset": -3.0, "dtype": dtype})

    wide, by = x.astype(np.float32), scale.astype(np.float32)
    np.testing.assert_array_equal(y, np.maximum(wide * by, 0).astype(target))
    np.testing.assert_array_equal(squared, (wide * by[0] * by[0]).astype(target))
    np.testing.assert_array_equal(anti, ((small.astype(np.float32) - 3) * np.float32(1.5)).astype(target))


@pytest.mark.parametrize(("name", "low", "zero"), [("torch.qint8", -128, np.int8), ("torch.quint8", 0, np.uint8)])
@pytest.mark.parametrize("dtype", UP_TO_32, ids=str)
def test_quantised_as_by_torch(dtype: np.dtype[Any], name: str, low: int, zero: type) -> None:
    rng = np.random.default_rng(15)
    x = numbers(rng, (4, 5, 6), dtype, -90, 90)
    scales, zero_points = numbers(rng, (5,), np.float32, 0.5, 2), numbers(rng, (5,), zero, -5, 9)

    (y,) = run("Quantize", [x, scales, zero_points], {"dtype": name, "axis": 1})

    quotient = np.rint(x.astype(np.float32) / scales[:, None])
    np.testing.assert_array_equal(
        y, rounded(quotient + zero_points[:, None].astype(np.float32), low=low, high=low + 255)
    )


REFUSED: list[tuple[str, list[Input], dict[str, Any], str]] = [
    ("GeGluV2", [np.zeros((2, 4), np.float32)], {"approximate": 2}, "approximate must be 0 or 1, given 2"),
    ("GeluMul", [np.zeros((2, 4), np.float32)], {"approximate": "erf"}, "approximate must be none or tanh, given erf"),
    ("ClippedSwiglu", [np.zeros((2, 4), np.float32)], {"dim": 0}, "dim must be the last dimension, given 0"),
    ("L2Normalize", [np.zeros((2, 4), np.float32)], {}, "axis must name a dimension"),
    ("RotaryPositionEmbedding", [np.zeros((1, 4), np.float32)] * 3, {"mode": 7}, "mode must be 0, 1, 2 or 3, given 7"),
    ("RotaryPositionEmbedding", [np.zeros((1, 4), np.float32)] * 4, {}, "rotate is not taken"),
    ("FFN", [np.zeros((4, 4), np.float16)] * 3, {"activation": "tanh"}, "must be relu, gelu or silu, given tanh"),
    ("FFN", [np.zeros((4, 4), np.int8)] * 3, {"activation": "relu"}, "x must be float16 or bf16, given DT_INT8"),
    (
        "FFN",
        [*(np.zeros((4, 4), np.float16) for _ in range(3)), np.zeros(1, np.int64)],
        {"activation": "relu"},
        "expert_tokens is not taken",
    ),
    ("DynamicQuant", [np.zeros((2, 4), np.float16)], {"dst_type": 29}, r"dst_type must be 2 \(int8\), given 29"),
    ("AscendDequant", [np.zeros((2, 4), np.int32), np.zeros(1, np.uint64)], {}, "deq_scale must be float16"),
    ("AscendQuant", [np.zeros(4, np.float32)], {"scale": 1.0, "offset": 0.0, "round_mode": "up"}, "round_mode must be"),
]


@pytest.mark.parametrize(("operator", "inputs", "attrs", "message"), REFUSED, ids=lambda value: str(value)[:24])
def test_what_no_document_tells_is_refused_by_name(
    operator: str, inputs: list[Input], attrs: dict[str, Any], message: str
) -> None:
    with pytest.raises(RuntimeError, match=message):
        run(operator, inputs, attrs)


def test_a_graph_as_it_stands_runs_with_bodies_and_stays_as_it_is() -> None:
    builder = GraphBuilder("gate")
    graph = builder.build_and_reset([es.SwiGlu(builder.create_input(0, shape=[2, 6]))])
    GeUtils.infer_shape(graph, [[2, 6]])
    before = str(graph)
    x = np.arange(12, dtype=np.float32).reshape(2, 6) / 6

    (y,) = GraphModel(graph).run([x])

    assert_near(y, gated(silu)(x.astype(np.float64))[0], FLOAT)
    assert str(graph) == before


def test_an_operator_with_a_body_is_supported_as_far_as_its_body_is() -> None:
    builder = GraphBuilder("gate")
    graph = builder.build_and_reset([es.SwiGlu(builder.create_input(0, shape=[2, 6]))])
    GeUtils.infer_shape(graph, [[2, 6]])
    (gate,) = (node for node in graph.get_all_nodes() if node.type == "SwiGlu")

    assert GeUtils.check_node_support_on_aicore(gate)[0]


def test_what_a_body_refuses_is_said_with_the_node() -> None:
    builder = GraphBuilder("product")
    graph = builder.build_and_reset([es.GeluMul(builder.create_input(0, shape=[2, 6]), approximate="erf")])

    with pytest.raises(RuntimeError, match='GeluMul "GeluMul_0": approximate must be none or tanh, given erf'):
        GeUtils.infer_shape(graph, [[2, 6]])


def test_shapes_follow_from_bodies() -> None:
    builder = GraphBuilder("shapes")
    query = builder.create_input(0, shape=[-1, 3, 4, 8])
    outputs = es.AddLayerNorm(query, query, *(builder.create_input(i, shape=[8]) for i in (1, 2)))
    graph = builder.build_and_reset(list(outputs))

    GeUtils.infer_shape(graph, [[-1, 3, 4, 8], [8], [8]])

    node = next(node for node in graph.get_all_nodes() if node.type == "AddLayerNorm")
    assert [node.get_output_desc(i).shape for i in range(4)] == [
        [-1, 3, 4, 8],
        [-1, 3, 4, 1],
        [-1, 3, 4, 1],
        [-1, 3, 4, 8],
    ]
