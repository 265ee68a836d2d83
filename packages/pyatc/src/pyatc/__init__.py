"""Converts models to `.om`, as the `atc` command line does, with no Ascend machine at hand.

`main` is the command `pyatc`; `import_onnx` makes a graph of an ONNX model; `pyatc.onnx` is the ONNX front end.
"""

from __future__ import annotations

from pyatc._errors import AtcError
from pyatc._import_onnx import import_onnx
from pyatc._main import main

__all__ = ["AtcError", "import_onnx", "main"]
