"""Operators that work element by element."""

from __future__ import annotations

import functools
from collections.abc import Callable

import ge.es.all as es
from ge.es import TensorHolder

from pyatc.importing import Outputs
from pyatc.onnx._node import OnnxNode
from pyatc.onnx._registry import onnx_op
from pyatc.onnx._tensors import data_type

# ONNX operator to the type that takes the same inputs in the same order and no attributes.
_SAME = {
    "Abs": "Abs",
    "Acos": "Acos",
    "Acosh": "Acosh",
    "Add": "Add",
    "And": "LogicalAnd",
    "Asin": "Asin",
    "Asinh": "Asinh",
    "Atan": "Atan",
    "Atanh": "Atanh",
    "Ceil": "Ceil",
    "Cos": "Cos",
    "Cosh": "Cosh",
    "Div": "RealDiv",
    "Equal": "Equal",
    "Erf": "Erf",
    "Exp": "Exp",
    "Floor": "Floor",
    "Greater": "Greater",
    "GreaterOrEqual": "GreaterEqual",
    "HardSwish": "HardSwish",
    "Identity": "Identity",
    "Less": "Less",
    "LessOrEqual": "LessEqual",
    "Log": "Log",
    "Mul": "Mul",
    "Neg": "Neg",
    "Not": "LogicalNot",
    "Or": "LogicalOr",
    "Reciprocal": "Reciprocal",
    "Relu": "Relu",
    "Round": "Round",
    "Sigmoid": "Sigmoid",
    "Sign": "Sign",
    "Sin": "Sin",
    "Sinh": "Sinh",
    "Sqrt": "Sqrt",
    "Sub": "Sub",
    "Tan": "Tan",
    "Tanh": "Tanh",
    "Where": "SelectV2",
}


@onnx_op(*_SAME)
def same(n: OnnxNode) -> Outputs:
    function: Callable[..., TensorHolder] = getattr(es, _SAME[n.op_type])
    n.without_effect("consumed_inputs")  # allowed runtimes to work in place, before version 6
    return function(*n.all_inputs())


@onnx_op("Pow")
def power(n: OnnxNode) -> Outputs:
    base, exponent = n.input(0), n.input(1)
    kind = n.data_type(0)
    if kind is not None and kind != n.data_type(1):
        exponent = es.Cast(exponent, dst_type=int(kind))
    return es.Pow(base, exponent)


@onnx_op("Cast", since=6)
def cast(n: OnnxNode) -> Outputs:
    return es.Cast(n.input(0), dst_type=int(data_type(n.integer("to", 0), f"{n.place}: attribute to")))


@onnx_op("HardSigmoid")
def hard_sigmoid(n: OnnxNode) -> Outputs:
    return es.HardSigmoid(n.input(0), alpha=n.number("alpha", 0.2), beta=n.number("beta", 0.5))


@onnx_op("LeakyRelu")
def leaky_relu(n: OnnxNode) -> Outputs:
    return es.LeakyRelu(n.input(0), negative_slope=n.number("alpha", 0.01))


_LARGEST = 3.4028234663852886e38


@onnx_op("Clip")
def clip_by_attributes(n: OnnxNode) -> Outputs:
    low, high = n.number("min", -_LARGEST), n.number("max", _LARGEST)
    return es.ClipByValue(n.input(0), n.builder.create_scalar_float(low), n.builder.create_scalar_float(high))


@onnx_op("Clip", since=11)
def clip(n: OnnxNode) -> Outputs:
    x, low, high = n.input(0), n.optional_input(1), n.optional_input(2)
    if low is not None and high is not None:
        return es.ClipByValue(x, low, high)
    if high is not None:
        return es.Minimum(x, high)
    return es.Identity(x) if low is None else es.Maximum(x, low)


def _chain(n: OnnxNode, combine: Callable[[TensorHolder, TensorHolder], TensorHolder]) -> Outputs:
    inputs = n.all_inputs()
    return es.Identity(inputs[0]) if len(inputs) == 1 else functools.reduce(combine, inputs)


@onnx_op("Max")
def maximum(n: OnnxNode) -> Outputs:
    return _chain(n, es.Maximum)


@onnx_op("Min")
def minimum(n: OnnxNode) -> Outputs:
    return _chain(n, es.Minimum)


@onnx_op("Sum")
def total(n: OnnxNode) -> Outputs:
    return _chain(n, es.Add)
