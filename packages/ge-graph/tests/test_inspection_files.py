"""What `ge.graph.inspection` tells of files of all kinds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ge.es.all as es
import pytest
from ge.es import GraphBuilder
from ge.graph import DataType, DumpFormat, Graph, Tensor
from ge.graph.inspection import ModelInfo, NodeInfo, UnreadableFileError, compare, describe, dot, html, read, table
from ge.graph.inspection.plain import plain_model

descriptors = pytest.importorskip("descriptors", reason="the descriptions are in the source tree only")
ONNX = descriptors.message_classes(Path("packages/ge-graph/proto/ge_onnx.proto"))
FLOAT, INT64 = 1, 7  # TensorProto.DataType
TENSOR, GRAPH, INTS, STRING = 4, 5, 7, 3  # AttributeProto.AttributeType


@pytest.fixture
def dense() -> Graph:
    """net/x -> net/fc/MatMul with the constant net/fc/w: float [3, 2] -> net/Relu."""
    builder = GraphBuilder("dense")
    x = builder.create_input(0, name="net/x", shape=[4, 3])
    weights = builder.create_const_float([0.5, 1.0, 1.5, 2.0, 2.5, 3.0], [3, 2])
    product = es.MatMulV2(x, weights)
    return builder.build_and_reset([es.Relu(product)])


def air(graph: Graph, folder: Path) -> Path:
    path = folder / "graph.air"
    graph.save_to_air(str(path))
    return path


def dumped(graph: Graph, format: DumpFormat, folder: Path) -> Path:
    path = folder / f"{format.name}.txt"
    path.write_text(graph.dump_to_stream(format))
    return path


def node_of(model: ModelInfo, op_type: str) -> NodeInfo:
    return next(node for graph in model.graphs for node in graph.nodes if node.type == op_type)


def sources(model: ModelInfo, op_type: str) -> list[str]:
    graph = model.graphs[0]
    return [graph.nodes[each.source].type for each in node_of(model, op_type).inputs if each.source >= 0]


def test_an_air_file_tells_nodes_edges_types_and_parameters(dense: Graph, tmp_path: Path) -> None:
    model = read(air(dense, tmp_path))

    assert (model.kind, model.graphs[0].name) == ("AIR", "dense")
    assert model.graphs[0].type_counts() == [("Const", 1), ("Data", 1), ("MatMulV2", 1), ("NetOutput", 1), ("Relu", 1)]
    assert (model.parameters, model.parameter_bytes) == (6, 24)
    assert sources(model, "MatMulV2") == ["Data", "Const"]
    assert [each.name for each in node_of(model, "MatMulV2").inputs] == ["x1", "x2", "bias", "offset_w"]
    assert str(node_of(model, "Data").outputs[0].type) == "float[4, 3]"
    value = node_of(model, "Const").attributes["value"]
    assert (value.kind, value.size_bytes) == ("tensor", 24)
    assert value.text == "float[3, 2] [0.500000 1.000000 1.500000 2.000000 2.500000 3.000000]"


def test_subgraphs_and_the_nodes_that_they_belong_to_are_told(branches: Graph, tmp_path: Path) -> None:
    model = read(air(branches, tmp_path))

    assert [graph.name for graph in model.graphs] == ["main", "then", "else"]
    assert node_of(model, "If").subgraphs == (("then_branch", "then"), ("else_branch", "else"))


def test_a_graph_in_memory_is_described_like_its_file(dense: Graph, tmp_path: Path) -> None:
    assert not compare(describe(dense), read(air(dense, tmp_path)))


def test_control_edges_and_attributes_of_all_kinds_are_told() -> None:
    builder = GraphBuilder("controls")
    x = builder.create_input(0, name="x")
    first, second = es.Relu(x), es.Sigmoid(x)
    graph = builder.build_and_reset([first, second])
    relu, sigmoid = graph.find_node_by_name("Relu_0"), graph.find_node_by_name("Sigmoid_1")
    graph.add_control_edge(relu, sigmoid)
    values = {"text": 'a "b"', "number": -3, "real": 1e-12, "yes": True, "type": DataType.DT_INT4}
    lists = {"ints": list(range(100)), "reals": [0.5, 2.0], "tensor": Tensor([1], data_type=DataType.DT_INT8)}
    for key, value in {**values, **lists}.items():
        sigmoid.set_attr(key, value)

    node = node_of(describe(graph), "Sigmoid")

    assert [describe(graph).graphs[0].nodes[place].name for place in node.controls] == ["Relu_0"]
    told = {key: attribute.text for key, attribute in node.attributes.items()}
    assert told["text"] == '"a "b""'
    assert (told["number"], told["real"], told["yes"], told["type"]) == ("-3", "1e-12", "true", "int4")
    assert told["ints"] == f"[{', '.join(map(str, range(64)))}, ... 100 in all]"
    assert (told["reals"], told["tensor"]) == ("[0.5, 2]", "int8[] [1]")


def test_a_readable_dump_is_read_back(branches: Graph, dense: Graph, tmp_path: Path) -> None:
    model = read(dumped(dense, DumpFormat.kReadable, tmp_path))
    nested = read(dumped(branches, DumpFormat.kReadable, tmp_path))

    assert model.kind == "readable dump"
    assert sources(model, "MatMulV2") == ["Data", "Const"]
    assert sources(model, "NetOutput") == ["Relu"]
    assert node_of(model, "Const").attributes["value"].text == "[0.500000 1.000000 1.500000 2.000000 2.500000 3.000000]"
    assert [graph.name for graph in nested.graphs] == ["main", "then", "else"]
    assert node_of(nested, "If").subgraphs == (("then_branch", "then"), ("else_branch", "else"))


def test_a_text_dump_is_read_back(branches: Graph, dense: Graph, tmp_path: Path) -> None:
    model = read(dumped(dense, DumpFormat.kTxt, tmp_path))
    nested = read(dumped(branches, DumpFormat.kTxt, tmp_path))

    assert model.kind == "text dump"
    assert sources(model, "MatMulV2") == ["Data", "Const"]
    assert "value" not in node_of(model, "Const").attributes
    assert [graph.name for graph in nested.graphs] == ["main", "then", "else"]


def test_outputs_and_odd_attributes_of_a_readable_dump_are_told_apart(tmp_path: Path) -> None:
    builder = GraphBuilder("split")
    x = builder.create_input(0, name="x (1), y", shape=[4])
    parts = es.SplitD(x, split_dim=0, num_split=2, y_num=2)
    einsum = es.Einsum([parts[1], parts[0]], N=2, equation='a, b: {"} ,\nc')
    path = dumped(builder.build_and_reset([einsum, parts[0]]), DumpFormat.kReadable, tmp_path)

    model = read(path)

    assert [(each.source, each.port) for each in node_of(model, "Einsum").inputs] == [(1, 1), (1, 0)]
    assert [(each.source, each.port) for each in node_of(model, "NetOutput").inputs] == [(2, 0), (1, 0)]
    assert {"split_dim", "num_split"} == set(node_of(model, "SplitD").attributes)


def test_a_number_of_outputs_that_cannot_be_takes_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "dump.txt"
    lines = [f"  %n{i} : [#users=999999999] = Node[type=Relu] ()" for i in range(1000)]
    path.write_text("\n".join(['graph("many"):', *lines, ""]))

    assert [len(node.outputs) for node in read(path).graphs[0].nodes] == [1] * 1000

    path.write_text(path.read_text().replace("999999999", "9" * 5000))
    with pytest.raises(UnreadableFileError, match=r"^E13005: .*:2: expected a node"):
        read(path)


def test_a_text_dump_is_read_like_the_file_without_weights(dense: Graph, branches: Graph, tmp_path: Path) -> None:
    model = read(dumped(dense, DumpFormat.kTxt, tmp_path))
    nested = read(dumped(branches, DumpFormat.kTxt, tmp_path))

    assert (model.kind, model.parameters, model.parameter_bytes) == ("text dump", 6, 24)
    assert sources(model, "MatMulV2") == ["Data", "Const"]
    assert "value" not in node_of(model, "Const").attributes
    assert node_of(nested, "If").subgraphs == (("then_branch", "then"), ("else_branch", "else"))


def test_an_onnx_flavoured_dump_is_told_apart_from_a_model(branches: Graph, dense: Graph, tmp_path: Path) -> None:
    first, second = dense.find_node_by_name("Const_0"), dense.find_node_by_name("Relu_2")
    dense.add_control_edge(first, second)
    model = read(dumped(dense, DumpFormat.kOnnx, tmp_path))
    nested = read(dumped(branches, DumpFormat.kOnnx, tmp_path))

    assert (model.kind, model.graphs[0].name) == ("ONNX-flavoured dump", "dense")
    assert sources(model, "MatMulV2") == ["Data", "Const"]
    assert [model.graphs[0].nodes[place].name for place in node_of(model, "Relu").controls] == ["Const_0"]
    assert [graph.name for graph in nested.graphs] == ["main", "then", "else"]


def test_a_dump_of_the_compiler_tells_types(dense: Graph, tmp_path: Path) -> None:
    text = dense.dump_to_stream(DumpFormat.kOnnx)
    described = """
    attribute { name: "output_desc_nums" i: 1 type: INT }
    attribute { name: "output_desc_dtype:0" s: "DT_BFLOAT16" type: STRING }
    attribute { name: "output_desc_layout:0" s: "NCHW" type: STRING }
    attribute { name: "output_desc_shape:0" ints: 1 ints: 3 ints: 8 ints: 8 type: INTS }
    attribute { name: "index" i: 0 type: INT }
    op_type: "ge:Data\""""
    path = tmp_path / "stage.pbtxt"
    path.write_text(text.replace('op_type: "ge:Data"', described))

    data = node_of(read(path), "Data")

    assert str(data.outputs[0].type) == "bf16[1, 3, 8, 8] NCHW"
    assert {name: value.text for name, value in data.attributes.items()} == {"index": "0"}


