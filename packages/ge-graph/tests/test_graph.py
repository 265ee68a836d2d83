"""Graphs: what is in them, edges, subgraphs."""

from __future__ import annotations

import copy
import weakref
from typing import Any, Callable

import ge.es.all as es
import pytest
from ge.es import GraphBuilder
from ge.graph import Graph, Node


def names(nodes: list[Node]) -> list[str]:
    return [node.name for node in nodes]


def test_a_new_graph_is_empty() -> None:
    graph = Graph()

    assert (graph.name, graph.get_all_nodes(), graph.get_direct_nodes()) == ("graph", [], [])
    assert graph.get_all_subgraphs() == []
    assert Graph("").name == ""


@pytest.mark.parametrize("name", [None, 1, b"g"])
def test_a_name_is_a_text(name: Any) -> None:
    with pytest.raises(TypeError, match=r"^Graph name must be a string$"):
        Graph(name)


def test_a_name_with_nul_is_refused() -> None:
    with pytest.raises(ValueError, match=r"must not contain NUL"):
        Graph("a\0b")


def test_nodes_stand_in_the_order_they_were_added(chain: Graph) -> None:
    assert names(chain.get_direct_nodes()) == ["x", "Relu_0", "Add_1", "NetOutput_chain"]
    assert names(chain.get_all_nodes()) == names(chain.get_direct_nodes())


def test_all_nodes_go_into_subgraphs_after_their_node(branches: Graph) -> None:
    found = names(branches.get_all_nodes())

    then, other = ["input_0", "Relu_0", "NetOutput_then"], ["input_0", "Relu_0", "NetOutput_else"]
    assert found == ["x", "If_0", *then, *other, "NetOutput_main"]
    assert names(branches.get_direct_nodes()) == ["x", "If_0", "NetOutput_main"]


def test_a_node_has_one_object_as_long_as_somebody_has_it(chain: Graph) -> None:
    x = chain.find_node_by_name("x")
    assert chain.find_node_by_name("x") is x
    assert chain.get_direct_nodes()[0] is x
    assert x.get_out_data_nodes_and_port_indexes(0)[0][0].get_in_data_nodes_and_port_indexes(0)[0] is x


def test_an_object_that_nobody_has_is_gone(chain: Graph) -> None:
    gone = weakref.ref(chain.find_node_by_name("x"))
    assert gone() is None
    assert chain.find_node_by_name("x").name == "x"


def test_a_graph_at_the_place_of_another_has_nodes_of_its_own() -> None:
    stale = []
    for _ in range(50):
        graph = one_relu()
        stale.append(graph.get_direct_nodes()[0])
        del graph
    graph = one_relu()
    assert len({id(node) for node in stale}) == 50
    assert graph.get_direct_nodes()[0].name == "input_0"
    for node in stale:
        with pytest.raises(RuntimeError, match=r"the node is gone"):
            _ = node.name


def one_relu() -> Graph:
    builder = GraphBuilder("one")
    return builder.build_and_reset([es.Relu(builder.create_input(0, shape=[1]))])


def test_a_node_is_found_by_its_name(chain: Graph) -> None:
    assert chain.find_node_by_name("Add_1").type == "Add"


def test_the_search_does_not_go_into_subgraphs(branches: Graph) -> None:
    with pytest.raises(RuntimeError, match=r"^Failed to find Node name Relu_0$"):
        branches.find_node_by_name("Relu_0")


def test_a_removed_node_leaves_its_neighbours_open(chain: Graph) -> None:
    relu, add = chain.find_node_by_name("Relu_0"), chain.find_node_by_name("Add_1")

    chain.remove_node(relu)

    assert names(chain.get_direct_nodes()) == ["x", "Add_1", "NetOutput_chain"]
    assert chain.find_node_by_name("x").get_out_data_nodes_and_port_indexes(0) == []
    with pytest.raises(RuntimeError, match=r"^Failed to get input data node for index 0 of Node '"):
        add.get_in_data_nodes_and_port_indexes(0)


