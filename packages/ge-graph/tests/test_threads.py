"""Graphs and threads: different graphs never disturb each other, one graph is safe or refused."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ge.es.all as es
import pytest
from ge.es import GraphBuilder
from ge.graph import DumpFormat, Graph
from ge.utils import GeUtils


def _chain(name: str, nodes: int) -> Graph:
    builder = GraphBuilder(name)
    y = builder.create_input(0, name="x", shape=[2, 3])
    for _ in range(nodes):
        y = es.Relu(y)
    return builder.build_and_reset([y])


def _life(folder: Path, name: str) -> list[str]:
    """Builds, edits, saves, loads and infers a graph again and again."""
    seen = []
    for step in range(30):
        graph = _chain(name, 50 + step)
        nodes = graph.get_direct_nodes()
        for node in nodes[5:20]:
            node.set_attr("step", step)
            graph.add_control_edge(nodes[0], node)
        graph.remove_node(nodes[30])
        path = folder / f"{name}_{step}.air"
        graph.save_to_air(str(path))
        loaded = Graph()
        loaded.load_from_air(str(path))
        loaded.load_from_text(graph.dump_to_stream(DumpFormat.kTxt))
        seen.append(loaded.dump_to_stream(DumpFormat.kTxt))
    return seen


def test_threads_with_graphs_of_their_own_do_not_disturb_each_other(tmp_path: Path) -> None:
    (tmp_path / "alone").mkdir()
    alone = [_life(tmp_path / "alone", name) for name in ("a", "b", "c")]

    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(lambda name: _life(tmp_path, name), ("a", "b", "c")))

    assert together == alone


def _until_refused(work: Callable[[], object], disturb: Callable[[], object]) -> str:
    """Does the work in another thread again and again until the disturbance is refused once; the refusal."""
    refused: list[str] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            for _ in range(500):
                work()
                if refused:
                    return
        except BaseException as error:
            errors.append(error)

    worker = threading.Thread(target=run)
    worker.start()
    while worker.is_alive() and not refused:
        try:
            disturb()
        except RuntimeError as error:
            refused.append(str(error))
    worker.join()
    assert errors == []
    return refused[0]


def test_a_graph_that_is_being_saved_may_be_read_and_is_not_changed(tmp_path: Path) -> None:
    graph = _chain("large", 20_000)
    node = graph.get_direct_nodes()[7]
    sizes = set()

    def save() -> None:
        (tmp_path / "g.air").unlink(missing_ok=True)
        graph.save_to_air(str(tmp_path / "g.air"))

    def disturb() -> None:
        sizes.add(len(graph.get_direct_nodes()))
        assert node.get_output_desc(0).shape == []
        node.set_attr("k", [1, 2, 3])

    refused = _until_refused(save, disturb)

    assert 'graph "large" is being saved by another thread' in refused
    assert sizes == {20_002}
    loaded = Graph()
    loaded.load_from_air(str(tmp_path / "g.air"))
    assert len(loaded.get_direct_nodes()) == 20_002


def test_a_graph_that_is_being_inferred_is_neither_read_nor_changed() -> None:
    graph = _chain("large", 20_000)
    node = graph.get_direct_nodes()[7]

    refused = _until_refused(lambda: GeUtils.infer_shape(graph, [[4, 5]]), lambda: node.get_output_desc(0))

    assert 'graph "large" is being inferred by another thread' in refused
    assert node.get_output_desc(0).shape == [4, 5]


def test_a_graph_that_is_being_dumped_is_not_replaced(tmp_path: Path) -> None:
    graph = _chain("large", 20_000)
    path = tmp_path / "large.air"
    graph.save_to_air(str(path))

    refused = _until_refused(lambda: graph.dump_to_stream(DumpFormat.kOnnx), lambda: graph.load_from_air(str(path)))

    assert 'graph "large" is being dumped by another thread' in refused
    assert len(graph.get_direct_nodes()) == 20_002


def test_a_large_graph_is_destroyed_while_others_work() -> None:
    graphs = [_chain(f"g{i}", 20_000) for i in range(3)]
    done = threading.Event()
    counted = []

    def count() -> None:
        while not done.is_set():
            counted.append(len(_chain("small", 3).get_direct_nodes()))

    worker = threading.Thread(target=count)
    worker.start()
    while graphs:
        graphs.pop()
    done.set()
    worker.join()

    assert set(counted) <= {5}


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_that_edit_one_graph_in_turn_are_safe(threads: int) -> None:
    graph = _chain("shared", 40)
    names = [node.name for node in graph.get_direct_nodes()]

    def edit(number: int) -> None:
        for step in range(300):
            node = graph.find_node_by_name(names[(step * 7 + number) % len(names)])
            node.set_attr(f"k{number}", step)
            graph.add_control_edge(graph.find_node_by_name(names[0]), node)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(edit, range(threads)))

    assert len(graph.find_node_by_name(names[0]).get_out_control_nodes()) == 300 * threads
