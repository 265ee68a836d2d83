"""Compiled models, run from their file."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import ge.es.all as es
import numpy as np
import pytest
from conftest import affine_graph, compiled
from ge.es import GraphBuilder
from ge.graph import DataType, Tensor
from ge.session import GeError, OfflineModel

X = np.array([[1, 0, -2], [0.25, 3, 0.5]], dtype=np.float32)


@pytest.fixture
def model(tmp_path: Path) -> OfflineModel:
    return OfflineModel(compiled(affine_graph(), tmp_path))


def test_a_model_tells_what_it_takes_and_gives(model: OfflineModel) -> None:
    (x,) = model.inputs

    assert (x.name, x.dtype, list(x.shape)) == ("x", DataType.DT_FLOAT, [-1, 3])
    assert [(y.dtype, list(y.shape)) for y in model.outputs] == [(DataType.DT_FLOAT, [-1, 3])] * 2
    assert "x: float[-1, 3]" in repr(model)


def test_outputs_are_called_as_they_were_named(tmp_path: Path) -> None:
    builder = GraphBuilder("named")
    x = builder.create_input(0, name="x", shape=[2])
    graph = builder.build_and_reset({"probs": es.Relu(x, name="act"), "logits": x})

    model = OfflineModel(compiled(graph, tmp_path))

    assert [port.name for port in model.outputs] == ["probs", "logits"]


def test_arrays_give_arrays(model: OfflineModel) -> None:
    y, product = model.run([X])

    assert isinstance(y, np.ndarray)
    np.testing.assert_array_equal(y, np.maximum(2 * X - 1, 0))
    np.testing.assert_array_equal(product, 2 * X)
    assert y.dtype == np.float32


def test_results_can_be_written_to_and_stay_after_the_next_run(model: OfflineModel) -> None:
    _, first = model.run([X])
    _, second = model.run([X + 1])

    assert isinstance(first, np.ndarray)
    np.testing.assert_array_equal(first, 2 * X)
    first[:] = 0
    np.testing.assert_array_equal(second, 2 * X + 2)


def test_tensors_give_tensors(model: OfflineModel) -> None:
    y, product = model.run([Tensor.from_numpy(X)])

    assert isinstance(y, Tensor)
    assert isinstance(product, Tensor)
    np.testing.assert_array_equal(product.numpy(), 2 * X)


def test_arrays_that_do_not_stand_row_by_row_are_taken(model: OfflineModel) -> None:
    wide = np.arange(24, dtype=np.float32).reshape(4, 6)

    for array in (wide[:, ::2], wide[::-1, :3], np.asfortranarray(wide[:, :3])):
        np.testing.assert_array_equal(model.run([array])[1], 2 * array)


def test_no_elements_give_no_elements(model: OfflineModel) -> None:
    for _ in range(2):
        assert np.asarray(model.run([np.zeros((0, 3), np.float32)])[0]).shape == (0, 3)


def test_shapes_may_change_from_run_to_run(model: OfflineModel) -> None:
    for rows in (1, 4, 2, 4, 1):
        x = np.full((rows, 3), rows, dtype=np.float32)
        np.testing.assert_array_equal(model.run([x])[0], 2 * x - 1)


def test_several_threads_run_one_model(model: OfflineModel) -> None:
    wrong: list[int] = []

    def work(number: int) -> None:
        x = np.full((number, 3), number, dtype=np.float32)
        for _ in range(50):
            if not np.array_equal(np.asarray(model.run([x])[1]), 2 * x):
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []


WRONG_INPUTS = [
    ([], r'E13025: expected 1 inputs \("x"\), given 0'),
    ([X, X], r'E13025: expected 1 inputs \("x"\), given 2'),
    ([X.astype(np.float64)], r'E13025: input 0 "x": expected an array of float32, given one of float64'),
    ([X[:, :2]], r'E13025: input 0 "x": expected shape \[-1, 3\], given \[2, 2\]'),
    ([X[0]], r'E13025: input 0 "x": expected shape \[-1, 3\], given \[3\]'),
]


@pytest.mark.parametrize(("inputs", "text"), WRONG_INPUTS)
def test_inputs_that_do_not_fit_are_named(model: OfflineModel, inputs: list[object], text: str) -> None:
    wrong: list[Any] = inputs  # on purpose; what numpy takes for an array differs by its version

    with pytest.raises(GeError, match=text):
        model.run(wrong)


RANGED = {"input_shape": "x:1~4,2~3"}


def test_ports_tell_the_ranges_that_the_file_has(tmp_path: Path) -> None:
    model = OfflineModel(compiled(affine_graph((-1, -1)), tmp_path, RANGED))

    (x,) = model.inputs

    assert list(x.shape) == [-1, -1]
    assert x.shape_range == ((1, 4), (2, 3))


def test_ports_without_ranges_have_none(model: OfflineModel) -> None:
    assert model.inputs[0].shape_range == ()


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        ((5, 3), r"dimension 0 from 1 to 4, given 5 \(shape \[5, 3\]\)"),
        ((0, 3), r"dimension 0 from 1 to 4, given 0 \(shape \[0, 3\]\)"),
        ((4, 1), r"dimension 1 from 2 to 3, given 1 \(shape \[4, 1\]\)"),
    ],
)
def test_a_size_out_of_its_range_is_refused_at_the_start(tmp_path: Path, shape: tuple[int, int], text: str) -> None:
    model = OfflineModel(compiled(affine_graph((-1, -1)), tmp_path, RANGED))

    for _ in range(2):
        with pytest.raises(GeError, match=r'E13025: input 0 "x": expected ' + text):
            model.run([np.zeros(shape, np.float32)])
    assert np.asarray(model.run([np.zeros((4, 2), np.float32)])[0]).shape == (4, 2)


def test_a_tensor_of_another_type_is_named(model: OfflineModel) -> None:
    with pytest.raises(GeError, match='input 0 "x": expected data type DT_FLOAT, given DT_INT32'):
        model.run([Tensor([1, 2, 3], data_type=DataType.DT_INT32, shape=[1, 3])])


def test_tensors_and_arrays_are_not_mixed(model: OfflineModel) -> None:
    with pytest.raises(TypeError, match="all Tensors or all arrays"):
        model.run([Tensor.from_numpy(X), X])


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(GeError, match=r"LoadModel failed; path=.*none\.om; E13001"):
        OfflineModel(tmp_path / "none.om")


@pytest.mark.parametrize("length", [0, 100, 256, 300, 2000])
def test_a_file_that_is_cut_off_is_refused(tmp_path: Path, length: int) -> None:
    whole = Path(compiled(affine_graph(), tmp_path)).read_bytes()
    cut = tmp_path / "cut.om"
    cut.write_bytes(whole[: min(length, len(whole) - 1)])

    with pytest.raises(GeError, match="E1"):
        OfflineModel(cut)


@pytest.mark.parametrize("data_type", ["DT_FLOAT16", "DT_DOUBLE", "DT_INT32", "DT_BF16"])
def test_other_types_run_as_well(tmp_path: Path, data_type: str) -> None:
    from ge.es import GraphBuilder
    from ge.es.all import Add
    from ge.graph._numpy import numpy_dtype

    builder = GraphBuilder("twice")
    x = builder.create_input(0, name="x", data_type=DataType[data_type], shape=[-1])
    model = OfflineModel(compiled(builder.build_and_reset([Add(x, x)]), tmp_path))
    values = np.array([1, 2, -3]).astype(numpy_dtype(DataType[data_type]))

    result = np.asarray(model.run([values])[0])

    assert result.dtype == values.dtype
    assert result.astype(float).tolist() == [2, 4, -6]
