"""What the tests of ge-session share: small graphs, and a process in which GE runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import ge.es.all as es
import pytest
from ge.es import GraphBuilder
from ge.ge_global import GeApi
from ge.graph import DataType, Graph
from ge.offline_compile import build_finalize, build_initialize, build_model, save_model


def affine_graph(
    shape: Sequence[int] = (-1, 3), data_type: DataType = DataType.DT_FLOAT, name: str = "affine"
) -> Graph:
    """y = relu(2 * x - 1), and the product."""
    builder = GraphBuilder(name)
    x = builder.create_input(0, name="x", data_type=data_type, shape=list(shape))
    product = es.Mul(x, 2.0)
    return builder.build_and_reset([es.Relu(es.Sub(product, 1.0)), product])


def compiled(graph: Graph, folder: Path, options: Mapping[str, str] | None = None) -> str:
    """The path of the graph's `.om` file."""
    path = folder / "model"
    build_initialize({"ge.socVersion": "Ascend910B1"})
    try:
        save_model(str(path), build_model(graph, dict(options or {})))
    finally:
        build_finalize()
    return str(path) + ".om"


@pytest.fixture
def ge_runs() -> Iterator[None]:
    """GE is started, and ended afterwards."""
    GeApi.ge_initialize({"ge.exec.deviceId": "0"})
    yield
    GeApi.ge_finalize()
