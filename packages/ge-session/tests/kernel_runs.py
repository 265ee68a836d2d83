"""Runs one operator on the CPU engine and compares it with numpy: what the tests of kernels share."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, Callable, Union

import ge.es.all as es
import numpy as np
from ge.es import GraphBuilder, TensorHolder
from ge.ge_global import GeApi
from ge.graph import DataType, Format, Graph, Tensor
from ge.session import Session
from ml_dtypes import bfloat16
from numpy.typing import NDArray

Array = NDArray[Any]
# None: not connected. A list: the tensors of a dynamic input.
Input = Union[Array, None, Sequence[Array]]

FLOATS = [np.dtype(name) for name in (np.float32, np.float16, bfloat16, np.float64)]
INTEGERS = [np.dtype(name) for name in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")]
NUMBERS = FLOATS + INTEGERS
PLAIN = [*NUMBERS, np.dtype(bool)]
# How far results may be from the exact ones, relative and absolute.
TOLERANCES = {"float32": 5e-6, "float16": 2e-3, "bfloat16": 1.6e-2, "float64": 1e-12}

_numbers = itertools.count(1)
_sessions: list[Session] = []


def run(
    operator: str,
    inputs: Sequence[Input],
    attrs: Mapping[str, Any] | None = None,
    *,
    constant: Sequence[int] = (),
    extra: Mapping[str, int | str] | None = None,
    formats: Mapping[int, Format] | None = None,
    dynamic: bool = False,
) -> list[Array]:
    """The operator's outputs.

    Args:
        operator: Its type.
        inputs: In the order of the prototype.
        attrs: As the function in `ge.es` takes them, subgraphs and sizes of dynamic outputs included.
        constant: Numbers of the inputs that are constants of the graph and not given when it runs.
        extra: Attributes that the prototype does not have.
        formats: Layouts of inputs by number; ND where nothing is said.
        dynamic: Whether no dimension of what is given is known before the graph runs.
    """
    builder = GraphBuilder("one")
    given: list[Array] = []

    def tensor(array: Array, place: int) -> TensorHolder:
        layout = (formats or {}).get(place, Format.FORMAT_ND)
        if place in constant:
            return es.Const(builder, value=Tensor.from_numpy(array, format=layout))
        given.append(array)
        shape = [-1] * array.ndim if dynamic else list(array.shape)
        data_type = Tensor.from_numpy(array).data_type
        return builder.create_input(len(given) - 1, data_type=data_type, format=layout, shape=shape)

    arguments: list[Any] = []
    for place, value in enumerate(inputs):
        if value is None or isinstance(value, np.ndarray):
            arguments.append(None if value is None else tensor(value, place))
        else:
            arguments.append([tensor(array, place) for array in value])
    result = getattr(es, operator)(*arguments, **(attrs or {}))
    outputs = [result] if isinstance(result, TensorHolder) else list(result)
    for name, setting in (extra or {}).items():
        set_attr = builder.set_node_attr_string if isinstance(setting, str) else builder.set_node_attr_int64
        set_attr(outputs[0], name, setting)  # type: ignore[arg-type]  # one of the two takes it
    return _run_graph(builder.build_and_reset(outputs), given)


def check(
    operator: str,
    inputs: Sequence[Input],
    expected: Array | Sequence[Array | None],
    attrs: Mapping[str, Any] | None = None,
    *,
    tolerance: float | None = None,
    **options: Any,
) -> None:
    """Run the operator and compare: floats within the tolerance of their type, all else exactly; None: any result."""
    wanted = [expected] if isinstance(expected, np.ndarray) else list(expected)
    for index, (result, want) in enumerate(zip(run(operator, inputs, attrs, **options), wanted)):
        if want is None:
            continue
        where = f"{operator}, output {index}, {want.dtype}"
        assert result.shape == want.shape, f"{where}: shape {result.shape}, expected {want.shape}"
        assert result.dtype == want.dtype, f"{where}: given {result.dtype}"
        if want.dtype.name not in TOLERANCES:
            np.testing.assert_array_equal(result, want, err_msg=where)
            continue
        within = TOLERANCES[want.dtype.name] if tolerance is None else tolerance
        np.testing.assert_allclose(
            result.astype(np.float64), want.astype(np.float64), rtol=within, atol=within, err_msg=where
        )


def run_function(function: Callable[..., Any], *arrays: Array) -> Array:
    """What a function of tensors, which makes the graph, gives for these arrays as inputs."""
    builder = GraphBuilder("function")
    inputs = [builder.create_input(i, data_type=array.dtype, shape=array.shape) for i, array in enumerate(arrays)]
    return _run_graph(builder.build_and_reset([function(*inputs)]), list(arrays))[0]


def numbers(rng: np.random.Generator, shape: Sequence[int], dtype: Any, low: float = -9, high: float = 9) -> Array:
    """Random elements of any type, none negative where the type has no sign."""
    kind = np.dtype(dtype)
    if kind == np.dtype(bool):
        return rng.integers(0, 2, shape).astype(bool)
    if kind.kind in "iu":
        return rng.integers(max(int(low), 0) if kind.kind == "u" else int(low), int(high), shape).astype(kind)
    return np.asarray(rng.uniform(low, high, shape)).astype(kind)


def onnx_run(
    operator: str, inputs: Sequence[Array | None], attrs: Mapping[str, Any], opset: int = 17, outputs: int = 1
) -> list[Array]:
    """What onnxruntime gives for ONNX's operator."""
    import onnxruntime
    from onnx import helper

    names = ["" if array is None else f"x{i}" for i, array in enumerate(inputs)]
    results = [f"y{i}" for i in range(outputs)]
    feeds = {name: array for name, array in zip(names, inputs) if array is not None}
    graph = helper.make_graph(
        [helper.make_node(operator, names, results, **attrs)],
        "one",
        [
            helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
            for name, array in feeds.items()
        ],
        [helper.make_empty_tensor_value_info(name) for name in results],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return [np.asarray(array) for array in session.run(None, feeds)]


def data_type_number(dtype: Any) -> int:
    """The number of the data type whose elements numpy holds as `dtype`."""
    return int(DataType(Tensor.from_numpy(np.zeros(1, dtype)).data_type).value)


def _run_graph(graph: Graph, given: list[Array]) -> list[Array]:
    if not _sessions:
        GeApi.ge_initialize({"ge.exec.deviceId": "0"})
        _sessions.append(Session())
    number = next(_numbers)
    _sessions[0].add_graph(number, graph)
    results = _sessions[0].run_graph(number, [Tensor.from_numpy(array) for array in given])
    _sessions[0].remove_graph(number)
    return [np.array(result.numpy()) for result in results]
