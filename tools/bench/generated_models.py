"""Models of known architectures, made with onnx.helper and random weights: nothing is downloaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Shape = tuple[int, ...]


@dataclass(frozen=True)
class GeneratedModel:
    """A model and the shapes of its float inputs by name."""

    model: onnx.ModelProto
    inputs: dict[str, Shape]


class _Writer:
    """A graph under construction; values are names."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._nodes: list[onnx.NodeProto] = []
        self._weights: list[onnx.TensorProto] = []

    def weight(self, *shape: int, scale: float | None = None) -> str:
        fan_in = int(np.prod(shape[1:])) if len(shape) > 1 else 16
        spread = 1 / np.sqrt(fan_in) if scale is None else scale
        return self.constant((self._random.standard_normal(shape) * spread).astype(np.float32))

    def constant(self, value: NDArray[np.generic]) -> str:
        name = f"w{len(self._weights)}"
        self._weights.append(numpy_helper.from_array(value, name))
        return name

    def scalar(self, value: float) -> str:
        return self.constant(np.array(value, np.float32))

    def op(self, kind: str, *inputs: str, **attrs: Any) -> str:
        name = f"v{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attrs))
        return name

    def model(self, inputs: dict[str, Shape], output: str, opset: int = 17) -> GeneratedModel:
        take = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in inputs.items()]
        give = [helper.make_tensor_value_info(output, TensorProto.FLOAT, None)]
        graph = helper.make_graph(self._nodes, "generated", take, give, self._weights)
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
        return GeneratedModel(onnx.shape_inference.infer_shapes(made), inputs)


def resnet50(batch: int) -> GeneratedModel:
    """ResNet-50 (He et al., arXiv:1512.03385), its normalisations folded into the convolutions."""
    w = _Writer(0)

    def conv(x: str, take: int, give: int, size: int, stride: int = 1) -> str:
        pad = size // 2
        return w.op("Conv", x, w.weight(give, take, size, size), w.weight(give, scale=0.1),
                    kernel_shape=[size, size], strides=[stride, stride], pads=[pad] * 4)  # fmt: skip

    x = w.op("Relu", conv("x", 3, 64, 7, 2))
    x = w.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    channels = 64
    for stage, blocks in enumerate((3, 4, 6, 3)):
        width = 64 << stage
        for block in range(blocks):
            stride = 2 if stage and not block else 1
            y = w.op("Relu", conv(x, channels, width, 1))
            y = w.op("Relu", conv(y, width, width, 3, stride))
            y = conv(y, width, width * 4, 1)
            short = x if block else conv(x, channels, width * 4, 1, stride)
            x = w.op("Relu", w.op("Add", y, short))
            channels = width * 4
    x = w.op("Flatten", w.op("GlobalAveragePool", x))
    return w.model({"x": (batch, 3, 224, 224)}, w.op("Gemm", x, w.weight(2048, 1000), w.weight(1000)))


def bert_base(length: int = 128, layers: int = 12) -> GeneratedModel:
    """The encoder of BERT-base (Devlin et al., arXiv:1810.04805) behind its embeddings, as exporters write it."""
    w = _Writer(1)
    size, heads = 768, 12

    def dense(x: str, take: int, give: int) -> str:
        return w.op("Add", w.op("MatMul", x, w.weight(take, give, scale=take**-0.5)), w.weight(give))

    def normalised(x: str) -> str:
        centred = w.op("Sub", x, w.op("ReduceMean", x, axes=[-1]))
        variance = w.op("ReduceMean", w.op("Pow", centred, w.scalar(2)), axes=[-1])
        spread = w.op("Sqrt", w.op("Add", variance, w.scalar(1e-12)))
        return w.op("Add", w.op("Mul", w.op("Div", centred, spread), w.weight(size)), w.weight(size))

    def split(x: str, order: Sequence[int]) -> str:
        shaped = w.op("Reshape", x, w.constant(np.array([1, length, heads, size // heads])))
        return w.op("Transpose", shaped, perm=list(order))

    x = "x"
    for _ in range(layers):
        query = split(dense(x, size, size), (0, 2, 1, 3))
        key = split(dense(x, size, size), (0, 2, 3, 1))
        value = split(dense(x, size, size), (0, 2, 1, 3))
        scores = w.op("Div", w.op("MatMul", query, key), w.scalar((size // heads) ** 0.5))
        mixed = w.op("MatMul", w.op("Softmax", scores, axis=-1), value)
        joined = w.op("Reshape", w.op("Transpose", mixed, perm=[0, 2, 1, 3]), w.constant(np.array([1, length, size])))
        x = normalised(w.op("Add", dense(joined, size, size), x))
        inner = dense(x, size, 4 * size)
        gate = w.op("Add", w.op("Erf", w.op("Div", inner, w.scalar(2**0.5))), w.scalar(1))
        gelu = w.op("Mul", w.op("Mul", inner, gate), w.scalar(0.5))
        x = normalised(w.op("Add", dense(gelu, 4 * size, size), x))
    return w.model({"x": (1, length, size)}, x)


def mlp(batch: int) -> GeneratedModel:
    """Four dense layers of 1024."""
    w = _Writer(2)
    x = "x"
    for _ in range(4):
        x = w.op("Relu", w.op("Gemm", x, w.weight(1024, 1024, scale=0.03), w.weight(1024)))
    return w.model({"x": (batch, 1024)}, x)


def elementwise() -> GeneratedModel:
    """About 170 element-wise operators in one connected piece."""
    w = _Writer(3)
    x, kept = "x", "x"
    for i in range(17):
        scaled = w.op("Add", w.op("Mul", x, w.weight(768, scale=0.3)), w.weight(768, scale=0.3))
        gate = w.op("Sigmoid", scaled)
        wave = w.op("Tanh", w.op("Sub", scaled, w.scalar(0.1 * i)))
        mixed = w.op("Mul", gate, wave)
        x = w.op("Max", w.op("Add", mixed, kept), w.op("Neg", w.op("Abs", mixed)))
        kept = w.op("Clip", x, w.scalar(-4), w.scalar(4))
    return w.model({"x": (32, 128, 768)}, w.op("Relu", kept))


def two_nodes() -> GeneratedModel:
    """What a call costs: two operators on a few elements."""
    w = _Writer(4)
    return w.model({"x": (1, 8)}, w.op("Relu", w.op("Add", "x", w.weight(8))))


MODELS: dict[str, Callable[[], GeneratedModel]] = {
    "ResNet-50, 1": lambda: resnet50(1),
    "ResNet-50, 8": lambda: resnet50(8),
    "BERT-base, 128": bert_base,
    "MLP, 1": lambda: mlp(1),
    "MLP, 32": lambda: mlp(32),
    "element-wise": elementwise,
    "two nodes": two_nodes,
}
