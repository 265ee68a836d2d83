"""The CPU engine's native module. Private: use ge.session.

Errors are RuntimeError, or ValueError for a wrong argument; their texts begin with the code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ge.graph import _native
from numpy.typing import NDArray

class Model:
    """A graph made ready to run."""

    @staticmethod
    def from_graph(graph: _native.Graph, options: Mapping[str, str]) -> Model: ...
    @property
    def inputs(self) -> list[tuple[str, int, list[int], list[tuple[int, int]]]]: ...
    @property
    def outputs(self) -> list[tuple[str, int, list[int], list[tuple[int, int]]]]: ...
    def run_tensors(self, inputs: list[_native.Tensor]) -> list[_native.Tensor]: ...
    def run_arrays(self, inputs: list[NDArray[Any]]) -> list[NDArray[Any]]: ...  # of the outputs' types

def load_passes(options: Mapping[str, str]) -> None:
    """Lets the sources of passes bring them, by the options of the process. Loads and unloads are counted."""

def unload_passes() -> None:
    """Takes the passes back with the last load."""

def pass_names() -> list[str]:
    """Passes that a compilation would meet now, in their order; one that runs several times is named as often."""

def set_log_level(level: int) -> None:
    """Of the process, as `ASCEND_GLOBAL_LOG_LEVEL` counts: 0 debug, 1 info, 2 warning, 3 error, 4 none."""

class CompiledModel:
    """A graph that has been through the compiler."""

    @staticmethod
    def compile(graph: _native.Graph, options: Mapping[str, str], session_id: int = 0) -> CompiledModel: ...
    @staticmethod
    def open(path: str) -> CompiledModel: ...
    @staticmethod
    def read(bytes: _native.Tensor) -> CompiledModel: ...
    def load(self, options: Mapping[str, str] = ...) -> Model: ...
    def save(self, path: str) -> None: ...
    @property
    def size_bytes(self) -> int: ...
