"""How graphs, nodes, tensors, descriptors and operators show in an interpreter: useful, and in one line."""

from __future__ import annotations

import ge.es.all as es
import pytest
from ge.es import GraphBuilder
from ge.graph import DataType, Format, Graph, Shape, Tensor, TensorDesc, _native
from ge.graph.operator import create_operator
from ge.utils import GeUtils


def test_a_graph_tells_its_name_and_size(chain: Graph, branches: Graph) -> None:
    assert repr(chain) == "<Graph 'chain': 4 nodes>"
    assert repr(branches) == "<Graph 'main': 3 nodes, 2 subgraphs>"
    assert repr(Graph("a\n'b'")) == "<Graph \"a\\n'b'\": 0 nodes>"


def test_a_node_tells_its_type_and_tensors(chain: Graph) -> None:
    GeUtils.infer_shape(chain, [[2, 3]])
    add = chain.find_node_by_name("Add_1")

    assert repr(add) == "<Node 'Add_1': Add(float[2, 3], float[2, 3]) -> float[2, 3]>"

    chain.remove_node(add)
    assert repr(add) == "<Node that is gone>"


def test_inputs_that_are_left_out_and_long_lists_are_marked() -> None:
    builder = GraphBuilder()
    x = builder.create_input(0, name="x", format=Format.FORMAT_NCHW, shape=[1, 3, 8, 8])
    w = builder.create_input(1, name="w", shape=[4, 3, 1, 1])
    conv = es.Conv2D(x, w, offset_w=x, strides=[1, 1, 1, 1], pads=[0, 0, 0, 0])
    joined = es.ConcatD([x] * 6, concat_dim=0, N=6)
    graph = builder.build_and_reset([conv, joined])

    shown = {node.type: repr(node) for node in graph.get_direct_nodes()}

    assert shown["Conv2D"] == "<Node 'Conv2D_0': Conv2D(float[], float[], -, float[]) -> float[]>"
    assert shown["ConcatD"] == "<Node 'ConcatD_1': ConcatD(float[], float[], float[], float[], ... 2 more) -> float[]>"
    assert shown["Data"] in (
        "<Node 'x': Data(float[1, 3, 8, 8] NCHW) -> float[1, 3, 8, 8] NCHW>",
        "<Node 'w': Data(float[4, 3, 1, 1]) -> float[4, 3, 1, 1]>",
    )


@pytest.mark.parametrize(
    ("tensor", "text"),
    [
        (Tensor([1, 2], data_type=DataType.DT_INT32, shape=[2]), "<Tensor int32[2]: [1 2]>"),
        (Tensor(list(range(9)), data_type=DataType.DT_INT8, shape=[3, 3]), "<Tensor int8[3, 3]: [0 1 2 ... 6 7 8]>"),
        (Tensor([True], data_type=DataType.DT_BOOL), "<Tensor bool[]: [true]>"),
        (Tensor([0.5], format=Format.FORMAT_NHWC), "<Tensor float[] NHWC: [0.500000]>"),
        (Tensor(), "<Tensor float[]: <empty>>"),
    ],
)
def test_a_tensor_tells_its_type_and_first_elements(tensor: Tensor, text: str) -> None:
    assert repr(tensor) == text


def test_descriptors_and_shapes_keep_their_specified_form() -> None:
    desc = TensorDesc([1, -1], Format.FORMAT_NCHW, DataType.DT_INT32)

    assert repr(desc) == "TensorDesc(shape=[1, -1], format=0, data_type=3)"
    assert repr(Shape([1, 2])) == "[1, 2]"


def test_an_operator_tells_whether_it_is_valid() -> None:
    with create_operator(_native.OperatorDraft("op", "Foo")) as operator:
        assert repr(operator) == "<Operator 'op': Foo>"

    assert repr(operator) == "<Operator that is not valid any more>"
