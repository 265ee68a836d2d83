"""Hundreds of random graphs compute the same with example passes on as with none."""

from __future__ import annotations

import random

import numpy as np
import pytest
from conftest import Compile
from random_graphs import random_graph

SEEDS = 300
BLOCK = 20  # seeds of one test
RTOL = ATOL = 2e-5
# Additions that are deleted leave no node behind that could tell of their pass.
DELETING = {"DeleteAddZero", "DeleteAddZeroByValue"}


def some_passes(pass_names: tuple[str, ...], seed: int) -> list[str]:
    """Most of the passes: what one leaves nothing of, another finds when the first is off."""
    rng = random.Random(seed)
    return [name for name in pass_names if rng.random() < 0.7]


@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_random_graphs_compute_the_same(compile_with: Compile, pass_names: tuple[str, ...], first: int) -> None:
    for seed in range(first, first + BLOCK):
        names = some_passes(pass_names, seed)
        where = f"random_graph({seed}) with {names}"
        graph, inputs = random_graph(seed)
        try:
            off = compile_with(random_graph(seed).graph).run(inputs)
            on = compile_with(graph, *names).run(inputs)
        except Exception as error:
            raise AssertionError(f"{where} fails: {error}") from error
        for index, (before, after) in enumerate(zip(off, on)):
            np.testing.assert_allclose(after, before, rtol=RTOL, atol=ATOL, err_msg=f"{where}, result {index}")


def test_every_pass_finds_something_to_do(compile_with: Compile, pass_names: tuple[str, ...]) -> None:
    seen: set[str] = set()
    for seed in range(60):
        compiled = compile_with(random_graph(seed).graph, *some_passes(pass_names, seed))
        for node in compiled.graph.get_all_nodes():
            seen.update(node.get_attr("pass_name") if node.has_attr("pass_name") else [])

    assert seen == set(pass_names) - DELETING


def test_a_seed_gives_one_graph() -> None:
    first, second = random_graph(7), random_graph(7)

    assert [node.type for node in first.graph.get_all_nodes()] == [node.type for node in second.graph.get_all_nodes()]
    for one, other in zip(first.inputs, second.inputs):
        np.testing.assert_array_equal(one, other)