def onnx_model() -> Any:
    """y = If(c)(x + w) with a weight of [2, n] and bodies that read x from outside."""
    model = ONNX["ModelProto"](ir_version=8, producer_name="torch")
    model.opset_import.add(version=17)
    graph = model.graph
    graph.name = "net"
    for name, dims in (("x", ["n", 3]), ("w", [2, 3])):
        value = graph.input.add(name=name)
        value.type.tensor_type.elem_type = FLOAT
        for dim in dims:
            slot = value.type.tensor_type.shape.dim.add()
            setattr(slot, "dim_value" if isinstance(dim, int) else "dim_param", dim)
    graph.initializer.add(name="w", dims=[2, 3], data_type=FLOAT)
    add = graph.node.add(name="/fc/Add", op_type="Add", input=["x", "w"], output=["sum"])
    add.attribute.add(name="axes", type=INTS, ints=[0, 1])
    add.attribute.add(name="mode", type=STRING, s=b"both")
    constant = graph.node.add(op_type="Constant", output=["c"])
    constant.attribute.add(name="value", type=TENSOR).t.MergeFrom(ONNX["TensorProto"](dims=[5], data_type=INT64))
    branch = graph.node.add(op_type="If", input=["c"], output=["y"])
    for slot in ("then_branch", "else_branch"):
        body = branch.attribute.add(name=slot, type=GRAPH).g
        body.name = "body"
        body.node.add(op_type="Relu", input=["sum"], output=["z"])
    graph.output.add(name="y")
    return model


