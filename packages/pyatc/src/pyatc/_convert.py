"""One conversion: model file to `.om` (spec: offline_compile, 3 and 8)."""

from __future__ import annotations

from pathlib import Path

from ge.ge_global._options import OptionError
from ge.graph import Graph
from ge.offline_compile import BUILD_OPTIONS, build_finalize, build_initialize, build_model, save_model
from ge.offline_compile._input_shape import parse_input_shape

from pyatc._command_line import CommandLine
from pyatc._errors import AtcError

_AIR = "1"


def _read(line: CommandLine, model: str, name: str, framework: str, input_format: str) -> Graph:
    if framework == _AIR:
        graph = Graph(name)
        graph.load_from_air(model)
        return graph

    # Imported late: a conversion of an AIR file needs no ONNX.
    from pyatc import onnx

    try:
        shapes = parse_input_shape(line.value("input_shape"))
    except OptionError as error:
        raise AtcError(error.code, error.message) from error
    return onnx.import_model(onnx.load(model), name, shapes, input_format)


def convert(line: CommandLine, model: str, output: str, framework: str, input_format: str) -> None:
    """Read, compile and save.

    Args:
        line: The options.
        model: The model file.
        output: The result without suffix; `.om` is appended.
        framework: `1` AIR or `5` ONNX.
        input_format: Layout of the inputs of an ONNX model.

    Raises:
        AtcError: The model cannot be read or imported.
        GeError: It cannot be compiled or saved.
    """
    graph = _read(line, model, Path(output).name, framework, input_format)
    options = line.compile_options()
    for done in ("input_shape", "input_format", "ge.frameworkType"):
        options.pop(done, None)
    build_initialize({key: value for key, value in options.items() if key not in BUILD_OPTIONS})
    try:
        save_model(output, build_model(graph, {key: value for key, value in options.items() if key in BUILD_OPTIONS}))
    finally:
        build_finalize()
