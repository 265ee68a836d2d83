"""What an index makes, and what is refused."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import pytest
from ge.es import GraphBuilder, TensorHolder

MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


@pytest.fixture
def x() -> TensorHolder:
    return GraphBuilder("net").create_input(0, name="x", shape=[2, 3, 4])


def test_basic_indices_are_one_strided_slice(x: TensorHolder) -> None:
    part = x[1, ..., None, 2::3]

    node = part._get_node_snapshot()
    constants = [node.get_in_data_nodes_and_port_indexes(i)[0].get_attr("value").get_data() for i in (1, 2, 3)]
    masks = [node.get_attr(name) if node.has_attr(name) else 0 for name in MASKS]
    assert node.type == "StridedSlice"
    assert constants == [[1, 0, 0, 2], [2, 0, 1, 0], [1, 1, 1, 3]]
    assert masks == [0, 8, 2, 4, 1]


def test_a_tensor_among_the_indices_is_gathered_from_what_is_sliced(x: TensorHolder) -> None:
    part = x[1:, [0, 2]]

    node = part._get_node_snapshot()
    producers = [node.get_in_data_nodes_and_port_indexes(i)[0] for i in range(3)]
    assert (node.type, producers[0].type) == ("GatherV2", "StridedSlice")
    assert [producer.get_attr("value").get_data() for producer in producers[1:]] == [[0, 2], 1]
    assert x[:, [0]]._get_node_snapshot().get_in_data_nodes_and_port_indexes(0)[0].name == "x"


WRONG: list[tuple[Callable[[Any], object], type[Exception], str]] = [
    (lambda x: x["a"], TypeError, "'a' is no index"),
    (lambda x: x[True], TypeError, "True is no index"),
    (lambda x: x[1.5], TypeError, "not by float"),
    (lambda x: x[[0.5]], TypeError, "not by floats"),
    (lambda x: x[[True, False]], TypeError, "a mask of bools; es.Where and es.MaskedSelect"),
    (lambda x: x[np.array([True, False])], TypeError, "a mask of bools"),
    (lambda x: x[x > 0], TypeError, "a mask of bools"),
    (lambda x: x[::0], ValueError, "step 0"),
    (lambda x: x[: x.sum()], TypeError, "bound of a slice must be an int, not TensorHolder"),
    (lambda x: x[2**63], ValueError, "int64"),
    (lambda x: x[..., ...], IndexError, r"one '...' only"),
    (lambda x: x[[0], [1]], IndexError, "one tensor among the indices"),
    (lambda x: x[0, :, [1]], IndexError, "side by side"),
    (lambda x: x[(0,) * 64], IndexError, "at most 63 indices"),
    (lambda x: x.reshape("3"), TypeError, "Shape must be a list of integers"),
    (lambda x: x.sum(1.5), TypeError, "Axis must be a list of integers"),
    (lambda x: x.cast("float"), TypeError, "Data type must be a DataType or a type of numpy"),
]


@pytest.mark.parametrize(("act", "error", "text"), WRONG, ids=[f"{i}" for i in range(len(WRONG))])
def test_what_is_no_index_is_refused(
    x: TensorHolder, act: Callable[[TensorHolder], object], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        act(x)


def test_transposing_without_axes_asks_inference_for_the_rank() -> None:
    builder = GraphBuilder("g")
    known = builder.create_input(0, shape=[2, 3])
    unknown = builder.create_input(1, shape=[-2])

    assert list((known + 1).transpose().shape) == [3, 2]
    with pytest.raises(TypeError, match="needs axes"):
        unknown.transpose()
