"""One conversion: model file to `.om` (spec: offline_compile, 3 and 8)."""

from __future__ import annotations

from collections.abc import Container, Iterator
from contextlib import contextmanager

from ge.graph import Graph
from ge.offline_compile import BUILD_OPTIONS, build_finalize, build_initialize, build_model, save_model
from ge.offline_compile._input_shape import parse_input_shape
from ge.offline_compile._log import set_log_level
from ge.session import GeError

from pyatc._command_line import CommandLine
from pyatc._errors import AtcError
from pyatc._import_onnx import import_onnx
from pyatc._pass_names import check_switch
from pyatc._paths import input_file, output_file

_AIR = "1"


def _read_air(model: str, name: str) -> Graph:
    graph = Graph(name)
    try:
        graph.load_from_air(model)
    except (RuntimeError, ValueError) as error:
        raise AtcError("E10041", f"model file '{model}' is no AIR model that can be read: {error}") from error
    return graph


def _read_onnx(model: str, name: str, input_shape: str, input_format: str) -> tuple[Graph, list[str]]:
    """The graph, and warnings."""
    graph = import_onnx(model, name=name, input_shape=input_shape, input_format=input_format)
    return graph, _warnings(graph, parse_input_shape(input_shape))


@contextmanager
def _building(options: dict[str, str]) -> Iterator[None]:
    build_initialize(options)
    try:
        yield
    finally:
        build_finalize()


def _warnings(graph: Graph, given: Container[str]) -> list[str]:
    """A line that names the inputs of any size that are not among the given ones."""
    data = [node for node in graph.get_direct_nodes() if node.type == "Data" and node.name not in given]
    shapes = {node.name: list(node.get_output_desc(0).shape) for node in data}
    inputs = ", ".join(f"{name} {shape}" for name, shape in shapes.items() if any(dim < 0 for dim in shape))
    if not inputs:
        return []
    return [f"Warning: --input_shape is missing for {inputs}, left open here; a device's ATC asks for it (E10001)"]


def convert(line: CommandLine, model: str, output: str, framework: str, input_format: str) -> list[str]:
    """Read, compile and save.

    Args:
        line: The options.
        model: The model file.
        output: The result, with or without `.om`, or a folder that it goes into.
        framework: `1` AIR or `5` ONNX.
        input_format: Layout of the inputs of an ONNX model.

    Returns:
        Warnings.

    Raises:
        AtcError: An option or path is wrong, or the model cannot be read, imported, compiled or saved.
        OSError: The system refuses something else.
    """
    set_log_level(line.value("log"))
    place = output_file(output, model)
    warnings: list[str] = []
    options = line.compile_options()
    for done in ("input_shape", "input_format", "ge.frameworkType"):
        options.pop(done, None)
    try:
        with _building({key: value for key, value in options.items() if key not in BUILD_OPTIONS}):
            check_switch(line.value("optimization_switch"))
            input_file("model", model)
            if framework == _AIR:
                graph = _read_air(model, place.stem)
            else:
                graph, warnings = _read_onnx(model, place.stem, line.value("input_shape"), input_format)
            build_options = {key: value for key, value in options.items() if key in BUILD_OPTIONS}
            save_model(str(place), build_model(graph, build_options))
    except GeError as error:
        raise AtcError.from_ge(error) from error
    return warnings