def test_an_onnx_model_is_shown_with_inputs_initializers_and_bodies(tmp_path: Path) -> None:
    path = tmp_path / "net.bin"
    path.write_bytes(onnx_model().SerializeToString())

    model = read(path)

    assert (model.kind, model.properties) == ("ONNX", {"IR version": "8", "opset": "ai.onnx 17", "producer": "torch"})
    assert [graph.name for graph in model.graphs] == ["net", "body", "body_2"]
    assert model.graphs[0].type_counts() == [("Add", 1), ("Constant", 1), ("If", 1), ("Initializer", 1), ("Input", 1)]
    assert (model.parameters, model.parameter_bytes) == (11, 64)
    add = node_of(model, "Add")
    assert [str(each.type) for each in add.inputs] == ["float[n, 3]", "float[2, 3]"]
    assert {key: value.text for key, value in add.attributes.items()} == {"axes": "[0, 1]", "mode": '"both"'}
    assert node_of(model, "If").subgraphs == (("then_branch", "body"), ("else_branch", "body_2"))
    assert [node.type for node in model.graphs[1].nodes] == ["OuterValue", "Relu"]
    assert [graph.type_counts() for graph in model.graphs[1:]] == [[("OuterValue", 1), ("Relu", 1)]] * 2


def onnx_functions(slope: float = 0.5, results: tuple[str, ...] = ("y", "z")) -> Any:
    """A model that calls local.Leaky twice, which calls local.Half in turn and reads the parameter `slope`."""
    model = ONNX["ModelProto"](ir_version=10)
    graph = model.graph
    graph.name = "net"
    graph.input.add(name="x")
    for name, value, result in (("first", "x", "y"), ("second", "y", "z")):
        call = graph.node.add(name=name, op_type="Leaky", domain="local", input=[value], output=[result])
        call.attribute.add(name="slope", type=1, f=0.25)
    graph.node.add(name="relu", op_type="Relu", input=["z"], output=["other"])
    for name in results:
        graph.output.add(name=name)
    leaky = model.functions.add(name="Leaky", domain="local", input=["x"], output=["out", "rest"], attribute=["axis"])
    leaky.attribute_proto.add(name="slope", type=1, f=slope)
    leaky.opset_import.add(version=18)
    relu = leaky.node.add(op_type="LeakyRelu", input=["x"], output=["out"])
    relu.attribute.add(name="alpha", type=1, ref_attr_name="slope")
    leaky.node.add(op_type="Half", domain="local", overload="float", input=["out"], output=["rest"])
    half = model.functions.add(name="Half", domain="local", overload="float", input=["x"], output=["x"])
    half.opset_import.add(version=18)
    return model