def test_a_node_of_another_graph_is_not_removed(chain: Graph, branches: Graph) -> None:
    with pytest.raises(RuntimeError, match=r"^Failed to remove Node x from Graph main: "):
        branches.remove_node(chain.find_node_by_name("x"))


def test_a_removed_node_takes_its_subgraphs_along(branches: Graph) -> None:
    branches.remove_node(branches.find_node_by_name("If_0"))

    assert branches.get_all_subgraphs() == []


def test_an_edge_is_moved(chain: Graph) -> None:
    x, relu, add = (chain.find_node_by_name(name) for name in ("x", "Relu_0", "Add_1"))

    chain.remove_edge(relu, 0, add, 1)
    chain.add_data_edge(x, 0, add, 1)

    source, port = add.get_in_data_nodes_and_port_indexes(1)
    assert (source.name, port) == ("x", 0)
    assert [(node.name, i) for node, i in x.get_out_data_nodes_and_port_indexes(0)] == [("Relu_0", 0), ("Add_1", 1)]


def test_control_edges_may_be_doubled_and_go_one_by_one(chain: Graph) -> None:
    x, add = chain.find_node_by_name("x"), chain.find_node_by_name("Add_1")
    chain.add_control_edge(x, add)
    chain.add_control_edge(x, add)

    assert names(add.get_in_control_nodes()) == ["x", "x"]
    assert names(x.get_out_control_nodes()) == ["Add_1", "Add_1"]
    chain.remove_edge(x, -1, add, -1)
    assert names(add.get_in_control_nodes()) == ["x"]


@pytest.mark.parametrize(
    ("output", "target", "input", "reason"),
    [
        (1, "NetOutput_chain", 0, "there is no output 1 of node"),
        (-1, "NetOutput_chain", 0, "there is no output -1"),
        (0, "Add_1", 2, "there is no input 2 of node"),
        (0, "Add_1", 2**70, "there is no input"),
        (0, "Add_1", 0, 'input 0 of node "Add_1" \\(Add\\) is already fed by output 0 of node "Relu_0" \\(Relu\\)'),
    ],
)
def test_an_impossible_edge_is_refused(chain: Graph, output: int, target: str, input: int, reason: str) -> None:
    x, other = chain.find_node_by_name("x"), chain.find_node_by_name(target)

    action = f"Failed to add DataEdge from Node x, Port Index {output} to Node {target}, Port Index {input}: "
    with pytest.raises(RuntimeError, match=rf"^{action}.*{reason}"):
        chain.add_data_edge(x, output, other, input)


@pytest.mark.parametrize(("output", "input"), [(0, 0), (-1, -1), (0, -1), (-1, 0), (7, 7)])
def test_an_edge_that_is_not_there_cannot_be_removed(chain: Graph, output: int, input: int) -> None:
    x, add = chain.find_node_by_name("x"), chain.find_node_by_name("Add_1")

    action = f"Failed to remove Edge from Node x, Port Index {output} to Node Add_1, Port Index {input}"
    with pytest.raises(RuntimeError, match=rf"^{action}"):
        chain.remove_edge(x, output, add, input)


def test_cycles_are_not_looked_for(chain: Graph) -> None:
    x, relu = chain.find_node_by_name("x"), chain.find_node_by_name("Relu_0")
    chain.remove_edge(x, 0, relu, 0)

    chain.add_data_edge(relu, 0, relu, 0)
    chain.add_control_edge(relu, relu)

    source, _ = relu.get_in_data_nodes_and_port_indexes(0)
    assert source.name == "Relu_0"
    assert names(relu.get_in_control_nodes()) == ["Relu_0"]


