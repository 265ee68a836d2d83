"""Graphs with a pass off and on: which operators there are, and that all ways to the numbers agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest
from conftest import Array, Compile
from ge.es import GraphBuilder, TensorHolder
from ge.es import all as es
from ge.graph import Graph, Tensor

Build = Callable[..., Any]  # tensors to a tensor or several


class Example(NamedTuple):
    """A graph that a pass changes, or does not."""

    title: str
    shapes: Sequence[Sequence[int]]  # of the inputs, float32
    build: Build
    expected: Callable[..., Any]  # the same with numpy
    before: str  # operators without the pass, sorted
    after: str  # and with it


def graph_of(shapes: Sequence[Sequence[int]], build: Build, **options: Any) -> Graph:
    """A graph whose inputs have these shapes."""
    builder = GraphBuilder("example")
    inputs = [builder.create_input(i, shape=list(shape), **options) for i, shape in enumerate(shapes)]
    results = build(*inputs)
    return builder.build_and_reset([results] if isinstance(results, TensorHolder) else list(results))


def random_inputs(shapes: Sequence[Sequence[int]]) -> list[Array]:
    rng = np.random.default_rng(11)
    return [rng.uniform(-2, 2, shape).astype(np.float32) for shape in shapes]


def const(like: TensorHolder, values: Any) -> TensorHolder:
    """A constant in the graph of another tensor."""
    return es.Const(like.get_owner_builder(), value=Tensor.from_numpy(np.asarray(values)))


def check(compile_with: Compile, name: str, example: Example) -> None:
    """Compile with the pass off and on; compare operators, the two results, and the numbers of numpy."""
    inputs = random_inputs(example.shapes)
    off = compile_with(graph_of(example.shapes, example.build))
    on = compile_with(graph_of(example.shapes, example.build), name)

    assert " ".join(sorted(off.types.elements())) == example.before
    assert " ".join(sorted(on.types.elements())) == example.after
    expected = example.expected(*inputs)
    wanted = [expected] if isinstance(expected, np.ndarray) else list(expected)
    for before, after, numbers in zip(off.run(inputs), on.run(inputs), wanted):
        np.testing.assert_allclose(after, before, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(after, numbers, rtol=1e-4, atol=1e-5)


def parametrise(*examples: Example) -> pytest.MarkDecorator:
    """A test for each; titles say what is special."""
    return pytest.mark.parametrize("example", examples, ids=[example.title for example in examples])
