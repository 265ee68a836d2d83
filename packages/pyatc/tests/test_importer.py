"""What the ONNX front end builds for single operators, and that it computes what ONNX says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from ge.session import OfflineModel
from numpy.typing import NDArray
from onnx import TensorProto, helper
from pyatc import onnx as front_end

RunPyatc = Callable[..., "CompletedProcess[str]"]
Array = NDArray[np.generic]
X = np.random.default_rng(1).uniform(-2, 2, (2, 3, 5, 4)).astype(np.float32)
IDS = np.array([[1, -1], [0, 2]], np.int64)


def _model(op: str, version: int, inputs: list[Array | None], outputs: int, **attributes: Any) -> onnx.ModelProto:
    """A model of one node; the first input is the model's, the others are constants."""
    names = [f"i{i}" if value is not None else "" for i, value in enumerate(inputs)]
    results = [f"o{i}" for i in range(outputs)]
    first = inputs[0]
    assert first is not None
    graph = helper.make_graph(
        [helper.make_node(op, names, results, name="node", **attributes)],
        "g",
        [helper.make_tensor_value_info("i0", helper.np_dtype_to_tensor_dtype(first.dtype), first.shape)],
        [onnx.ValueInfoProto(name=name) for name in results],
        [onnx.numpy_helper.from_array(value, f"i{i}") for i, value in enumerate(inputs) if i and value is not None],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", version)], ir_version=8)
    return onnx.shape_inference.infer_shapes(model, strict_mode=True)


def _ints(*values: int) -> Array:
    return np.array(values, np.int64)


CASES: list[tuple[str, int, list[Any], int, dict[str, Any]]] = [
    ("Add", 14, [X, X[:, :1]], 1, {}),
    ("Div", 14, [X, X + 5], 1, {}),
    ("Pow", 15, [X, np.array(2, np.int64)], 1, {}),
    ("Clip", 13, [X, np.float32(-1), np.float32(1)], 1, {}),
    ("Clip", 13, [X, None, np.float32(1)], 1, {}),
    ("Clip", 13, [X, np.float32(0)], 1, {}),
    ("Cast", 13, [X], 1, {"to": TensorProto.INT32}),
    ("HardSigmoid", 6, [X], 1, {}),
    ("Max", 13, [X, X[0], -X], 1, {}),
    ("Max", 13, [X], 1, {}),
    ("Conv", 11, [X, np.ones((6, 3, 3, 2), np.float32)], 1, {"pads": [1, 0, 2, 1], "strides": [2, 1]}),
    ("Conv", 11, [X[0], np.ones((2, 5, 3), np.float32), np.ones(2, np.float32)], 1, {"pads": [1, 1]}),
    ("ConvTranspose", 11, [X, np.ones((3, 2, 2, 2), np.float32)], 1, {"strides": [2, 2]}),
    ("BatchNormalization", 15, [X, *np.abs(X[:, :, 0, 0].repeat(2, 0)[:4])], 1, {}),
    ("MatMul", 13, [X, np.ones((4, 2), np.float32)], 1, {}),
    ("Gemm", 13, [X[0, 0], np.ones((2, 4), np.float32), np.ones(2, np.float32)], 1, {"transB": 1, "alpha": 0.5}),
    ("MaxPool", 12, [X], 1, {"kernel_shape": [2, 2], "strides": [2, 1], "ceil_mode": 1}),
    ("AveragePool", 11, [X], 1, {"kernel_shape": [3, 2], "pads": [1, 0, 1, 0]}),
    ("GlobalAveragePool", 1, [X], 1, {}),
    ("GlobalMaxPool", 1, [X], 1, {}),
    ("Softmax", 11, [X], 1, {"axis": 1}),
    ("Softmax", 13, [X], 1, {"axis": 1}),
    ("Shape", 15, [X], 1, {}),
    ("Shape", 15, [X], 1, {"start": 1, "end": -1}),
    ("Size", 13, [X], 1, {}),
    ("Reshape", 14, [X, _ints(0, -1, 2)], 1, {}),
    ("Unsqueeze", 11, [X], 1, {"axes": [0, -1]}),
    ("Unsqueeze", 13, [X, _ints(0, -1)], 1, {}),
    ("Squeeze", 11, [X[:1]], 1, {"axes": [0]}),
    ("Squeeze", 13, [X[:1], _ints(0)], 1, {}),
    ("Transpose", 13, [X], 1, {"perm": [3, 0, 2, 1]}),
    ("Transpose", 13, [X], 1, {}),
    ("Concat", 13, [X, X, X], 1, {"axis": -2}),
    ("Slice", 13, [X, _ints(-1, 0), _ints(-9, 3), _ints(2, 3), _ints(-2, 2)], 1, {}),
    ("Gather", 13, [X, IDS], 1, {"axis": 1}),
    ("Expand", 13, [X[:, :1], _ints(2, 3, 5, 4)], 1, {}),
    ("ConstantOfShape", 9, [_ints(2, 3)], 1, {}),
    ("Pad", 13, [X, _ints(0, 0, 1, 2, 0, 0, 0, 1), np.float32(7)], 1, {}),
    ("Pad", 13, [X, _ints(0, 0, 1, 2, 0, 0, 0, 1)], 1, {"mode": "reflect"}),
    ("ReduceMean", 13, [X], 1, {"axes": [1, -1], "keepdims": 0}),
    ("ReduceSum", 13, [X, _ints(2)], 1, {}),
    ("ReduceMax", 13, [X], 1, {}),
]


@pytest.mark.parametrize(("op", "version", "inputs", "outputs", "attributes"), CASES)
def test_an_operator_computes_what_onnx_says(
    op: str,
    version: int,
    inputs: list[Any],
    outputs: int,
    attributes: dict[str, Any],
    tmp_path: Path,
) -> None:
    from ge.offline_compile import build_finalize, build_initialize, build_model, save_model

    model = _model(op, version, inputs, outputs, **attributes)
    graph = front_end.import_model(model, "g")

    build_initialize({"ge.socVersion": "Ascend910B1"})
    try:
        save_model(str(tmp_path / "g"), build_model(graph))
    finally:
        build_finalize()

    results = OfflineModel(str(tmp_path / "g.om")).run([inputs[0]])
    peer = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    expected = peer.run(None, {"i0": inputs[0]})
    for result, wanted in zip(results, expected):
        got = np.asarray(result)
        assert got.dtype == wanted.dtype
        np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-6)


