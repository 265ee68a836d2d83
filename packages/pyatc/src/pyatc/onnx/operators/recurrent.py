"""Recurrent layers."""

from __future__ import annotations

import ge.es.all as es

from pyatc.importing import Outputs
from pyatc.onnx._node import OnnxNode
from pyatc.onnx._registry import onnx_op

_ACTIVATIONS = [b"Sigmoid", b"Tanh", b"Tanh"]


@onnx_op("LSTM")
def lstm(n: OnnxNode) -> Outputs:
    n.require("layout", 0)
    n.require("input_forget", 0)
    direction = n.text("direction", "forward")
    n.require("activations", _ACTIVATIONS * (2 if direction == "bidirectional" else 1))
    layer = es.CommonLSTM(
        n.input(0),
        n.input(1),
        n.input(2),
        *(n.optional_input(i) for i in range(3, 8)),
        hidden_size=n.integer("hidden_size", 0),
        direction=direction,
    )
    return [layer.y, layer.y_h, layer.y_c]
