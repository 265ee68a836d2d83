"""What the tests of ge-passes share: pass files as text, and graphs compiled and run with them."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import ge.es.all as es
import numpy as np
import pytest
from ge.es import GraphBuilder, TensorHolder
from ge.graph import Graph
from ge.offline_compile import build_finalize, build_initialize, build_model, save_model
from ge.passes import PatternFusionPass, pattern
from ge.passes.pattern import PatternInputs
from ge.session import OfflineModel, _native
from numpy.typing import NDArray

PASS_HEAD = """
from __future__ import annotations
from ge.es import GraphBuilder
from ge.es import all as es
from ge.passes import *
"""

# A pass that matches what it puts there.
ENDLESS = """
@register_fusion_pass(name="Endless", stage=PassStage.BEFORE_INFER_SHAPE)
class Endless(PatternFusionPass):
    @pattern
    def relu(self, inputs):
        return es.Relu(inputs[0])

    def replacement(self, inputs):
        return es.Exp(es.Relu(inputs[0]))
"""

# Where ge-passes is installed pytest finds its plugin, as it does for users; in the tree it is named.
_IS_INSTALLED = any(
    point.group == "pytest11" and point.value == "pytest_ge_passes"
    for distribution in distributions()
    for point in distribution.entry_points
)
INNER_PYTEST = [
    *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider"),
    *(() if _IS_INSTALLED else ("-p", "pytest_ge_passes")),
]


class ExpAndSqrt(PatternFusionPass):
    """Takes an Exp and a Sqrt together; not registered."""

    @pattern
    def two(self, inputs: PatternInputs) -> list[TensorHolder]:
        """Side by side."""
        return [es.Exp(inputs[0]), es.Sqrt(inputs[1])]

    def replacement(self, inputs: PatternInputs) -> list[TensorHolder]:
        """The same."""
        return [es.Exp(inputs[0]), es.Sqrt(inputs[1])]


def exp_before_sqrt() -> Graph:
    """Sqrt(Relu(Exp(x))): if ExpAndSqrt were replaced here, Relu would wait for itself."""
    builder = GraphBuilder("loop")
    middle = es.Relu(es.Exp(builder.create_input(0, shape=[2])))
    return builder.build_and_reset([es.Sqrt(middle)])


class Compiler:
    """Compiles graphs with the passes of a file, and runs them."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._monkeypatch = monkeypatch
        self._monkeypatch.setenv("ASCEND_WORK_PATH", str(folder))

    def use(self, text: str, name: str = "passes.py") -> Path:
        """Let the environment name a file of passes, which begins with the usual imports."""
        path = self.folder / name
        path.write_text(PASS_HEAD + textwrap.dedent(text), encoding="utf-8")
        self._monkeypatch.setenv("ASCEND_GE_PY_PASS_PATH", str(path))
        return path

    def compile(self, graph: Graph, **options: str) -> Graph:
        """The graph after compilation."""
        build_initialize({"ge.socVersion": "Ascend910B1"})
        try:
            save_model(str(self.folder / "model"), build_model(graph, options))
        finally:
            build_finalize()
        return graph

    def run(self, *inputs: NDArray[Any]) -> NDArray[Any]:
        """The first output of the model that was compiled last."""
        return np.asarray(OfflineModel(str(self.folder / "model.om")).run(list(inputs))[0])


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    """A compiler whose passes are gone afterwards."""
    yield Compiler(tmp_path, monkeypatch)
    monkeypatch.delenv("ASCEND_GE_PY_PASS_PATH", raising=False)
    _native.load_passes({})
    _native.unload_passes()


@pytest.fixture
def node_types() -> Callable[[Graph], list[str]]:
    """The types of a graph's operators, sorted; inputs, constants and results are left out."""

    def types(graph: Graph) -> list[str]:
        ends = {"Data", "NetOutput", "Const", "Constant"}
        return sorted(node.type for node in graph.get_all_nodes() if node.type not in ends)

    return types
