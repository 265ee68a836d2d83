"""What runs take, in which forms, and what they give for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ge.es.all as es
import numpy as np
import pytest
from conftest import compiled
from ge.es import GraphBuilder
from ge.graph import DataType, Graph, Tensor
from ge.session import GeError, GraphModel, OfflineModel, Session
from ge.utils import GeUtils

A = np.array([[1, 2, 3]], dtype=np.float32)
B = np.array([[4], [2]], dtype=np.float32)
EXPECTED = A - B

# Anything that has arrays for these forms to hold.
Run = Callable[[Any], list[Any]]


def difference() -> Graph:
    """a - b, where b comes first in the graph's list of nodes."""
    builder = GraphBuilder("difference")
    b = builder.create_input(1, name="b", shape=[-1, 1])
    a = builder.create_input(0, name="a", shape=[-1, 3])
    return builder.build_and_reset([es.Sub(a, b)])


def shifted(data_type: DataType) -> GraphModel:
    """x + x of a type."""
    builder = GraphBuilder("twice")
    x = builder.create_input(0, name="x", data_type=data_type, shape=[-1])
    graph = builder.build_and_reset([es.Add(x, x)])
    GeUtils.infer_shape(graph, [[-1]])
    return GraphModel(graph)


@pytest.fixture(params=["offline", "session"])
def run(request: pytest.FixtureRequest, tmp_path: Path, ge_runs: None) -> Run:
    if request.param == "offline":
        return OfflineModel(compiled(difference(), tmp_path)).run
    session = Session()
    session.add_graph(7, difference())
    return lambda inputs: session.run_graph(7, inputs)


class Foreign:
    """An array of another library: numpy finds its elements through `__array__`."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray[Any, Any]:
        return self.array


class ForeignBfloat16(Foreign):
    """numpy does not know its type, as with torch's bfloat16: DLPack hands it on."""

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray[Any, Any]:
        raise TypeError("Got unsupported ScalarType BFloat16")

    def __dlpack__(self, **options: Any) -> object:
        return Tensor.from_numpy(self.array).__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


@pytest.mark.parametrize("wrap", [np.asarray, Foreign, lambda array: np.asfortranarray(array)[:]])
@pytest.mark.parametrize(
    "form", [lambda a, b: [a, b], lambda a, b: (a, b), lambda a, b: {"a": a, "b": b}, lambda a, b: {"b": b, "a": a}]
)
def test_arrays_in_any_form_give_arrays(run: Run, form: Callable[..., Any], wrap: Callable[..., Any]) -> None:
    for _ in range(2):  # the first run compiles a session's graph
        (result,) = run(form(wrap(A), wrap(B)))

        assert type(result) is np.ndarray
        np.testing.assert_array_equal(result, EXPECTED)


@pytest.mark.parametrize("form", [lambda a, b: [a, b], lambda a, b: (a, b), lambda a, b: {"b": b, "a": a}])
def test_tensors_in_any_form_give_tensors(run: Run, form: Callable[..., Any]) -> None:
    (result,) = run(form(Tensor.from_numpy(A), Tensor.from_numpy(B)))

    assert isinstance(result, Tensor)
    np.testing.assert_array_equal(result.numpy(), EXPECTED)


@pytest.mark.parametrize("names", [["a"], ["a", "b", "c"], ["a", "B"], []])
def test_other_names_are_told(run: Run, names: list[str]) -> None:
    with pytest.raises(GeError, match=r"E13025: expected inputs named \['a', 'b'\], given ") as raised:
        run(dict.fromkeys(names, A))

    assert str(names) in str(raised.value)


def test_mixed_inputs_are_refused(run: Run) -> None:
    for mixed in ([A, Tensor.from_numpy(B)], {"a": Tensor.from_numpy(A), "b": B}):
        with pytest.raises(TypeError, match=r"inputs.*Tensor"):
            run(mixed)


def test_one_array_is_the_only_input(ge_runs: None) -> None:
    x = np.array([1, 2], np.float32)
    model = shifted(DataType.DT_FLOAT)
    session = Session()
    builder = GraphBuilder("relu")
    session.add_graph(0, builder.build_and_reset([es.Relu(builder.create_input(0, shape=[2]))]))

    np.testing.assert_array_equal(model.run(x)[0], 2 * x)
    assert model.run(Tensor.from_numpy(x))[0].get_data() == [2, 4]
    np.testing.assert_array_equal(session.run_graph(0, x)[0], x)
    with pytest.raises(GeError, match=r"E13025: expected 1 inputs \(\"x\"\), given 2"):
        model.run([x, x])


def test_types_that_numpy_does_not_know_come_through_dlpack() -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x = np.array([1, 2], ml_dtypes.bfloat16)

    (result,) = shifted(DataType.DT_BF16).run([ForeignBfloat16(x)])

    assert result.dtype == x.dtype
    assert result.astype(float).tolist() == [2, 4]


@pytest.mark.parametrize(
    ("data_type", "numbers"),
    [
        (DataType.DT_FLOAT, [1.5, 2]),
        (DataType.DT_FLOAT16, [1, 2.5]),
        (DataType.DT_INT8, [1, -3]),
        (DataType.DT_INT64, (2**40, 0)),
        (DataType.DT_DOUBLE, [True, False]),
    ],
)
def test_numbers_get_the_type_of_the_input(data_type: DataType, numbers: list[float]) -> None:
    (result,) = shifted(data_type).run([numbers])

    assert result.tolist() == [2 * number for number in numbers]


@pytest.mark.parametrize(
    ("data_type", "numbers"),
    [(DataType.DT_INT32, [1.5]), (DataType.DT_INT8, [300]), (DataType.DT_UINT8, [-1]), (DataType.DT_FLOAT, [1j])],
)
def test_numbers_that_the_type_does_not_hold_are_refused(data_type: DataType, numbers: list[complex]) -> None:
    with pytest.raises(GeError, match='E13025: input 0 "x": expected an array of'):
        shifted(data_type).run([numbers])


@pytest.mark.parametrize("given", [[None], ["text"], [object()], [[2**70]]])
def test_what_holds_no_numbers_is_refused(given: list[Any]) -> None:
    with pytest.raises(TypeError, match=r'input 0 "x": expected an array, a Tensor or numbers, got '):
        shifted(DataType.DT_FLOAT).run(given)


@pytest.mark.parametrize("given", [None, 1.0, "text"])
def test_inputs_must_be_several_or_an_array(given: Any) -> None:
    with pytest.raises(TypeError, match="inputs must be a list, a tuple or a dictionary"):
        shifted(DataType.DT_FLOAT).run(given)


def test_rows_of_different_lengths_are_named() -> None:
    with pytest.raises(ValueError, match=r'input 0 "x": .*inhomogeneous'):
        shifted(DataType.DT_FLOAT).run([[[1.0, 2.0], [3.0]]])


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_a_model_comes_from_bytes(tmp_path: Path, kind: Callable[[bytes], Any]) -> None:
    data = Path(compiled(difference(), tmp_path)).read_bytes()

    model = OfflineModel(kind(data))

    assert f"<{len(data)} bytes>" in repr(model)
    np.testing.assert_array_equal(model.run([A, B])[0], EXPECTED)


@pytest.mark.parametrize("length", [0, 100, 300, 1000])
def test_bytes_that_are_no_model_are_refused(tmp_path: Path, length: int) -> None:
    data = Path(compiled(difference(), tmp_path)).read_bytes()

    with pytest.raises(GeError, match=rf"LoadModel failed; path=<{length} bytes>; E1"):
        OfflineModel(data[:length])