def written(model: Any, path: Path) -> Path:
    path.write_bytes(model.SerializeToString())
    return path


def test_the_functions_of_an_onnx_model_are_graphs_that_their_calls_name(tmp_path: Path) -> None:
    model = read(written(onnx_functions(), tmp_path / "net.onnx"))

    net, leaky, half = model.graphs
    assert [(graph.name, graph.is_function) for graph in model.graphs] == [
        ("net", False),
        ("local.Leaky", True),
        ("local.Half:float", True),
    ]
    assert [node.subgraphs for node in net.nodes] == [(), *[(("function", "local.Leaky"),)] * 2, ()]
    assert [(node.name, node.type) for node in leaky.nodes] == [
        ("x", "Input"),
        ("out", "LeakyRelu"),
        ("rest", "local.Half"),
    ]
    assert leaky.nodes[1].attributes["alpha"].text == "attribute slope of the function"
    assert leaky.nodes[2].subgraphs == (("function", "local.Half:float"),)
    assert {name: value.text for name, value in leaky.attributes.items()} == {
        "axis": "must be given",
        "slope": "0.5",
        "opset": "ai.onnx 18",
    }
    assert [(each.name, each.source) for each in leaky.results] == [("out", 1), ("rest", 2)]
    assert [(each.name, each.source) for each in half.results] == [("x", 0)]


