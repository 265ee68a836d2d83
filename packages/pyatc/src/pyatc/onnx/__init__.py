"""The ONNX front end: an ONNX model becomes a graph of ours, built through `ge.es`.

The way of the data: `_model.load` reads the file and leaves the weights where they are, `import_model` walks its nodes,
and for each one the function that `_registry` knows for its operator adds the nodes that compute the same. These
functions stand in `operators`, a module a family.
"""

from pyatc.importing import load_families
from pyatc.onnx._import import import_model
from pyatc.onnx._model import OnnxModel, load
from pyatc.onnx._registry import known_operators, onnx_op

__all__ = ["OnnxModel", "import_model", "known_operators", "load", "onnx_op"]

load_families("pyatc.onnx.operators")
