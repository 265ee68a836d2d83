"""What the tests of the examples share: all example passes loaded once, and graphs compiled with some of them on."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from ge.graph import Graph
from ge.offline_compile import build_finalize, build_initialize, build_model, save_model
from ge.passes import get_registered_passes
from ge.passes.bootstrap import ENV_PY_PASS_PATH, load_pass_plugins
from ge.session import OfflineModel
from numpy.typing import NDArray

Array = NDArray[Any]
PASSES = Path(__file__).parents[1] / "passes"
ENDS = {"Data", "NetOutput", "Const", "Constant"}


class Compiled(NamedTuple):
    """A graph as it came out of the compiler."""

    graph: Graph
    model: OfflineModel

    @property
    def types(self) -> Counter[str]:
        """How many operators of each type it has, subgraphs included; inputs, constants and results do not count."""
        return Counter(node.type for node in self.graph.get_all_nodes() if node.type not in ENDS)

    def run(self, inputs: Sequence[Array]) -> list[Array]:
        """The results."""
        return [np.asarray(result) for result in self.model.run(list(inputs))]


# Compiles a graph with the passes of these names on, all others off.
Compile = Callable[..., Compiled]


@pytest.fixture(scope="session")
def pass_names() -> Iterator[tuple[str, ...]]:
    """The names of all example passes, which are loaded together."""
    environment = pytest.MonkeyPatch()
    environment.setenv(ENV_PY_PASS_PATH, str(PASSES))
    load_pass_plugins()
    build_initialize({"ge.socVersion": "Ascend910B1"})
    yield tuple(entry.pass_name for entry in get_registered_passes())
    build_finalize()
    environment.undo()


@pytest.fixture
def compile_with(pass_names: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compile:
    """See `Compile`."""
    monkeypatch.setenv("ASCEND_WORK_PATH", str(tmp_path))
    numbers = itertools.count()

    def compile_with_passes(graph: Graph, *names: str) -> Compiled:
        assert set(names) <= set(pass_names), f"{names} are not among {pass_names}"
        off = ";".join(f"{name}:off" for name in pass_names if name not in names)
        path = tmp_path / f"model{next(numbers)}"
        save_model(str(path), build_model(graph, {"ge.optimizationSwitch": off}))
        return Compiled(graph, OfflineModel(f"{path}.om"))

    return compile_with_passes
