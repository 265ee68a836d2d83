"""Loads what is to be checked: files of passes, and a model."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ge.error import GeError
from ge.graph import Graph
from ge.passes import registry
from ge.passes.bootstrap import ENV_PY_PASS_PATH
from ge.passes.registry import PassDescriptor

__all__ = ["UnusableError", "load_model", "passes_of"]


class UnusableError(Exception):
    """What is given cannot be used: a file of passes, a model, or an option."""


@contextmanager
def passes_of(paths: Sequence[Path]) -> Iterator[list[PassDescriptor]]:
    """The passes that files and folders register, known to the compiler meanwhile; those of the environment are not.

    Raises:
        UnusableError: One is not there, cannot be loaded, or none registers a pass.
    """
    from ge.offline_compile import build_finalize, build_initialize

    for path in paths:
        if not path.exists():
            raise UnusableError(f"there is no file {path}")
    before = os.environ.get(ENV_PY_PASS_PATH)
    os.environ[ENV_PY_PASS_PATH] = os.pathsep.join(str(path) for path in paths)
    try:
        build_initialize()
    except GeError as error:
        _restore(before)
        raise UnusableError(str(error)) from None
    try:
        found = registry.get_registered_passes()
        if not found:
            raise UnusableError(f"{', '.join(map(str, paths))}: no pass is registered there (@register_fusion_pass)")
        yield found
    finally:
        build_finalize()
        _restore(before)


def _restore(value: str | None) -> None:
    if value is None:
        os.environ.pop(ENV_PY_PASS_PATH, None)
    else:
        os.environ[ENV_PY_PASS_PATH] = value


def load_model(path: Path) -> Graph:
    """The graph of an AIR or ONNX file, by its suffix.

    Raises:
        UnusableError: It cannot be read, or reading it needs a distribution that is not installed.
    """
    if not path.is_file():
        raise UnusableError(f"there is no model {path}")
    if path.suffix == ".air":
        return _load_air(path)
    if path.suffix == ".onnx":
        return _load_onnx(path)
    raise UnusableError(f"model {path} must be an .air or .onnx file")


def _load_air(path: Path) -> Graph:
    graph = Graph(path.stem)
    try:
        graph.load_from_air(str(path))
    except RuntimeError as error:
        raise UnusableError(f"model {path} cannot be read: {error}") from None
    return graph


def _load_onnx(path: Path) -> Graph:
    try:
        return _imported(path)
    except ModuleNotFoundError as error:
        if error.name not in ("pyatc", "onnx"):
            raise
        raise UnusableError(f"reading {path} needs the ONNX front end: install the distribution pyatc") from None


def _imported(path: Path) -> Graph:
    from pyatc import AtcError, import_onnx

    try:
        return import_onnx(path)
    except (AtcError, GeError, ValueError) as error:
        raise UnusableError(f"model {path} cannot be imported: {error}") from None
