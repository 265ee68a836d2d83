"""Which nodes the CPU engine runs, asked through ge.utils."""

from __future__ import annotations

import ge.es.all as es
import ge.session  # loads the engine
import pytest
from ge.es import GraphBuilder
from ge.graph import DataType, Graph, Node
from ge.utils import GeUtils

assert ge.session


def relu(data_type: DataType) -> tuple[Graph, Node]:
    builder = GraphBuilder()
    y = es.Relu(builder.create_input(0, data_type=data_type, shape=[2]))
    y.set_data_type(data_type)
    graph = builder.build_and_reset([y])
    node = graph.find_node_by_name("Relu_0")
    node.update_input_desc(0, node.get_input_desc(0).set_data_type(data_type))
    return graph, node


@pytest.mark.parametrize("data_type", [DataType.DT_FLOAT, DataType.DT_FLOAT16, DataType.DT_INT32])
def test_a_node_is_supported_when_a_kernel_takes_its_types(data_type: DataType) -> None:
    graph, node = relu(data_type)

    assert GeUtils.check_node_support_on_aicore(node) == (True, "")
    assert graph.name


def test_the_reason_names_node_and_types() -> None:
    graph, node = relu(DataType.DT_STRING)

    supported, reason = GeUtils.check_node_support_on_aicore(node)

    assert not supported
    assert "Relu" in reason
    assert "string" in reason.lower()
    assert graph.name


def test_a_node_that_is_gone_and_what_is_no_node_are_errors() -> None:
    graph, node = relu(DataType.DT_FLOAT)
    graph.remove_node(node)

    with pytest.raises(RuntimeError, match=r"^Failed to check node support on AICore: .*the node is gone"):
        GeUtils.check_node_support_on_aicore(node)
    with pytest.raises(AttributeError):
        GeUtils.check_node_support_on_aicore(None)  # type: ignore[arg-type]