def test_nodes_keep_the_names_of_the_model() -> None:
    graph = front_end.import_model(_model("Relu", 14, [X], 1), "g")

    assert [(node.name, node.type) for node in graph.get_all_nodes()] == [
        ("i0", "Data"),
        ("node", "Relu"),
        ("NetOutput_g", "NetOutput"),
    ]


def test_outputs_keep_the_names_of_the_model_and_nodes_of_one_name_are_told_apart() -> None:
    nodes = [helper.make_node("Relu", ["x"], ["a"], name="one"), helper.make_node("Abs", ["a"], ["b"], name="one")]
    values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [3]) for name in ("x", "b", "a")]
    model = helper.make_model(helper.make_graph(nodes, "g", values[:1], values[1:]), ir_version=8)

    graph = front_end.import_model(model, "g")

    assert [node.name for node in graph.get_all_nodes()] == ["x", "one", "one_1", "NetOutput_g"]
    assert graph.get_attr("attr_model_out_nodes_name") == ["b", "a"]


def test_both_branches_of_an_if_run(run_pyatc: RunPyatc, tmp_path: Path) -> None:
    def branch(name: str, op: str) -> onnx.GraphProto:
        node = helper.make_node(op, ["x", "two"], [name], name=name)
        return helper.make_graph([node], name, [], [helper.make_tensor_value_info(name, TensorProto.FLOAT, [3])])

    branches: dict[str, Any] = {"then_branch": branch("t", "Mul"), "else_branch": branch("e", "Add")}
    graph = helper.make_graph(
        [helper.make_node("If", ["c"], ["y"], name="choice", **branches)],
        "g",
        [
            helper.make_tensor_value_info("x", TensorProto.FLOAT, [3]),
            helper.make_tensor_value_info("c", TensorProto.BOOL, []),
        ],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [3])],
        [onnx.numpy_helper.from_array(np.float32(2), "two")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)], ir_version=8)
    onnx.save(model, tmp_path / "m.onnx")

    converted = run_pyatc("--model=m.onnx", "--framework=5", "--soc_version=Ascend910B1", "--output=out")

    assert converted.returncode == 0, converted.stdout
    ours = OfflineModel(str(tmp_path / "out.om"))
    x = np.array([1, 5, -3], np.float32)
    np.testing.assert_array_equal(np.asarray(ours.run([x, np.array(True)])[0]), x * 2)
    np.testing.assert_array_equal(np.asarray(ours.run([x, np.array(False)])[0]), x + 2)
