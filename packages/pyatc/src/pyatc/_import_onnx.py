"""`import_onnx`: a file of an ONNX model as a graph."""

from __future__ import annotations

import os
from pathlib import Path

from ge.ge_global._options import OptionError
from ge.graph import Graph
from ge.offline_compile._input_shape import parse_input_shape

from pyatc._errors import AtcError

__all__ = ["import_onnx"]


def import_onnx(
    path: str | os.PathLike[str], *, name: str | None = None, input_shape: str = "", input_format: str = "NCHW"
) -> Graph:
    """The graph of an ONNX model, before anything is compiled: to look at, to run passes on, to save as `.air`.

    Args:
        path: File of the model in binary form; tensors may lie in files beside it.
        name: Name of the graph; None: the file's name without its suffix.
        input_shape: Sizes of open dimensions, as on the command line: `x:1,3,224,224;y:2`.
        input_format: Layout of the inputs that have as many dimensions as it has letters.

    Returns:
        A graph with a Data node for each input of the model, named like it, and the model's outputs in order.

    Raises:
        AtcError: The file cannot be read or is no valid model, an operator has no importer (E16002 names all of
            them), or a shape does not fit; the text begins with the code.

    Example:
        graph = pyatc.import_onnx("model.onnx")
    """
    from pyatc import onnx  # late: what compiles no ONNX model needs no onnx

    try:
        shapes = parse_input_shape(input_shape)
    except OptionError as error:
        raise AtcError(error.code, error.message) from error
    file = os.fspath(path)
    return onnx.import_model(onnx.load(file), Path(file).stem if name is None else name, shapes, input_format)
