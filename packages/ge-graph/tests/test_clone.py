"""Copies of graphs: clones, deep copies and pickles."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Callable

import ge.es.all as es
import numpy as np
import pytest
from ge.es import GraphBuilder
from ge.graph import DumpFormat, Graph, Tensor

COPIES: dict[str, Callable[[Graph], Graph]] = {
    "clone": lambda graph: graph.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda graph: pickle.loads(pickle.dumps(graph)),
}
each_copy = pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)


def text(graph: Graph) -> str:
    return graph.dump_to_stream(DumpFormat.kTxt)


@each_copy
def test_a_copy_equals_its_graph_and_is_another(branches: Graph, copied: Callable[[Graph], Graph]) -> None:
    branches.set_attr("weights", Tensor([1.0, 2.0]))
    before = text(branches)

    other = copied(branches)
    other.remove_node(other.find_node_by_name("x"))
    other.set_attr("more", 1)

    assert text(branches) == before
    assert text(copied(branches)) == before
    assert other.get_attr("weights").get_data() == [1.0, 2.0]
    assert [graph.name for graph in other.get_all_subgraphs()] == ["then", "else"]


def test_a_clone_keeps_the_order_of_edges_and_removed_nodes_away() -> None:
    builder = GraphBuilder("net")
    x = builder.create_input(0, name="x")
    a, b, c = (es.Relu(x, name=name) for name in "abc")
    graph = builder.build_and_reset([es.Add(b, a), c])
    nodes = {node.name: node for node in graph.get_direct_nodes()}
    graph.add_control_edge(nodes["c"], nodes["b"])
    graph.add_control_edge(nodes["c"], nodes["a"])
    graph.remove_edge(nodes["x"], 0, nodes["a"], 0)
    graph.add_data_edge(nodes["x"], 0, nodes["a"], 0)

    other = graph.clone()

    assert text(other) == text(graph)
    read = other.find_node_by_name("x").get_out_data_nodes_and_port_indexes(0)
    assert [node.name for node, _ in read] == ["b", "c", "a"]
    graph.remove_node(nodes["c"])
    other = graph.clone()
    assert [node.name for node in other.get_direct_nodes()] == ["x", "a", "b", "Add_0", "NetOutput_net"]


def test_a_clone_keeps_the_order_of_control_edges(chain: Graph) -> None:
    x, relu, add, end = chain.get_direct_nodes()
    for target in (end, add, relu, add):
        chain.add_control_edge(x, target)

    other = chain.clone()

    found = other.find_node_by_name("x").get_out_control_nodes()
    assert [node.name for node in found] == ["NetOutput_chain", "Add_1", "Relu_0", "Add_1"]


def test_a_clone_can_have_another_name(chain: Graph) -> None:
    assert chain.clone("other").name == "other"
    assert chain.clone().name == "chain"
    with pytest.raises(TypeError, match="Graph name must be a string"):
        chain.clone(1)  # type: ignore[arg-type]


def test_a_clone_shares_the_elements_of_constants() -> None:
    builder = GraphBuilder("net")
    weights = es.Constant(builder, value=Tensor(np.arange(1000, dtype=np.float32)), name="w")
    graph = builder.build_and_reset([weights])

    first, second = (g.find_node_by_name("w").get_attr("value").numpy() for g in (graph, graph.clone()))

    assert np.shares_memory(first, second)


@each_copy
def test_the_copy_of_a_body_is_a_graph_of_its_own(branches: Graph, copied: Callable[[Graph], Graph]) -> None:
    then = branches.get_subgraph("then")
    assert then is not None

    other = copied(then)
    del branches

    assert [node.type for node in other.get_direct_nodes()] == ["Data", "Relu", "NetOutput"]
    other.load_from_text(text(then))  # which a body cannot


def test_a_copy_is_in_no_session(chain: Graph) -> None:
    chain.set_attr("_added_to_session", True)

    for make in COPIES.values():
        with pytest.raises(RuntimeError, match="Failed to get attribute"):
            make(chain).get_attr("_added_to_session")


def test_a_pickle_is_read_by_another_process(chain: Graph) -> None:
    script = "import pickle, sys; graph = pickle.load(sys.stdin.buffer); print(graph.find_node_by_name('Add_1').type)"

    done = subprocess.run([sys.executable, "-c", script], input=pickle.dumps(chain), capture_output=True, check=True)

    assert done.stdout == b"Add\n"


def test_a_long_graph_is_cloned_quickly() -> None:
    builder = GraphBuilder("long")
    x = y = builder.create_input(0)
    for _ in range(20_000):
        y = es.Add(y, x)

    graph = builder.build_and_reset([y]).clone()

    assert len(graph.get_direct_nodes()) == 20_002
