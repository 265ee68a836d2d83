"""What is known of tensors while a graph grows, and errors at the line that is wrong."""

from __future__ import annotations

import ge.es.all as es
import pytest
from ge.es import GraphBuilder, TensorHolder
from ge.graph import DataType, DumpFormat, Graph, Shape


def matrix(
    builder: GraphBuilder, index: int, shape: list[int], data_type: DataType = DataType.DT_FLOAT
) -> TensorHolder:
    return builder.create_input(index, shape=shape, data_type=data_type)


def body(name: str) -> Graph:
    builder = GraphBuilder(name)
    return builder.build_and_reset([es.Relu(builder.create_input(0))])


def test_shapes_and_types_follow_the_operators() -> None:
    builder = GraphBuilder("net")
    x = matrix(builder, 0, [2, 3], DataType.DT_FLOAT16)
    w = matrix(builder, 1, [3, 5], DataType.DT_FLOAT16)

    y = es.MatMulV2(x, w)
    left, right = es.Split(1, x, 2, num_split=2) if x.shape[1] % 2 == 0 else (x, y)

    assert (y.shape, y.dtype, y.rank) == ([2, 5], DataType.DT_FLOAT16, 2)
    assert isinstance(y.shape, Shape)
    assert es.Cast(y, dst_type=DataType.DT_INT32).dtype == DataType.DT_INT32
    assert (left.shape, right.shape) == ([2, 3], [2, 5])
    assert (x.shape, x.dtype) == ([2, 3], DataType.DT_FLOAT16)


def test_shapes_that_are_computed_from_shapes_are_known() -> None:
    builder = GraphBuilder("net")
    x = matrix(builder, 0, [2, 3, 4])

    rows = es.StridedSlice(es.Shape(x, dtype=DataType.DT_INT64), [0], [1], [1])
    flat = es.Reshape(x, es.ConcatV2([rows, [-1]], 0, N=2))

    assert flat.shape == [2, 12]


def test_what_is_not_known_is_open() -> None:
    builder = GraphBuilder("net")
    shapeless, open_rows, scalar = builder.create_input(0), matrix(builder, 1, [-1, 3]), matrix(builder, 2, [])

    assert (es.Relu(shapeless).shape, es.Relu(shapeless).rank) == ([-2], None)
    assert es.Relu(open_rows).shape == [-1, 3]
    assert (es.Relu(scalar).shape, es.Relu(scalar).rank) == ([], 0)


def test_a_tensor_that_is_described_later_is_inferred_again() -> None:
    builder = GraphBuilder("net")
    x = builder.create_input(0)
    y = es.Relu(es.Relu(x))
    assert y.shape == [-2]

    x.set_shape([4, 5])
    assert y.shape == [4, 5]
    x.set_data_type(DataType.DT_FLOAT16)
    assert y.dtype == DataType.DT_FLOAT16


def test_the_outputs_of_branches_are_inferred() -> None:
    builder = GraphBuilder("net")
    x = matrix(builder, 0, [2, 3])

    (y,) = es.If(x, [x], 1, body("then"), body("else"))

    assert es.Relu(y).shape == [2, 3]
    graph = builder.build_and_reset([y])
    then = graph.get_subgraph("then")
    assert then is not None
    assert then.find_node_by_name("Relu_0").get_output_desc(0).shape == []


def test_descriptors_stay_as_they_are() -> None:
    texts = []
    for check in (False, True):
        builder = GraphBuilder("net", check=check)
        y = es.Relu(matrix(builder, 0, [2, 3])) + 1.0
        assert y.shape == [2, 3]
        graph = builder.build_and_reset([y])
        assert graph.find_node_by_name("Relu_0").get_output_desc(0).shape == []
        texts.append(graph.dump_to_stream(DumpFormat.kTxt))

    assert texts[0] == texts[1]


def test_a_tensor_of_a_node_that_does_not_fit_tells_so_when_asked() -> None:
    builder = GraphBuilder("net")
    y = es.MatMulV2(matrix(builder, 0, [2, 3]), matrix(builder, 1, [4, 5]))

    with pytest.raises(ValueError, match=r'^MatMulV2 "MatMulV2_0": .*\[2, 3\].*\[4, 5\]'):
        _ = y.shape
    assert es.Relu(y).rank is None


def test_a_long_graph_is_asked_in_passing() -> None:
    builder = GraphBuilder("net")
    y = matrix(builder, 0, [2, 3])
    for _ in range(20000):
        y = es.Relu(y)
        assert y.rank == 2


