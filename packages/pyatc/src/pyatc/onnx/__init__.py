"""The ONNX front end: an ONNX model becomes a graph of ours, built through `ge.es`.

The way of the data: `_model.load` reads and checks the file, `import_model` walks its nodes, and for each one the
function that `_registry` knows for its operator adds the nodes that compute the same.
"""

from __future__ import annotations

from pyatc.onnx import _bodies, _elementwise, _layers, _shaping
from pyatc.onnx._import import import_model
from pyatc.onnx._model import load
from pyatc.onnx._registry import known_operators, onnx_op

__all__ = ["import_model", "known_operators", "load", "onnx_op"]

# Imported for what they register.
_FAMILIES = (_bodies, _elementwise, _layers, _shaping)
