"""ge.utils."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ge.graph import DumpFormat, Graph
from ge.graph.inspection import describe
from ge.utils import GeUtils


def test_shapes_are_inferred_in_place(chain: Graph) -> None:
    GeUtils.infer_shape(chain, [[4, -1]])

    assert chain.find_node_by_name("x").get_input_desc(0).shape == [4, -1]
    assert chain.find_node_by_name("x").get_output_desc(0).origin_shape == [4, -1]
    assert chain.find_node_by_name("Add_1").get_output_desc(0).shape == [4, -1]
    assert chain.find_node_by_name("NetOutput_chain").get_input_desc(0).shape == [4, -1]


@pytest.mark.parametrize("shapes", [[], [[1], [2]]])
def test_there_must_be_a_shape_for_each_input(chain: Graph, shapes: list[list[int]]) -> None:
    with pytest.raises(RuntimeError, match=r"^Failed to infer shape: .* has 1 inputs, but . shapes were given"):
        GeUtils.infer_shape(chain, shapes)


@pytest.mark.parametrize(
    ("shapes", "text"),
    [
        ((1,), "input_shapes must be a list of shape lists"),
        ([(1,)], "input_shapes must be a list of shape lists"),
        ([[1.0]], "each shape dim must be an integer"),
    ],
)
def test_shapes_are_lists_of_lists_of_ints(chain: Graph, shapes: Any, text: str) -> None:
    with pytest.raises(TypeError, match=rf"^{text}$"):
        GeUtils.infer_shape(chain, shapes)


def test_support_is_a_question_to_an_engine() -> None:
    script = """
import ge.es.all as es
from ge.es import GraphBuilder
from ge.utils import GeUtils
builder = GraphBuilder()
y = es.Relu(builder.create_input(0))
try:
    GeUtils.check_node_support_on_aicore(y._get_node_snapshot())
except RuntimeError as error:
    print(error)
"""

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.startswith("Failed to check node support on AICore: E19999: no engine is loaded")


def test_ranges_are_inferred_shown_and_saved(chain: Graph, tmp_path: Path) -> None:
    x = chain.find_node_by_name("x")
    for update in (x.update_input_desc, x.update_output_desc):
        update(0, x.get_output_desc(0).set_shape([4, -1]).set_shape_range([(4, 4), (2, 8)]))
    GeUtils.infer_shape(chain, [[4, -1]])
    path = str(tmp_path / "chain.air")
    chain.save_to_air(path)
    loaded = Graph()
    loaded.load_from_air(path)

    for graph in (chain, loaded):
        desc = graph.find_node_by_name("Add_1").get_output_desc(0)
        assert (desc.shape, desc.get_shape_range()) == ([4, -1], [(4, 4), (2, 8)])
        assert "float[4, 2~8]" in str(describe(graph).graphs[0].nodes[-2].outputs[0].type)
    assert loaded.dump_to_stream(DumpFormat.kTxt) == chain.dump_to_stream(DumpFormat.kTxt)


def test_a_shape_that_is_given_replaces_the_range(chain: Graph) -> None:
    x = chain.find_node_by_name("x")
    x.update_output_desc(0, x.get_output_desc(0).set_shape([4, -1]).set_shape_range([(4, 4), (2, 8)]))

    GeUtils.infer_shape(chain, [[4, 3]])

    assert chain.find_node_by_name("Add_1").get_output_desc(0).get_shape_range() == []