def test_a_shape_can_be_asked_as_long_as_the_graph_lives() -> None:
    builder = GraphBuilder("net")
    x = matrix(builder, 0, [2, 3])
    y = es.Relu(x)
    graph = builder.build_and_reset([y])

    assert y.shape == [2, 3]
    graph.remove_node(graph.find_node_by_name("input_0"))
    with pytest.raises(RuntimeError, match="the node of this tensor is gone"):
        _ = x.shape
    del graph
    with pytest.raises(RuntimeError, match="the node of this tensor is gone"):
        _ = y.shape


def test_a_builder_that_checks_refuses_at_the_line_what_does_not_fit() -> None:
    builder = GraphBuilder("net", check=True)
    x, w = matrix(builder, 0, [2, 3]), matrix(builder, 1, [4, 5])

    with pytest.raises(ValueError, match=r"\[2, 3\].*\[4, 5\].* \(made at .*test_inference\.py:\d+\)$"):
        es.MatMulV2(x, w)
    with pytest.raises(ValueError, match=r"Add .*\[2, 3\].*\[4, 5\].* \(made at .*test_inference\.py:\d+\)$"):
        x + w

    graph = builder.build_and_reset([es.Relu(x)])
    assert [node.type for node in graph.get_direct_nodes()] == ["Data", "Data", "Relu", "NetOutput"]


def test_a_builder_that_checks_takes_mixed_types_and_what_has_no_shape() -> None:
    builder = GraphBuilder("net", check=True)
    x, shapeless = matrix(builder, 0, [2, 3]), builder.create_input(1)

    y = es.MatMulV2(x + 1, shapeless)
    half = es.Cast(x, dst_type=DataType.DT_FLOAT16)

    assert (x + 1).dtype == DataType.DT_FLOAT
    assert (half + 1.0).dtype == DataType.DT_FLOAT16
    assert es.Add(half, x).dtype == DataType.DT_FLOAT
    assert es.Greater(1, x).dtype == DataType.DT_BOOL
    with pytest.raises(ValueError, match=r"Add .*\[2, 3\].*\[2\]"):
        x.add([1, 2])
    assert builder.build_and_reset([y]) is not None


def test_what_no_longer_fits_is_told_when_the_graph_is_built() -> None:
    builder = GraphBuilder("net", check=True)
    x, w = builder.create_input(0), matrix(builder, 1, [4, 5])
    y = es.MatMulV2(x, w)
    x.set_shape([2, 3])

    with pytest.raises(RuntimeError, match=r'^Failed to build graph: MatMulV2 "MatMulV2_0": .*\[2, 3\].*\[4, 5\]'):
        builder.build_and_reset([y])
    x.set_shape([2, 4])
    assert builder.build_and_reset([y]).name == "net"


def test_a_branch_that_does_not_fit_is_refused_and_leaves_nothing() -> None:
    builder = GraphBuilder("net", check=True)
    x = matrix(builder, 0, [2, 3])
    inner = GraphBuilder("then")
    wrong = inner.build_and_reset([es.MatMulV2(inner.create_input(0), inner.create_const_float([1.0] * 8, [8, 1]))])

    with pytest.raises(ValueError, match=r'MatMulV2 "MatMulV2_1"'):
        es.If(x, [x], 1, wrong, body("else"))

    assert builder.build_and_reset([x]).get_all_subgraphs() == []


def test_lines_are_kept_when_asked_for() -> None:
    builder = GraphBuilder("net", lines=True)
    x = matrix(builder, 0, [2, 3])

    y = es.Relu(x) + 1.0

    graph = builder.build_and_reset([y])
    lines = [node.get_attr("_source_line") for node in graph.get_direct_nodes()[:-1]]
    assert all(line.startswith(f"{__file__}:") for line in lines)
    assert lines[1] == lines[2] == lines[3] != lines[0]
    assert "test_inference.py" in graph.dump_to_stream(DumpFormat.kTxt)


def test_the_error_of_a_node_names_the_line_that_is_kept() -> None:
    builder = GraphBuilder("net", lines=True)
    y = es.MatMulV2(matrix(builder, 0, [2, 3]), matrix(builder, 1, [4, 5]))

    with pytest.raises(ValueError, match=r"\(made at [^()]*test_inference\.py:\d+\)$"):
        _ = y.shape


def test_lines_are_not_kept_by_default() -> None:
    builder = GraphBuilder("net")
    graph = builder.build_and_reset([es.Relu(builder.create_input(0))])

    assert not any(node.has_attr("_source_line") for node in graph.get_direct_nodes())
