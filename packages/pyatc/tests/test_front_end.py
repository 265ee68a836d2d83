"""What the front ends share, and models that runtimes take in more forms than ONNX's checker does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper
from pyatc import onnx as front_end
from pyatc._errors import AtcError
from pyatc.importing import Registry, SourceNode

X = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 2, 4, 4])
Y = onnx.ValueInfoProto(name="y")


def _model(*nodes: onnx.NodeProto, opset: int = 19, domain: str = "", **more: Any) -> onnx.ModelProto:
    outputs = [Y, *(onnx.ValueInfoProto(name=name) for name in more.pop("also", ()))]
    graph = helper.make_graph(nodes, "g", [X], outputs, more.pop("initializers", ()))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid(domain, opset)], **{"ir_version": 8, **more})


def _types(model: onnx.ModelProto) -> list[str]:
    graph = front_end.import_model(model, "g")  # held: nodes do not keep their graph
    return [node.type for node in graph.get_all_nodes()]


def _refused(*nodes: onnx.NodeProto, **more: Any) -> AtcError:
    with pytest.raises(AtcError) as error:
        front_end.import_model(_model(*nodes, **more), "g")
    return error.value


def test_a_second_importer_of_one_version_is_an_error() -> None:
    registry: Registry[SourceNode] = Registry()
    registry.register("Softmax")(lambda n: n.input(0))
    registry.register("Softmax", since=13)(lambda n: n.input(0))

    with pytest.raises(ValueError, match="Softmax since 13 is imported by"):
        registry.register("Softmax", since=13)(lambda n: n.input(0))

    assert registry.since("", "Softmax") == (1, 13)


def test_everything_that_cannot_be_imported_is_told_at_once() -> None:
    error = _refused(
        helper.make_node("Det", ["x"], ["a"], name="first"),
        helper.make_node("Resize", ["x", "", "", "n"], ["b"], name="up", keep_aspect_ratio_policy="not_larger"),
        helper.make_node("MaxPool", ["x"], ["y", "indices"], name="pool", kernel_shape=[2, 2]),
        initializers=[onnx.numpy_helper.from_array(np.array([1, 2, 8, 8], np.int64), "n")],
        also=["indices"],
    )

    assert error.code == "E16002"
    for said in (
        'ai.onnx::Det (first at node "first"), output "a", opset 19: there is no importer',
        'node "up" (Resize), output "b", opset 19: attribute keep_aspect_ratio_policy is "not_larger"',
        'leave it out or make it "stretch"',
        'node "pool" (MaxPool), output "y", opset 19: output 1 ("indices") is not supported',
    ):
        assert said in error.message


def test_an_output_that_nobody_uses_is_no_reason() -> None:
    assert "MaxPoolV3" in _types(_model(helper.make_node("MaxPool", ["x"], ["y", "z"], kernel_shape=[2, 2])))


def test_an_operator_set_that_is_not_known_yet_is_refused() -> None:
    newest = onnx.defs.onnx_opset_version()

    error = _refused(helper.make_node("Relu", ["x"], ["y"]), opset=newest + 1)

    assert error.code == "E16005"
    assert f"known are 1 to {newest}" in error.message


@pytest.mark.parametrize("domain", ["", "ai.onnx"])
def test_the_domain_has_two_names(domain: str) -> None:
    node = helper.make_node("Relu", ["x"], ["y"], domain="ai.onnx")

    assert _types(_model(node, domain=domain)) == ["Data", "Relu", "NetOutput"]


def test_nodes_may_stand_in_any_order_and_initializers_need_no_input() -> None:
    nodes = [helper.make_node("Add", ["a", "w"], ["y"]), helper.make_node("Relu", ["x"], ["a"])]
    weight = onnx.numpy_helper.from_array(np.ones(4, np.float32), "w")

    assert "Add" in _types(_model(*nodes, initializers=[weight], ir_version=3))


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ([("Relu", ["z"], ["y"])], 'value "z"'),
        ([("Relu", ["x"], ["y"]), ("Abs", ["x"], ["y"])], 'value "y" is defined twice'),
        ([("Relu", ["b"], ["y"]), ("Abs", ["y"], ["b"])], "its own result"),
    ],
)
def test_names_that_mean_nothing_are_told(nodes: Sequence[tuple[str, list[str], list[str]]], said: str) -> None:
    error = _refused(*(helper.make_node(*node) for node in nodes))

    assert error.code == "E16001"
    assert said in error.message


@pytest.mark.parametrize("external", [False, True])
def test_weights_stay_in_their_file(external: bool, tmp_path: Path) -> None:
    weight = np.arange(4096, dtype=np.float32).reshape(64, 64)
    model = _model(helper.make_node("Identity", ["w"], ["y"]), initializers=[onnx.numpy_helper.from_array(weight, "w")])
    onnx.save(model, tmp_path / "m.onnx", save_as_external_data=external, location="w.bin", size_threshold=0)

    read = front_end.load(str(tmp_path / "m.onnx"))

    assert read.proto.ByteSize() < 1000
    (tensor,) = read.proto.graph.initializer
    np.testing.assert_array_equal(read.weights.weight(tensor).read(), weight)


@pytest.mark.parametrize("location", ["../w.bin", "/etc/hostname", "none.bin"])
def test_weights_outside_of_the_models_folder_are_refused(location: str, tmp_path: Path) -> None:
    tensor = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[1], data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value=location)
    onnx.save(_model(helper.make_node("Add", ["x", "w"], ["y"])), tmp_path / "m.onnx")
    model = onnx.load(tmp_path / "m.onnx", load_external_data=False)
    model.graph.initializer.append(tensor)
    (tmp_path / "m.onnx").write_bytes(model.SerializeToString())

    with pytest.raises(AtcError, match="is no file in the model's folder"):
        front_end.import_model(front_end.load(str(tmp_path / "m.onnx")), "g")
