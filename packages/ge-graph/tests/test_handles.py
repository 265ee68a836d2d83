"""The attributes that scripts look at to see whether an object is alive and whose it is."""

from __future__ import annotations

from typing import Any

import ge.es.all as es
import pytest
from ge.es import GraphBuilder
from ge.graph import Graph, Tensor


def test_a_graph_is_pythons_until_somebody_takes_it(chain: Graph) -> None:
    assert hash(chain._handle) == hash(chain._handle)
    assert (chain._owns_handle, chain._owner, chain._name) == (True, None, "chain")

    chain._hand_over()  # as a pattern takes it

    assert (chain._handle, chain._owns_handle, chain._owner, chain._name) == (None, False, None, None)


def test_a_graph_given_to_an_operator_is_the_builders() -> None:
    inner, builder = GraphBuilder("f"), GraphBuilder("net")
    body = inner.build_and_reset([es.Relu(inner.create_input(0))])

    es.PartitionedCall([builder.create_input(0)], 1, body)

    assert body._handle
    assert (body._owns_handle, body._owner, body._name) == (False, builder, "f")


def test_two_views_of_one_graph_have_one_handle(branches: Graph) -> None:
    then = branches.get_subgraph("then")
    again = branches.get_subgraph("then")

    assert then is not None
    assert again is not None
    assert then._handle == again._handle != branches._handle


def test_a_nodes_handle_names_it(chain: Graph) -> None:
    relu, add = chain.find_node_by_name("Relu_0"), chain.find_node_by_name("Add_1")

    assert {relu._handle, relu._handle, add._handle} == {relu._handle, add._handle}
    assert relu._handle != add._handle
    assert (relu._owns_handle, relu._owner, relu._name) == (True, None, "Relu_0")
    chain.remove_node(relu)
    assert relu._handle
    assert relu._name is None


def test_a_tensor_is_pythons_until_it_is_an_attribute() -> None:
    builder, tensor = GraphBuilder("net"), Tensor([1.0])
    assert (tensor._owns_handle, tensor._owner, tensor._name) == (True, None, None)

    es.Constant(builder, value=tensor)

    assert hash(tensor._handle) == hash(tensor._handle)
    assert (tensor._owns_handle, tensor._owner) == (False, builder)


def test_builders_and_their_tensors_have_handles() -> None:
    builder, other = GraphBuilder("net"), GraphBuilder("net")
    x, y = builder.create_inputs(2)

    assert builder._handle == builder._handle != other._handle
    assert {x._handle, x._handle, y._handle} == {x._handle, y._handle}
    assert x._handle != y._handle
    assert (builder._builder, x._builder) == (builder, builder)
    assert repr(x._handle) == "<handle of a TensorHolder>"
    graph = builder.build_and_reset([x])
    assert builder._handle
    assert x._handle
    del graph


@pytest.mark.parametrize("name", ["_handle", "_owns_handle", "_owner", "_name"])
def test_they_cannot_be_set(chain: Graph, name: str) -> None:
    things: list[Any] = [chain, chain.find_node_by_name("x"), Tensor([1.0])]

    for thing in things:
        with pytest.raises(AttributeError):
            setattr(thing, name, None)


@pytest.mark.parametrize("name", ["_handle", "_builder"])
def test_those_of_building_cannot_be_set(name: str) -> None:
    builder = GraphBuilder("net")
    things: list[Any] = [builder, builder.create_input(0)]

    for thing in things:
        with pytest.raises(AttributeError):
            setattr(thing, name, None)
