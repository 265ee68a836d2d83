"""Parts of transformers in ONNX, operator by operator as exporters write them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper


class Exporter:
    """Writes a model of float32 tensors; tensors are names.

    Args:
        version: Of ONNX's operators.
    """

    def __init__(self, version: int = 13) -> None:
        self.version = version
        self._nodes: list[onnx.NodeProto] = []
        self._weights: list[onnx.TensorProto] = []
        self._rng = np.random.default_rng(23)

    def __call__(self, operator: str, *inputs: str, **attributes: Any) -> str:
        """A node; gives its result."""
        name = f"{operator}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(operator, inputs, [f"{name}_output"], name=name, **attributes))
        return f"{name}_output"

    def constant(self, value: Any, dtype: Any = np.float32) -> str:
        """A Constant node, of which exporters write one for each use."""
        return self("Constant", value=numpy_helper.from_array(np.array(value, dtype)))

    def weight(self, *shape: int) -> str:
        """An initializer with random elements."""
        name = f"weight_{len(self._weights)}"
        self._weights.append(numpy_helper.from_array(self._rng.uniform(-1, 1, shape).astype(np.float32), name))
        return name

    def mean(self, x: str, axes: Sequence[int]) -> str:
        """ReduceMean, whose axes became an input in version 18."""
        if self.version >= 18:
            return self("ReduceMean", x, self.constant(axes, np.int64), keepdims=1)
        return self("ReduceMean", x, axes=axes, keepdims=1)

    def model(self, inputs: Mapping[str, Sequence[int | str]], result: str) -> onnx.ModelProto:
        """The model with these inputs, a name for each size that is not known, and one result, `y`."""
        kind = onnx.TensorProto.FLOAT
        graph = helper.make_graph(
            [*self._nodes, helper.make_node("Identity", [result], ["y"])],
            "exported",
            [helper.make_tensor_value_info(name, kind, shape) for name, shape in inputs.items()],
            [helper.make_tensor_value_info("y", kind, None)],
            self._weights,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.version)], ir_version=8)
        return onnx.shape_inference.infer_shapes(model)


def layer_norm(
    e: Exporter,
    x: str,
    shape: Sequence[int],
    *,
    twice: bool = False,
    exponent: float = 2,
    axes: Sequence[int] | None = None,
) -> str:
    """Over the last dimensions, which have this shape; some write the difference from the mean twice.

    With another exponent or other axes it is something else that looks alike.
    """
    axes = list(range(-len(shape), 0)) if axes is None else axes
    mean = e.mean(x, axes)
    difference = e("Sub", x, mean)
    variance = e.mean(e("Pow", difference, e.constant(exponent)), axes)
    deviation = e("Sqrt", e("Add", variance, e.constant(1e-5)))
    normal = e("Div", e("Sub", x, mean) if twice else difference, deviation)
    return e("Add", e("Mul", normal, e.weight(*shape)), e.weight(*shape))


def gelu(e: Exporter, x: str, *, root: float = math.sqrt(2), half: Any = 0.5) -> str:
    """As PyTorch exports it. With other constants it is something else that looks alike."""
    erf = e("Erf", e("Div", x, e.constant(root)))
    return e("Mul", e("Mul", x, e("Add", erf, e.constant(1))), e.constant(half))


def gelu_halved_first(e: Exporter, x: str) -> str:
    """`0.5 * x * (1 + erf(...))` in a model's own code."""
    half = e("Mul", x, e.constant(0.5))
    return e("Mul", half, e("Add", e("Erf", e("Div", x, e.constant(math.sqrt(2)))), e.constant(1)))


def gelu_tanh(e: Exporter, x: str) -> str:
    """As PyTorch exports the approximation."""
    cube = e("Mul", x, e("Mul", x, x))
    inner = e("Mul", e.constant(math.sqrt(2 / math.pi)), e("Add", x, e("Mul", e.constant(0.044715), cube)))
    return e("Mul", e.constant(0.5), e("Mul", x, e("Add", e.constant(1), e("Tanh", inner))))


def gelu_tanh_of_pow(e: Exporter, x: str) -> str:
    """The approximation in a model's own code."""
    half = e("Mul", x, e.constant(0.5))
    sum_ = e("Add", x, e("Mul", e("Pow", x, e.constant(3)), e.constant(0.044715)))
    inner = e("Mul", sum_, e.constant(math.sqrt(2 / math.pi)))
    return e("Mul", half, e("Add", e("Tanh", inner), e.constant(1)))


def attention(
    e: Exporter,
    q: str,
    k: str,
    v: str,
    *,
    scaling: str = "divided",
    mask: str | None = None,
    turned_twice: bool = False,
) -> str:
    """From and to [batch, rows, heads, depth]; depth is 8.

    Args:
        scaling: The scores are `divided` or `multiplied`, or query and key are scaled `each`, as PyTorch's operator is.
        mask: What is added to the scores.
        turned_twice: Whether key's two transpositions are two nodes.
    """
    q, v = (e("Transpose", tensor, perm=[0, 2, 1, 3]) for tensor in (q, v))
    if turned_twice:
        k = e("Transpose", e("Transpose", k, perm=[0, 2, 1, 3]), perm=[0, 1, 3, 2])
    else:
        k = e("Transpose", k, perm=[0, 2, 3, 1])
    if scaling == "each":
        q, k = (e("Mul", tensor, e("Sqrt", e.constant(1 / math.sqrt(8)))) for tensor in (q, k))
    scores = e("MatMul", q, k)
    if scaling == "divided":
        scores = e("Div", scores, e.constant(math.sqrt(8)))
    elif scaling == "multiplied":
        scores = e("Mul", scores, e.constant(1 / math.sqrt(8)))
    if mask is not None:
        scores = e("Add", scores, mask)
    return e("Transpose", e("MatMul", e("Softmax", scores, axis=-1), v), perm=[0, 2, 1, 3])


def transformer_layer(e: Exporter, x: str, mask: str) -> str:
    """[batch, rows, 32], with 4 heads of depth 8: attention, and two layers with GELU between, each behind a norm."""
    normal = layer_norm(e, x, [32])
    heads = []
    for _ in "qkv":
        projected = e("Add", e("MatMul", normal, e.weight(32, 32)), e.weight(32))
        heads.append(e("Reshape", projected, e.constant([0, 0, 4, 8], np.int64)))
    joined = e("Reshape", attention(e, *heads, scaling="multiplied", mask=mask), e.constant([0, 0, 32], np.int64))
    x = e("Add", x, e("MatMul", joined, e.weight(32, 32)))
    hidden = gelu(e, e("MatMul", layer_norm(e, x, [32]), e.weight(32, 64)))
    return e("Add", x, e("MatMul", hidden, e.weight(64, 32)))
