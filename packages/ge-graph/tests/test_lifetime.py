"""Who keeps what alive, and what is left of a node that is gone."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any, Callable

import ge.es.all as es
import numpy as np
import pytest
from ge.es import GraphBuilder
from ge.graph import Graph, Node, Tensor, TensorDesc


def removed(graph: Graph) -> Node:
    node = graph.find_node_by_name("Relu_0")
    graph.remove_node(node)
    return node


RAISES: list[tuple[str, Callable[[Node], object]]] = [
    ("name", lambda node: node.name),
    ("type", lambda node: node.type),
    ("get_attr", lambda node: node.get_attr("a")),
    ("set_attr", lambda node: node.set_attr("a", 1)),
    ("get_input_attr", lambda node: node.get_input_attr("a", 0)),
    ("set_input_attr", lambda node: node.set_input_attr("a", 0, 1)),
    ("get_output_attr", lambda node: node.get_output_attr("a", 0)),
    ("set_output_attr", lambda node: node.set_output_attr("a", 0, 1)),
    ("get_input_desc", lambda node: node.get_input_desc(0)),
    ("get_output_desc", lambda node: node.get_output_desc(0)),
    ("update_input_desc", lambda node: node.update_input_desc(0, TensorDesc())),
    ("update_output_desc", lambda node: node.update_output_desc(0, TensorDesc())),
    ("get_in_data_nodes_and_port_indexes", lambda node: node.get_in_data_nodes_and_port_indexes(0)),
]


@pytest.mark.parametrize(("what", "use"), RAISES, ids=[what for what, _ in RAISES])
def test_a_removed_node_cannot_be_used(chain: Graph, what: str, use: Callable[[Node], object]) -> None:
    with pytest.raises(RuntimeError):
        use(removed(chain))


def test_the_error_says_why(chain: Graph) -> None:
    with pytest.raises(RuntimeError, match=r"^Failed to get Node name: .*the node is gone"):
        _ = removed(chain).name


def test_the_error_of_a_missing_attribute_says_why(chain: Graph) -> None:
    node = removed(chain)

    with pytest.raises(RuntimeError, match=r"^Failed to get attribute 'a' from Node: .*the node is gone"):
        node.get_attr("a")
    with pytest.raises(RuntimeError, match=r"^Failed to get Node name: .*the node is gone"):
        node.get_input_attr("a", 0)
    with pytest.raises(RuntimeError, match=r"^Failed to get Node name: .*the node is gone"):
        node.get_output_attr("a", 0)


def test_a_removed_node_has_no_neighbours(chain: Graph) -> None:
    node = removed(chain)

    assert (node.get_in_control_nodes(), node.get_out_control_nodes()) == ([], [])
    assert node.get_out_data_nodes_and_port_indexes(0) == []
    assert not node.has_attr("a")


def test_a_removed_node_has_no_size(chain: Graph) -> None:
    node = removed(chain)

    with pytest.raises(RuntimeError, match=r"^Failed to get Node inputs size: .*the node is gone"):
        node.get_inputs_size()
    with pytest.raises(RuntimeError, match=r"^Failed to get Node outputs size: .*the node is gone"):
        node.get_outputs_size()


def test_no_edge_is_made_to_a_removed_node(chain: Graph) -> None:
    x, node = chain.find_node_by_name("x"), removed(chain)

    with pytest.raises(RuntimeError, match=r"^Failed to get Node name"):
        chain.add_data_edge(x, 0, node, 0)
    with pytest.raises(RuntimeError, match=r"^Failed to get Node name"):
        chain.remove_edge(node, -1, x, -1)
    with pytest.raises(RuntimeError, match=r"^Failed to get Node name"):
        chain.remove_node(node)


def test_a_node_does_not_keep_its_graph() -> None:
    builder = GraphBuilder("net")
    graph = builder.build_and_reset([es.Relu(builder.create_input(0))])
    node = graph.find_node_by_name("Relu_0")

    del graph, builder
    gc.collect()

    with pytest.raises(RuntimeError, match=r"^Failed to get Node name: .*nothing holds its graph"):
        _ = node.name


def test_a_node_lives_while_anything_holds_its_graph(branches: Graph) -> None:
    then = branches.get_subgraph("then")
    assert then is not None
    node = then.find_node_by_name("Relu_0")

    del then
    gc.collect()

    assert node.name == "Relu_0"


def test_a_subgraph_outlives_its_parent() -> None:
    inner = GraphBuilder("body")
    body = inner.build_and_reset([es.Relu(inner.create_input(0))])
    outer = GraphBuilder("main")
    x = outer.create_input(0)
    main = outer.build_and_reset(es.PartitionedCall([x], 1, body))
    found = main.get_subgraph("body")
    assert found is not None

    del main, outer, x, inner, body
    gc.collect()

    assert [node.type for node in found.get_all_nodes()] == ["Data", "Relu", "NetOutput"]
    assert found.get_subgraph("body") is None


def test_a_removed_subgraph_outlives_its_node(branches: Graph) -> None:
    then = branches.get_subgraph("then")
    assert then is not None
    branches.remove_node(branches.find_node_by_name("If_0"))
    gc.collect()

    assert len(then.get_direct_nodes()) == 3
    with pytest.raises(RuntimeError, match=r"not the body of a node"):
        branches.add_subgraph(then)


def test_a_graph_is_handed_over_once() -> None:
    class Builder:
        def __init__(self, name: str) -> None:
            self.name = name

    graph, owner = Graph("body"), Builder("first")

    graph._transfer_ownership_when_pass_as_subgraph(owner)

    assert graph.name == "body"
    assert graph._owner is owner
    with pytest.raises(RuntimeError, match=r"'body' .*builder 'first': ownership cannot be transferred again"):
        graph._transfer_ownership_when_pass_as_subgraph(Builder("second"))


def test_a_tensor_is_handed_over_once() -> None:
    class Builder:
        name = "first"

    tensor = Tensor([1.0])

    tensor._transfer_ownership_when_pass_as_attr(Builder())

    assert tensor.get_data() == 1.0
    with pytest.raises(RuntimeError, match=r"builder 'first': ownership cannot be transferred again"):
        tensor._transfer_ownership_when_pass_as_attr(Builder())


def test_loading_into_a_graph_lets_its_nodes_go(branches: Graph, chain: Graph, tmp_path: Path) -> None:
    path = str(tmp_path / "chain.air")
    chain.save_to_air(path)
    node, then = branches.find_node_by_name("If_0"), branches.get_subgraph("then")
    assert then is not None

    branches.load_from_air(path)
    gc.collect()

    assert branches.name == "chain"
    with pytest.raises(RuntimeError, match=r"^Failed to get Node name"):
        _ = node.name
    assert [inner.type for inner in then.get_direct_nodes()] == ["Data", "Relu", "NetOutput"]


def test_an_attribute_keeps_the_array_it_was_made_of(chain: Graph) -> None:
    def weights() -> Tensor:
        return Tensor.from_numpy(np.arange(1000, dtype=np.int32))

    chain.set_attr("weights", weights())
    gc.collect()

    read: Any = chain.get_attr("weights")
    assert read.numpy()[999] == 999
