"""Graphs that run as they stand."""

from __future__ import annotations

import ge.es.all as es
import numpy as np
import pytest
from conftest import affine_graph
from ge.es import GraphBuilder
from ge.session import GeError, GraphModel
from ge.utils import GeUtils

X = np.array([[1, 0, -2], [0.25, 3, 0.5]], dtype=np.float32)


def test_a_graph_runs_without_being_changed() -> None:
    graph = affine_graph()
    GeUtils.infer_shape(graph, [[-1, 3]])
    before = str(graph)

    y, product = GraphModel(graph).run([X])

    np.testing.assert_array_equal(y, np.maximum(2 * X - 1, 0))
    np.testing.assert_array_equal(product, 2 * X)
    assert str(graph) == before


def test_what_does_not_fit_is_an_error_that_names_graph_and_input() -> None:
    graph = affine_graph()
    GeUtils.infer_shape(graph, [[-1, 3]])
    model = GraphModel(graph)

    assert [port.name for port in model.inputs] == ["x"]
    with pytest.raises(GeError, match=r'graph=affine; E13025: .*"x"'):
        model.run([X[:, :2]])
    with pytest.raises(TypeError, match=r"graph must be a ge\.graph\.Graph, got str"):
        GraphModel("affine")  # type: ignore[arg-type]  # the mistake


def test_an_operator_without_kernel_is_named() -> None:
    builder = GraphBuilder("g")
    x = builder.create_input(0, shape=[2, 2])
    graph = builder.build_and_reset([es.Cholesky(x)])

    with pytest.raises(GeError, match=r"graph=g; .*Cholesky"):
        GraphModel(graph)
