"""The build functions."""

from __future__ import annotations

from collections.abc import Mapping

from ge.error import raise_ge_error
from ge.ge_global._options import OptionError
from ge.ge_global._state import fail
from ge.graph import Graph
from ge.offline_compile._input_shape import parse_input_shape, set_input_shapes
from ge.offline_compile._log import set_log_level
from ge.offline_compile._model_buffer import ModelBuffer
from ge.offline_compile._options import check_build_options, check_values, copied
from ge.session import _native

# What the name of a model's file ends with.
SUFFIX = ".om"

# The options of build_initialize; None before it and after build_finalize.
_global_options: dict[str, str] | None = None


def om_path(output_file: str) -> str:
    """The path of the file that a model for `output_file` is written to."""
    return output_file if output_file.endswith(SUFFIX) else output_file + SUFFIX


def build_initialize(global_options: Mapping[str, str] | None = None) -> None:
    """Start building.

    Args:
        global_options: Options of all builds, for example `{"ge.socVersion": "Ascend910B1"}`; keys that are not known
            are kept. A second call checks its options and keeps those of the first.

    Raises:
        TypeError: The options are no dictionary of texts.
        GeError: A value is wrong (E10001, E10005, E10006, E10055, E10056), or passes that the environment names
            cannot be loaded (E13029).
    """
    global _global_options
    options = copied(global_options, "global_options")
    try:
        check_values(options)
    except OptionError as error:
        fail("BuildInitialize", error.code, error.message)
    if _global_options is None:
        try:
            _native.load_passes(options)
        except (RuntimeError, ValueError):
            raise_ge_error("BuildInitialize")
        _global_options = options


def build_finalize() -> None:
    """End building; harmless when it was not started."""
    global _global_options
    if _global_options is not None:
        _native.unload_passes()
    _global_options = None


def build_model(graph: Graph, build_options: Mapping[str, str] | None = None) -> ModelBuffer:
    """Compile a graph.

    Args:
        graph: Changed in place, and part of the model afterwards.
        build_options: Options of this build, which win over the global ones; keys as in `BUILD_OPTIONS`.

    Returns:
        The compiled model.

    Raises:
        TypeError: An argument is of another type.
        GeError: `build_initialize` was not called (E10062), an option is wrong, or the graph cannot be compiled; the
            text has the code, and the node or pass that it is about.
    """
    if not isinstance(graph, Graph):
        raise TypeError("graph must be a Graph")
    options = copied(build_options, "build_options")
    if _global_options is None:
        fail("BuildModel", "E10062", "building is not initialised, call build_initialize first")
    try:
        check_build_options(options)
        set_input_shapes(graph, parse_input_shape(options.pop("input_shape", "")))
    except OptionError as error:
        fail("BuildModel", error.code, error.message)
    set_log_level(options.pop("log", ""))
    try:
        return ModelBuffer._create_from(_native.CompiledModel.compile(graph._graph, {**_global_options, **options}))
    except (RuntimeError, ValueError):
        raise_ge_error("BuildModel")


def save_model(output_file: str, model: ModelBuffer) -> None:
    """Write a model to a file, whole or not at all.

    Args:
        output_file: Its path; `.om` is appended when it does not end with that, missing folders are made.
        model: The compiled model.

    Raises:
        TypeError: An argument is of another type.
        GeError: The file cannot be written (E13000, E13004).
    """
    if not isinstance(output_file, str):
        raise TypeError("output_file must be a string")
    if not isinstance(model, ModelBuffer):
        raise TypeError("model must be a ModelBuffer")
    try:
        model._model.save(om_path(output_file))
    except (RuntimeError, ValueError):
        raise_ge_error("SaveModel", output_file=output_file)
