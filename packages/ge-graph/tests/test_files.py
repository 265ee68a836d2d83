"""AIR files and dumps."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from ge.graph import DumpFormat, Graph, Tensor

READABLE = """graph("chain"):
  %x : [#users=1] = Node[type=Data] (attrs = {index: 0})
  %Relu_0 : [#users=1] = Node[type=Relu] (inputs = (x=%x))
  %Add_1 : [#users=1] = Node[type=Add] (inputs = (x1=%Relu_0, x2=%Relu_0))

  return (%Add_1)
"""


def test_a_graph_comes_back_from_its_file(branches: Graph, tmp_path: Path) -> None:
    path = tmp_path / "made" / "on the way" / "main.air"
    branches.set_attr("weights", Tensor([1.0, 2.0], shape=[2]))
    branches.save_to_air(str(path))
    loaded = Graph("other")

    loaded.load_from_air(str(path))

    assert loaded.name == "main"
    assert loaded.get_attr("weights").get_data() == [1.0, 2.0]
    assert [graph.name for graph in loaded.get_all_subgraphs()] == ["then", "else"]
    assert [n.name for n in loaded.get_all_nodes()] == [n.name for n in branches.get_all_nodes()]
    assert loaded.find_node_by_name("If_0").get_in_data_nodes_and_port_indexes(1)[0].name == "x"


def test_equal_graphs_are_equal_files(branches: Graph, tmp_path: Path) -> None:
    first, second = tmp_path / "1.air", tmp_path / "2.air"
    branches.save_to_air(str(first))
    branches.save_to_air(str(second))

    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("content", [None, b"", b"\xff\xff\xff"])
def test_a_file_that_is_no_graph_changes_nothing(chain: Graph, tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "bad.air"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(RuntimeError, match=r"^Failed to load graph from AIR format: E1"):
        chain.load_from_air(str(path))

    assert chain.name == "chain"
    assert len(chain.get_direct_nodes()) == 4


def test_a_path_that_cannot_be_written_is_an_error(chain: Graph, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(RuntimeError, match=r"^Failed to save graph to AIR format: E1"):
        chain.save_to_air(str(tmp_path / "file" / "chain.air"))


def test_the_readable_text_is_the_graph_as_text(chain: Graph) -> None:
    assert chain.dump_to_stream() == str(chain) == READABLE


def test_the_other_texts(chain: Graph) -> None:
    assert 'op_type: "ge:Relu"' in chain.dump_to_stream(DumpFormat.kOnnx)
    assert chain.dump_to_stream(DumpFormat.kTxt).startswith('graph {\n  name: "chain"')


def test_a_graph_comes_back_from_its_text(branches: Graph) -> None:
    text = branches.dump_to_stream(DumpFormat.kTxt)
    graph = Graph("other")

    graph.load_from_text(text)

    assert graph.name == "main"
    assert [subgraph.name for subgraph in graph.get_all_subgraphs()] == ["then", "else"]
    assert graph.dump_to_stream(DumpFormat.kTxt) == text
    graph.load_from_text(text.encode())
    assert graph.dump_to_stream(DumpFormat.kTxt) == text


def test_a_text_that_is_no_graph_changes_nothing(chain: Graph) -> None:
    with pytest.raises(
        RuntimeError, match=r"^Failed to load graph from text: E13005: line 2, column 1: ModelDef has no"
    ):
        chain.load_from_text("name: 'x'\ncolour: 3")
    with pytest.raises(RuntimeError, match=r"^Failed to load graph from text: .*surrogates not allowed"):
        chain.load_from_text("\ud800")
    with pytest.raises(TypeError, match=r"^text must be a string or bytes$"):
        chain.load_from_text(3)  # type: ignore[arg-type]

    assert chain.name == "chain"


def test_a_constant_with_too_few_bytes_for_its_shape_is_refused(chain: Graph) -> None:
    value = 't { desc { dtype: DT_INT32 shape { dim: 2 } } data: "\\001" }'
    text = f'graph {{ name: "g" op {{ name: "c" type: "Const" attr {{ key: "value" value {{ {value} }} }} }} }}'

    with pytest.raises(RuntimeError, match=r'node "c" \(Const\): .*takes 8 bytes, but has 1'):
        chain.load_from_text(text)


def test_loading_fills_the_graph_that_others_have_too(chain: Graph, branches: Graph, tmp_path: Path) -> None:
    path = tmp_path / "main.air"
    branches.save_to_air(str(path))
    same = Graph._create_from(chain._graph)
    node = chain.find_node_by_name("x")

    chain.load_from_air(str(path))

    assert same.name == "main"
    assert same.find_node_by_name("If_0").type == "If"
    assert node.has_attr("index") is False


def test_the_body_of_a_node_cannot_be_replaced(branches: Graph, tmp_path: Path) -> None:
    path = tmp_path / "main.air"
    branches.save_to_air(str(path))

    with pytest.raises(RuntimeError, match='graph "then" is the body of node "If_0"'):
        branches.get_all_subgraphs()[0].load_from_air(str(path))

    assert [graph.name for graph in branches.get_all_subgraphs()] == ["then", "else"]


def test_dumps_have_the_limits_that_ge_was_initialised_with(tmp_path: Path) -> None:
    script = """
from ge.graph import DumpFormat, Graph, _native
graph = Graph("g")
graph.set_attr("long", "x" * 1000)
_native.set_dump_limits(1, 500)
for suffix in ("0", "1"):
    graph.dump_to_file(DumpFormat.kOnnx, suffix)
    graph.dump_to_file(DumpFormat.kTxt, suffix)
for format in (DumpFormat.kOnnx, DumpFormat.kTxt):
    try:
        graph.dump_to_file(format, "2")
    except RuntimeError as error:
        assert "ge.maxDumpFileNum" in str(error), error
    else:
        raise AssertionError("a third file was written")
graph.dump_to_file(DumpFormat.kReadable, "2")
"""
    environment = {**os.environ, "ASCEND_WORK_PATH": str(tmp_path)}

    subprocess.run([sys.executable, "-c", script], env=environment, check=True)

    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "ge_onnx_00000000_graph_0_0.pbtxt",
        "ge_onnx_00000001_graph_0_1.pbtxt",
        "ge_readable_00000000_graph_0_2.txt",
    ]


def test_dumps_are_numbered_for_each_format(tmp_path: Path) -> None:
    script = """
import json, os
from ge.graph import DumpFormat, Graph
graph = Graph("g")
for format in (DumpFormat.kReadable, DumpFormat.kReadable, DumpFormat.kTxt, DumpFormat.kOnnx):
    graph.dump_to_file(format, "a/b")
graph.dump_to_file()
print(json.dumps(sorted(os.listdir(os.environ["ASCEND_WORK_PATH"]))))
"""
    environment = {**os.environ, "ASCEND_WORK_PATH": str(tmp_path)}

    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)

    assert json.loads(done.stdout) == [
        "ge_onnx_00000000_graph_0_a_b.pbtxt",
        "ge_proto_00000000_graph_0_a_b.txt",
        "ge_readable_00000000_graph_0_a_b.txt",
        "ge_readable_00000001_graph_0_a_b.txt",
        "ge_readable_00000002_graph_0_.txt",
    ]