def test_the_table_tells_functions_and_what_they_give(tmp_path: Path) -> None:
    lines = list(table(read(written(onnx_functions(), tmp_path / "net.onnx")), attributes=True))

    start = lines.index('function "local.Leaky": 3 nodes')
    assert lines[start : start + 6] == [
        'function "local.Leaky": 3 nodes',
        "  1 Input, 1 LeakyRelu, 1 local.Half",
        "  gives out, rest",
        "  axis = must be given",
        "  slope = 0.5",
        "  opset = ai.onnx 18",
    ]
    assert "  gives y = first, z = second" in lines
    assert any(line.split()[-1:] == ["function=local.Leaky"] for line in lines)


def test_pictures_and_json_tell_functions(tmp_path: Path) -> None:
    model = read(written(onnx_functions(), tmp_path / "net.onnx"))

    lines = [line.strip() for line in dot(model)]
    assert 'label="function local.Leaky";' in lines
    assert 'n0_1 -> n1_0 [style=dotted, label="function"];' in lines
    told = plain_model(model)["graphs"]
    assert isinstance(told, list)
    assert [graph["is_function"] for graph in told if isinstance(graph, dict)] == [False, True, True]
    page = "".join(html(model))
    assert '"subgraphs":[{"slot":"function","graph":"local.Leaky"}]' in page.replace(": ", ":").replace(", ", ",")


def test_functions_and_results_of_onnx_models_are_compared(tmp_path: Path) -> None:
    before = read(written(onnx_functions(), tmp_path / "before.onnx"))
    changed = onnx_functions(slope=0.75, results=("z", "y"))
    changed.functions[0].node[0].op_type = "Elu"
    del changed.functions[1]
    after = read(written(changed, tmp_path / "after.onnx"))

    difference = compare(before, after)

    net, leaky = difference.graphs
    assert [(each.what, each.before, each.after) for each in net.changes] == [
        ("outputs", "y = first, z = second", "z = second, y = first")
    ]
    assert [(each.what, each.before, each.after) for each in leaky.changes] == [("attribute slope", "0.5", "0.75")]
    assert [(node.name, node.changes[0].what) for node in leaky.changed] == [("out", "type"), ("rest", "subgraphs")]
    assert difference.removed_graphs == ("local.Half:float",)
    assert not compare(before, before)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "E13015"),
        (b"\x08\x07\x3a\xff", "E13005"),
        (b"\xff\xff\xff\xff", "E13005"),
        (b"IMOD", "E10041"),
        (b"IMOD" + bytes(252), "E10041"),
        (b'graph("x"):\n  nonsense\n', "E13005"),
        (b'graph("x"', "E13005"),
        (b"graph { op { name: ", "E13005"),
        (b"ir_version: 6 graph { nodes {} }", "E13005"),
        (b"nothing: 1", "E13005"),
    ],
)
def test_a_file_that_is_none_of_these_is_refused_with_a_code(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)

    with pytest.raises(UnreadableFileError, match=f"^{code}: "):
        read(path)


@pytest.mark.parametrize("path", ["no/such/file", ".", "a\0b"])
def test_a_path_that_cannot_be_opened_is_refused_with_a_code(path: str) -> None:
    with pytest.raises(UnreadableFileError, match=r"^E13001: cannot open "):
        read(path)


def test_the_table_tells_each_node_in_one_line(dense: Graph) -> None:
    lines = list(table(describe(dense), attributes=True))

    assert "parameters  6 (24 B)" in lines
    assert any(
        line.split()[1:3] == ["net/x", "Data"] and line.endswith("float[4, 3]") for line in lines if line.strip()
    )
    assert any(line.strip().startswith("value = float[3, 2] [0.5") for line in lines)
    assert not any("Const_0" in line for line in table(describe(dense), nodes=False))


def test_names_cannot_break_lines_or_steer_the_terminal() -> None:
    graph = Graph("a\n\x1b[31mb")
    graph.set_attr("k\r", "v\n")

    lines = list(table(describe(graph), attributes=True))

    assert 'graph "a\\n\\x1b[31mb": 0 nodes' in lines
    assert '  k\\r = "v\\n"' in lines
