"""A graph from an ONNX file, by one documented call."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import onnx
import pyatc
import pytest
from onnx import TensorProto, helper


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Relu of rows of three."""
    graph = helper.make_graph(
        [helper.make_node("Relu", ["x"], ["y"])],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 3])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 3])],
    )
    path = tmp_path / "relu.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), path)
    return path


def test_the_graph_of_a_file_has_its_inputs_and_outputs(model: Path) -> None:
    graph = pyatc.import_onnx(model)

    nodes = {node.type: node for node in graph.get_direct_nodes()}
    assert graph.name == "relu"
    assert set(nodes) == {"Data", "Relu", "NetOutput"}
    assert (nodes["Data"].name, nodes["Data"].get_output_desc(0).shape) == ("x", [-1, 3])


def test_name_and_shapes_can_be_given(model: Path) -> None:
    graph = pyatc.import_onnx(str(model), name="mine", input_shape="x:2,3")

    (data,) = [node for node in graph.get_direct_nodes() if node.type == "Data"]
    assert (graph.name, data.get_output_desc(0).shape) == ("mine", [2, 3])


@pytest.mark.parametrize(
    ("path", "shape", "code"), [("none.onnx", "", "E10001"), ("", "z:2,3", "E10016"), ("", "x:a", "E10014")]
)
def test_what_cannot_be_imported_is_an_error_with_its_code(model: Path, path: str, shape: str, code: str) -> None:
    with pytest.raises(pyatc.AtcError) as caught:
        pyatc.import_onnx(path or model, input_shape=shape)

    assert caught.value.code == code


def test_importing_the_package_loads_no_onnx() -> None:
    code = "import sys, pyatc; assert 'onnx' not in sys.modules; pyatc.import_onnx"
    subprocess.run([sys.executable, "-c", code], check=True)
