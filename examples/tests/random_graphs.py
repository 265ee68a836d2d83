"""Random graphs in which the example passes find something to do, for comparisons of numbers before and after."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import numpy as np
from conftest import Array
from ge.es import GraphBuilder, TensorHolder, control_dependency_scope
from ge.es import all as es
from ge.graph import Graph, Tensor

ROWS, COLUMNS = 4, 6
IMAGE = (1, 4, 5, 5)


class RandomGraph(NamedTuple):
    """A graph and what to give it."""

    graph: Graph
    inputs: list[Array]


def random_graph(seed: int) -> RandomGraph:
    """The graph of a seed: each call makes it anew, the same node for node."""
    return _Writer(random.Random(seed), GraphBuilder(f"random_{seed}")).write()


class _Writer:
    """Grows a graph step by step: each takes tensors that are there and adds one of a known shape.

    Values stay near 1, so that differences stay as small as those of single operators.
    """

    def __init__(self, rng: random.Random, builder: GraphBuilder, depth: int = 0) -> None:
        self.rng = rng
        self.builder = builder
        self.depth = depth
        self.matrices: list[TensorHolder] = []  # [ROWS, COLUMNS]
        self.images: list[TensorHolder] = []  # IMAGE
        self._numbers = np.random.default_rng(rng.randrange(2**32))

    def write(self) -> RandomGraph:
        inputs = [self._numbers.uniform(-1, 1, shape).astype(np.float32) for shape in self._add_inputs()]
        for _ in range(self.rng.randint(6, 16)):
            self._step()
        return RandomGraph(self.builder.build_and_reset(self._results()), inputs)

    def _add_inputs(self) -> list[tuple[int, ...]]:
        shapes: list[tuple[int, ...]] = [(ROWS, COLUMNS)] * self.rng.randint(1, 3) + [IMAGE]
        known = self.rng.random() < 0.7
        for i, shape in enumerate(shapes):
            declared = list(shape) if known or shape == IMAGE else self.rng.choice([[-1, COLUMNS], [-1, -1], [-2]])
            tensor = self.builder.create_input(i, shape=declared)
            (self.images if shape == IMAGE else self.matrices).append(tensor)
        return shapes

    def _results(self) -> list[TensorHolder]:
        """The last tensor of each kind, and some in the middle, which then have a reader outside."""
        more = self.rng.sample(self.matrices, min(len(self.matrices), self.rng.randint(0, 2)))
        return [self.matrices[-1], self.images[-1], *more]

    def _step(self) -> None:
        steps = MATRIX_STEPS if self.rng.random() < 0.75 else IMAGE_STEPS
        tensors = self.matrices if steps is MATRIX_STEPS else self.images
        step = self.rng.choice(steps)
        with self._waiting(tensors if step not in (_call, _branch) else []):
            made = step(self)
        if self.rng.random() < 0.15:
            self.builder.add_control_dependency(made, [self.rng.choice(tensors)])
        tensors.append(made)

    def _waiting(self, tensors: list[TensorHolder]) -> AbstractContextManager[None]:
        """Sometimes every node of a step waits for one of the tensors. Bodies are other graphs, and cannot."""
        return control_dependency_scope([self.rng.choice(tensors)] if tensors and self.rng.random() < 0.15 else [])

    def matrix(self) -> TensorHolder:
        """One that is there, the latest more often than the others."""
        return self.rng.choice(self.matrices[-3:] if self.rng.random() < 0.7 else self.matrices)

    def image(self) -> TensorHolder:
        return self.rng.choice(self.images[-2:])

    def weights(self, *shape: int) -> TensorHolder:
        size = max(float(np.prod(shape[1:])), 1.0)
        return self.constant(self._numbers.uniform(-1, 1, shape) / np.sqrt(size))

    def constant(self, values: Any) -> TensorHolder:
        return es.Const(self.builder, value=Tensor.from_numpy(np.asarray(values, np.float32)))


def _elementwise(w: _Writer) -> TensorHolder:
    one: Callable[[TensorHolder], TensorHolder] = w.rng.choice([es.Relu, es.Tanh, es.Sigmoid, es.Neg, es.Abs])
    return one(w.matrix())


def _pair(w: _Writer) -> TensorHolder:
    two: Callable[..., TensorHolder] = w.rng.choice([es.Maximum, es.Minimum, es.Mul, es.Sub])
    return es.Tanh(two(w.matrix(), w.matrix()))


def _add_zero(w: _Writer) -> TensorHolder:
    shape = w.rng.choice([(), (1,), (COLUMNS,), (ROWS, 1), (ROWS, COLUMNS), (1, 1)])
    zero = w.constant(np.full(shape, w.rng.choice([0.0, 0.0, 0.0, -0.0, 0.125])))
    return es.Add(w.matrix(), zero) if w.rng.random() < 0.7 else es.Add(zero, w.matrix())


def _zero_that_stretches(w: _Writer) -> TensorHolder:
    row = es.ReduceMean(w.matrix(), w.builder.create_vector_int64([0]), keep_dims=True)
    return es.Add(row, w.constant(np.zeros((ROWS, 1))))


def _dense(w: _Writer) -> TensorHolder:
    multiply: Callable[..., TensorHolder] = w.rng.choice([es.MatMul, es.MatMulV2])
    flipped = w.rng.random() < 0.3
    product = multiply(w.matrix(), w.weights(COLUMNS, COLUMNS), transpose_x2=flipped)
    if w.rng.random() < 0.2:
        w.matrices.append(product)
    bias = w.rng.choice([w.weights(COLUMNS), w.matrix(), w.weights(1)])
    return es.Add(product, bias) if w.rng.random() < 0.7 else es.Add(bias, product)


def _batched_dense(w: _Writer) -> TensorHolder:
    batch = es.Reshape(w.matrix(), [2, 2, COLUMNS])
    product = es.BatchMatMulV2(batch, w.weights(COLUMNS, COLUMNS), adj_x2=w.rng.random() < 0.5)
    return es.Reshape(product, [ROWS, COLUMNS])


def _relu_of_concat(w: _Writer) -> TensorHolder:
    halves = [es.Slice(w.matrix(), [0, 0], [ROWS, COLUMNS // 2]) for _ in range(2)]
    both = es.ConcatD(halves, concat_dim=w.rng.choice([1, -1]), N=2)
    if w.rng.random() < 0.3:
        w.matrices.append(both)
    return es.Relu(both)


def _hard_swish(w: _Writer) -> TensorHolder:
    x = w.matrix()
    return es.RealDiv(es.Mul(x, es.ClipByValue(es.Add(x, 3.0), 0.0, 6.0)), w.rng.choice([6.0, 6.0, 5.0]))


def _gelu(w: _Writer) -> TensorHolder:
    x = w.matrix()
    form = w.rng.choice(["erf", "product", "power"])
    if form == "erf":
        return x * (es.Erf(es.RealDiv(x, w.rng.choice([2**0.5, 2.0]))) + 1.0) * 0.5
    if form == "power":
        return (x * 0.5) * (es.Tanh((x + es.Pow(x, 3.0) * 0.044715) * 0.7978845608) + 1.0)
    half, one, beta, kappa = (w.constant(number) for number in (0.5, 1, 0.7978845608, 0.044715))
    return half * (x * (one + es.Tanh(beta * (x + kappa * (x * (x * x))))))


def _layer_norm(w: _Writer) -> TensorHolder:
    x, axes = w.matrix(), w.builder.create_vector_int64([w.rng.choice([-1, 1, 0])])
    difference = es.Sub(x, es.ReduceMean(x, axes, keep_dims=True))
    variance = es.ReduceMean(es.Pow(difference, 2.0), axes, keep_dims=True)
    normal = es.RealDiv(difference, es.Sqrt(es.Add(variance, 0.125)))
    return normal * w.weights(COLUMNS) + w.weights(COLUMNS)


def _attention(w: _Writer) -> TensorHolder:
    q, k, v = (es.Reshape(w.matrix(), [1, 2, ROWS, COLUMNS // 2]) for _ in range(3))
    scores = es.BatchMatMulV2(q, es.Transpose(k, [0, 1, 3, 2])) * 0.5
    if w.rng.random() < 0.5:
        scores = es.Add(scores, w.weights(*w.rng.choice([(ROWS,), (1, 1, 1, ROWS), (1, 2, ROWS, ROWS)])))
    return es.Reshape(es.BatchMatMulV2(es.SoftmaxV2(scores), v), [ROWS, COLUMNS])


def _call(w: _Writer) -> TensorHolder:
    arguments = [w.matrix(), w.matrix(), w.image()]
    return es.PartitionedCall(arguments, 1, _body(w))[0] if w.depth < 2 else _elementwise(w)


def _branch(w: _Writer) -> TensorHolder:
    if w.depth >= 2:
        return _elementwise(w)
    mean = es.ReduceMean(w.matrix(), w.builder.create_vector_int64([0, 1]), keep_dims=False)
    condition = es.Greater(mean, 0.0)
    return es.If(condition, [w.matrix(), w.matrix(), w.image()], 1, _body(w), _body(w))[0]


def _body(w: _Writer) -> Graph:
    """A graph of two matrices and an image that gives a matrix."""
    body = _Writer(w.rng, GraphBuilder(f"body_{w.rng.randrange(10**9)}"), w.depth + 1)
    body.matrices = [body.builder.create_input(i, shape=[ROWS, COLUMNS]) for i in range(2)]
    body.images = [body.builder.create_input(2, shape=list(IMAGE))]
    for _ in range(body.rng.randint(1, 4)):
        body._step()
    return body.builder.build_and_reset([body.matrices[-1]])


def _conv(w: _Writer) -> TensorHolder:
    groups = w.rng.choice([1, 2, 4])
    attrs: dict[str, Any] = {"strides": [1] * 4, "pads": [1] * 4, "groups": groups, "data_format": "NCHW"}
    bias = [w.weights(IMAGE[1])] if w.rng.random() < 0.5 else []
    return es.Tanh(es.Conv2D(w.image(), w.weights(IMAGE[1], IMAGE[1] // groups, 3, 3), *bias, **attrs))


def _image_zero(w: _Writer) -> TensorHolder:
    return es.Relu(es.Add(w.image(), w.constant(np.zeros(w.rng.choice([(), (1, IMAGE[1], 1, 1)])))))


MATRIX_STEPS: list[Callable[[_Writer], TensorHolder]] = [
    _elementwise,
    _pair,
    _add_zero,
    _add_zero,
    _zero_that_stretches,
    _dense,
    _batched_dense,
    _relu_of_concat,
    _hard_swish,
    _gelu,
    _layer_norm,
    _attention,
    _call,
    _branch,
]
IMAGE_STEPS: list[Callable[[_Writer], TensorHolder]] = [_conv, _conv, _image_zero]
