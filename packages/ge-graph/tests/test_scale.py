"""Large graphs and large weights: nothing recurses, a node is small, weights stay in their file until they are used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import ge.es.all as es
import pytest
from ge.es import GraphBuilder
from ge.graph import Graph
from ge.utils import GeUtils

# GE_SCALE_NODES=1000000 is what we measure by hand; it takes 1.5 GB and half a minute.
_NODES = int(os.environ.get("GE_SCALE_NODES", "300000"))
_SANITIZER = os.environ.get("GE_SANITIZER")  # what .bazelrc says of the build


def _chain(nodes: int) -> Graph:
    """x -> Relu -> Relu -> ... -> NetOutput."""
    builder = GraphBuilder("chain")
    y = builder.create_input(0, name="x", shape=[2, 3])
    for _ in range(nodes):
        y = es.Relu(y)
    return builder.build_and_reset([y])


def test_a_long_chain_is_built_saved_loaded_inferred_walked_and_destroyed(tmp_path: Path) -> None:
    path = tmp_path / "chain.air"
    _chain(_NODES).save_to_air(str(path))
    graph = Graph()

    graph.load_from_air(str(path))
    GeUtils.infer_shape(graph, [[5, 7]])

    nodes = graph.get_all_nodes()
    assert len(nodes) == _NODES + 2
    assert nodes[-2].get_output_desc(0).shape == [5, 7]
    steps, node = 0, nodes[-1]
    while node.get_inputs_size() != 0 and node.type != "Data":
        node = node.get_in_data_nodes_and_port_indexes(0)[0]
        steps += 1
    assert steps == _NODES + 1
    del graph
    assert nodes[0].has_attr("index") is False  # of a graph that is gone


def _measured(script: str, *arguments: str) -> list[int]:
    """What a process of its own prints: kilobytes."""
    prelude = """
import sys
def memory(key):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(key + ":"))
"""
    command = [sys.executable, "-c", prelude + script, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [int(word) for word in done.stdout.split()]


@pytest.mark.skipif(_SANITIZER == "address", reason="ASan puts zones around allocations and keeps what is freed")
def test_a_graph_of_100000_nodes_takes_less_than_60_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "chain.air"
    _chain(100_000).save_to_air(str(path))
    script = """
from ge.graph import Graph
graph = Graph()
before = memory("RssAnon")
graph.load_from_air(sys.argv[1])
print(memory("RssAnon") - before)
"""

    (loaded,) = _measured(script, str(path))

    assert loaded < 60_000


def _varint(number: int) -> bytes:
    encoded = bytearray()
    while number >= 0x80:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*encoded, number])


def _air_of_weights(path: Path, elements: int) -> None:
    """Writes a Const "w" of so many float zeros, which take no place on the disk."""

    def message(number: int, inner: bytes, behind: int) -> bytes:
        return _varint(number << 3 | 2) + _varint(len(inner) + behind) + inner

    size = 4 * elements
    desc = message(1, b"\x10\x01" + message(3, message(1, _varint(elements), 0), 0) + message(4, b"ND", 0), 0)
    inner = desc + _varint(2 << 3 | 2) + _varint(size)  # TensorDef: `data`, whose bytes end the file
    inner = message(1, b"value", 0) + message(2, message(12, inner, size), size)
    inner = message(1, b"w", 0) + message(2, b"Const", 0) + message(34, desc[2:], 0) + message(10, inner, size)
    inner = message(7, message(1, b"g", 0) + message(6, inner, size), size)
    with path.open("wb") as file:
        file.write(inner)
        file.truncate(len(inner) + size)


def test_weights_stay_in_their_file_until_they_are_used(tmp_path: Path) -> None:
    foreign, path, again = (tmp_path / name for name in ("foreign.air", "weights.air", "again.air"))
    script = """
from ge.graph import Graph
graph = Graph()
graph.set_attr("k", 1)
before = memory("VmRSS")
graph.load_from_air(sys.argv[1])
print(memory("VmRSS") - before)
before = memory("RssAnon")
graph.save_to_air(sys.argv[2])
print(memory("RssAnon") - before)
view = memoryview(graph.find_node_by_name("w").get_attr("value")._handle)
print(len(view), int(view[len(view) - 1]))
"""
    for elements in (40_000_000, 40_000_001):
        _air_of_weights(foreign, elements)
        # Elements of other writers lie where they fell: they are copied when something computes with them.
        for read, written in ((foreign, path), (path, again)):
            loaded, saved, seen, last = _measured(script, str(read), str(written))

            assert loaded < 10_000
            assert saved < 10_000
            assert (seen, last) == (elements, 0)
        assert again.read_bytes() == path.read_bytes()
        path.unlink()
        again.unlink()
