"""What holds for every graph: files change nothing, edits keep both ends of an edge of one mind."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import ge.es.all as es
import pytest
from ge.es import GraphBuilder
from ge.graph import DumpFormat, Graph, Node
from graph_texts import graphs
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

_SETTINGS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def _read(text: str) -> Graph:
    graph = Graph()
    graph.load_from_text(text)
    return graph


def _saved(graph: Graph, path: Path) -> bytes:
    graph.save_to_air(str(path))
    data = path.read_bytes()
    path.unlink()
    return data


@given(graphs())
@_SETTINGS
def test_a_graph_is_the_same_after_its_file(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "graph.air"
    graph = _read(text)
    graph.save_to_air(str(path))
    loaded = Graph("other")

    loaded.load_from_air(str(path))

    data = path.read_bytes()
    path.unlink()
    assert loaded.dump_to_stream(DumpFormat.kTxt) == graph.dump_to_stream(DumpFormat.kTxt)
    assert _saved(loaded, path) == data


@given(graphs())
@_SETTINGS
def test_a_graph_is_the_same_after_its_text(text: str) -> None:
    graph = _read(text)
    dumped = graph.dump_to_stream(DumpFormat.kTxt)

    loaded = _read(dumped)

    assert loaded.dump_to_stream(DumpFormat.kTxt) == dumped
    assert loaded.dump_to_stream(DumpFormat.kOnnx) == graph.dump_to_stream(DumpFormat.kOnnx)


_NODES = 6


def _small_graph() -> tuple[Graph, list[Node]]:
    builder = GraphBuilder("g")
    tensors = [builder.create_input(0, name="n0")]
    for _ in range(_NODES - 1):
        tensors.append(es.Add(tensors[-1], tensors[0]))
    graph = builder.build_and_reset([tensors[-1]])
    return graph, graph.get_direct_nodes()


def _check(graph: Graph) -> None:
    """Both ends of each edge know each other, and names lead to nodes."""
    nodes = graph.get_direct_nodes()
    said_by_sources: Counter[tuple[str, int, str, int]] = Counter()
    said_by_targets: Counter[tuple[str, int, str, int]] = Counter()
    for node in nodes:
        assert graph.find_node_by_name(node.name).name == node.name
        for port in range(node.get_outputs_size()):
            said_by_sources.update(
                (node.name, port, reader.name, at) for reader, at in node.get_out_data_nodes_and_port_indexes(port)
            )
        said_by_sources.update((node.name, -1, reader.name, -1) for reader in node.get_out_control_nodes())
        for at in range(node.get_inputs_size()):
            try:
                source, port = node.get_in_data_nodes_and_port_indexes(at)
            except RuntimeError:
                continue
            said_by_targets[source.name, port, node.name, at] += 1
        said_by_targets.update((source.name, -1, node.name, -1) for source in node.get_in_control_nodes())
    assert said_by_sources == said_by_targets


_PORTS = st.integers(-2, 3)
_EDITS = st.lists(
    st.tuples(
        st.sampled_from(("add", "remove", "control", "node")),
        st.integers(0, _NODES - 1),
        _PORTS,
        st.integers(0, _NODES - 1),
        _PORTS,
    ),
    max_size=30,
)


@given(_EDITS)
@_SETTINGS
def test_edits_that_fail_change_nothing_and_others_change_both_ends(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[str, int, int, int, int]]
) -> None:
    graph, nodes = _small_graph()
    for kind, source, output, target, at in edits:
        before = graph.dump_to_stream(DumpFormat.kTxt)
        try:
            if kind == "add":
                graph.add_data_edge(nodes[source], output, nodes[target], at)
            elif kind == "remove":
                graph.remove_edge(nodes[source], output, nodes[target], at)
            elif kind == "control":
                graph.add_control_edge(nodes[source], nodes[target])
            else:
                graph.remove_node(nodes[source])
        except RuntimeError:
            assert graph.dump_to_stream(DumpFormat.kTxt) == before
        _check(graph)

    path = tmp_path_factory.getbasetemp() / "edited.air"
    data = _saved(graph, path)
    path.write_bytes(data)
    loaded = Graph()
    loaded.load_from_air(str(path))
    path.unlink()
    _check(loaded)
    assert _saved(loaded, path) == data
