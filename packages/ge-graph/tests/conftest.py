"""What the tests of ge-graph share."""

from __future__ import annotations

import ge.es.all as es
import pytest
from ge.es import GraphBuilder
from ge.graph import Graph


@pytest.fixture
def chain() -> Graph:
    """x -> Relu_0 -> Add_1(., Relu_0) -> NetOutput_chain, with x: float [2, 3]."""
    builder = GraphBuilder("chain")
    x = builder.create_input(0, name="x", shape=[2, 3])
    y = es.Relu(x)
    return builder.build_and_reset([es.Add(y, y)])


@pytest.fixture
def branches() -> Graph:
    """x -> If_0 with the graphs "then" and "else", each Data -> Relu."""

    def body(name: str) -> Graph:
        inner = GraphBuilder(name)
        return inner.build_and_reset([es.Relu(inner.create_input(0))])

    builder = GraphBuilder("main")
    x = builder.create_input(0, name="x")
    return builder.build_and_reset(es.If(x, [x], 1, body("then"), body("else")))
