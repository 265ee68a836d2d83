"""What `ge.graph.inspection.compare` finds in two models."""

from __future__ import annotations

from pathlib import Path

import ge.es.all as es
import pytest
from ge.es import GraphBuilder
from ge.graph import DumpFormat, Graph, Tensor
from ge.graph.inspection import Difference, compare, describe, read


def chain_graph(name: str = "chain", shape: list[int] | None = None, more: bool = False) -> Graph:
    builder = GraphBuilder(name)
    x = builder.create_input(0, name="x", shape=shape or [2, 3])
    y = es.Relu(x)
    return builder.build_and_reset([es.Add(y, es.Sigmoid(y) if more else y)])


def reloaded(graph: Graph, folder: Path) -> Graph:
    path = folder / "again.air"
    graph.save_to_air(str(path))
    again = Graph("other")
    again.load_from_air(str(path))
    path.unlink()
    return again


def changes_of(difference: Difference) -> dict[str, list[tuple[str, str, str]]]:
    (graph,) = difference.graphs
    return {node.name: [(each.what, each.before, each.after) for each in node.changes] for node in graph.changed}


def test_a_graph_equals_itself_after_a_round_trip(branches: Graph, tmp_path: Path) -> None:
    assert not compare(describe(branches), describe(reloaded(branches, tmp_path)))


def test_added_and_removed_nodes_and_the_inputs_they_change_are_told() -> None:
    difference = compare(describe(chain_graph()), describe(chain_graph(more=True)))

    (graph,) = difference.graphs
    assert [node.name for node in graph.added] == ["Sigmoid_1", "Add_2"]
    assert [node.name for node in graph.removed] == ["Add_1"]
    assert changes_of(difference) == {"NetOutput_chain": [("input x0", "Add_1 (float[])", "Add_2 (float[])")]}


def test_types_shapes_attributes_and_control_edges_are_compared(chain: Graph, tmp_path: Path) -> None:
    other = reloaded(chain, tmp_path)
    relu, add = other.find_node_by_name("Relu_0"), other.find_node_by_name("Add_1")
    relu.update_output_desc(0, relu.get_output_desc(0).set_shape([7]))
    relu.set_attr("mark", 3)
    other.add_control_edge(other.find_node_by_name("x"), add)

    found = changes_of(compare(describe(chain), describe(other)))

    assert found == {
        "Relu_0": [("output 0", "float[]", "float[7]"), ("attribute mark", "(none)", "3")],
        "Add_1": [("control inputs", "(none)", "x")],
    }


def test_elements_that_are_not_shown_are_compared(chain: Graph, tmp_path: Path) -> None:
    other = reloaded(chain, tmp_path)
    values = [float(i) for i in range(20)]
    chain.find_node_by_name("x").set_attr("t", Tensor(values, shape=[20]))
    values[10] = -1.0
    other.find_node_by_name("x").set_attr("t", Tensor(values, shape=[20]))

    ((what, before, after),) = changes_of(compare(describe(chain), describe(other)))["x"]

    assert what == "attribute t"
    assert after == f"{before} (other values that are not shown)"


def test_roots_are_compared_whatever_their_names_are() -> None:
    (graph,) = compare(describe(chain_graph("a")), describe(chain_graph("b"))).graphs

    assert [(each.what, each.before, each.after) for each in graph.changes] == [("name", "a", "b")]
    assert [node.name for node in graph.changed] == ["NetOutput_a"]
    assert not graph.added


def test_subgraphs_that_only_one_has_are_told(branches: Graph, tmp_path: Path) -> None:
    other = reloaded(branches, tmp_path)
    other.remove_subgraph("else")

    difference = compare(describe(branches), describe(other))

    assert (difference.removed_graphs, difference.added_graphs) == (("else",), ())
    assert compare(describe(other), describe(branches)).added_graphs == ("else",)


@pytest.mark.parametrize("format", DumpFormat)
def test_a_dump_agrees_with_the_file_that_it_shows(branches: Graph, tmp_path: Path, format: DumpFormat) -> None:
    dump, air = tmp_path / "dump", tmp_path / "graph.air"
    branches.add_control_edge(branches.find_node_by_name("x"), branches.find_node_by_name("If_0"))
    dump.write_text(branches.dump_to_stream(format))
    branches.save_to_air(str(air))

    assert not compare(read(air), read(dump))
    assert compare(read(dump), describe(chain_graph()))