def test_no_edge_joins_two_graphs(chain: Graph, branches: Graph) -> None:
    x, other = chain.find_node_by_name("x"), branches.find_node_by_name("If_0")

    with pytest.raises(RuntimeError, match=r"^Failed to add Control from Node x to Node If_0: .*no edge can join them"):
        chain.add_control_edge(x, other)


def test_arguments_of_edges_are_checked_in_order(chain: Graph) -> None:
    node: Any = chain.find_node_by_name("x")
    calls: list[tuple[Callable[..., object], tuple[Any, ...], str]] = [
        (chain.add_data_edge, (1, "a", 1, "a"), "src_node must be a Node"),
        (chain.add_data_edge, (node, "a", 1, "a"), "src_port_index must be an integer"),
        (chain.add_data_edge, (node, 0, 1, "a"), "dst_node must be a Node"),
        (chain.remove_edge, (node, 0, node, "a"), "dst_port_index must be an integer"),
        (chain.add_control_edge, (1, 1), "src_node must be a Node"),
        (chain.add_control_edge, (node, 1), "dst_node must be a Node"),
        (chain.remove_node, (1,), "node must be a Node"),
        (chain.find_node_by_name, (1,), "name must be a string"),
        (chain.get_subgraph, (1,), "name must be a string"),
        (chain.remove_subgraph, (1,), "name must be a string"),
        (chain.add_subgraph, (1,), "subgraph must be a Graph"),
        (chain.save_to_air, (1,), "file_path must be a string"),
        (chain.load_from_air, (1,), "file_path must be a string"),
        (chain.dump_to_file, (0, 1), "Suffix must be a string"),
        (chain.dump_to_file, (0, ""), "format must be DumpFormat.kOnnx, DumpFormat.kTxt or DumpFormat.kReadable"),
        (chain.dump_to_stream, (2,), "format must be DumpFormat.kOnnx, DumpFormat.kTxt or DumpFormat.kReadable"),
    ]

    for call, arguments, text in calls:
        with pytest.raises(TypeError, match=rf"^{text}$"):
            call(*arguments)


def test_subgraphs_are_found_from_anywhere(branches: Graph) -> None:
    then = branches.get_subgraph("then")

    assert [graph.name for graph in branches.get_all_subgraphs()] == ["then", "else"]
    assert branches.get_subgraph("none") is None
    assert then is not None
    assert then.get_all_subgraphs() == []
    sibling = then.get_subgraph("else")
    assert sibling is not None
    assert sibling.name == "else"


def test_a_subgraph_is_removed_and_put_back(branches: Graph) -> None:
    then = branches.get_subgraph("then")
    assert then is not None

    branches.remove_subgraph("then")
    branches.remove_subgraph("never there")
    assert branches.get_subgraph("then") is None
    branches.add_subgraph(then)

    assert [graph.name for graph in branches.get_all_subgraphs()] == ["else", "then"]
    with pytest.raises(RuntimeError, match=r"^Failed to add subgraph 'then' to graph 'main': .* already"):
        branches.add_subgraph(then)


def test_a_graph_that_is_no_body_is_not_added(branches: Graph) -> None:
    with pytest.raises(RuntimeError, match=r"^Failed to add subgraph 'alone' to graph 'main': .*not the body"):
        branches.add_subgraph(Graph("alone"))


def test_a_shallow_copy_is_refused() -> None:
    with pytest.raises(RuntimeError, match=r"^Graph does not support copy: use clone\(\) or copy.deepcopy$"):
        copy.copy(Graph())


def test_a_null_handle_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^Graph pointer cannot be None$"):
        Graph._create_from(None)


def test_many_nodes_are_found_and_removed_quickly() -> None:
    builder = GraphBuilder("long")
    x = y = builder.create_input(0)
    for _ in range(20_000):
        y = es.Add(y, x)
    graph = builder.build_and_reset([y])

    for number in range(0, 20_000, 2):
        graph.remove_node(graph.find_node_by_name(f"Add_{number}"))

    assert len(graph.get_direct_nodes()) == 10_002
