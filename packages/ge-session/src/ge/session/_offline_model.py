"""Models that are ready to run, and those from `.om` files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Union, cast, overload

import numpy as np
from ge.error import raise_ge_error
from ge.ge_global._state import fail
from ge.graph import DataType, Shape, Tensor
from ge.session import _native
from ge.session._inputs import Arrays, InputNamesError, Tensors, as_array, in_order
from numpy.typing import NDArray

_BYTES = (bytes, bytearray, memoryview)
Result = Union[Tensor, "NDArray[Any]"]  # an array has the type of the model's output


@dataclass(frozen=True)
class Port:
    """What a model takes or gives at one place.

    Attributes:
        name: Its name in the source model.
        dtype: Type of the elements.
        shape: Its dimensions; -1 where the size is open.
        shape_range: The least and the greatest size of each dimension, the greatest -1 where there is none; empty
            when no dimension has a range. A run with other sizes is refused.
    """

    name: str
    dtype: DataType
    shape: Shape
    shape_range: tuple[tuple[int, int], ...] = ()


def _ports(tuples: list[tuple[str, int, list[int], list[tuple[int, int]]]]) -> tuple[Port, ...]:
    return tuple(Port(name, DataType(kind), Shape(dims), tuple(sizes)) for name, kind, dims, sizes in tuples)


class Model:
    """What runs; several threads may run it."""

    def __init__(self, model: _native.Model) -> None:
        self._model = model
        self._inputs = _ports(model.inputs)
        self._outputs = _ports(model.outputs)
        self._names = tuple(port.name for port in self._inputs)

    def _about(self) -> dict[str, object]:
        """Which model it is, for errors."""
        raise NotImplementedError

    @property
    def inputs(self) -> tuple[Port, ...]:
        """What `run` takes, in order."""
        return self._inputs

    @property
    def outputs(self) -> tuple[Port, ...]:
        """What `run` gives, in order."""
        return self._outputs

    @overload
    def run(  # type: ignore[overload-overlap]  # without any, arrays
        self, inputs: Sequence[NoReturn] | Mapping[str, NoReturn]
    ) -> list[NDArray[Any]]: ...
    @overload
    def run(self, inputs: Tensor | Tensors) -> list[Tensor]: ...  # type: ignore[overload-overlap]  # they are arrays
    @overload
    def run(self, inputs: Arrays) -> list[NDArray[Any]]: ...
    def run(self, inputs: Tensor | Tensors | Arrays) -> list[Tensor] | list[NDArray[Any]]:
        """Compute the outputs.

        Args:
            inputs: One for each of `inputs`, of its type and a shape that it allows: in order, or by name in a
                dictionary; a Tensor or array by itself is the only one. All are tensors, or all are arrays: numpy's, or
                anything on the host with `__array__` or `__dlpack__`. Arrays in row-major order are not copied. Numbers
                and lists of numbers get the input's type where it holds them.

        Returns:
            One for each of `outputs`, in order: tensors for tensors, numpy arrays for arrays.

        Raises:
            TypeError: Tensors and arrays are mixed, or something is neither.
            GeError: Names, number, type or shape of the inputs are wrong (E13025), or an operator cannot compute with
                them; the text names the input or node, what was expected and what was given.
        """
        try:
            given = in_order(inputs, self._names)
        except InputNamesError as error:
            fail("RunModel", "E13025", str(error), **self._about())
        tensors = [value._handle for value in given if isinstance(value, Tensor)]
        if tensors and len(tensors) != len(given):
            raise TypeError("inputs must be all Tensors or all arrays")
        if not tensors:
            arrays = [v if isinstance(v, np.ndarray) else self._array(v, i) for i, v in enumerate(given)]
        try:
            if tensors:
                return [Tensor._create_from(handle) for handle in self._model.run_tensors(tensors)]
            return self._model.run_arrays(arrays)
        except (RuntimeError, ValueError):
            raise_ge_error("RunModel", **self._about())

    def _array(self, value: object, i: int) -> NDArray[Any]:
        if i >= len(self._inputs):  # one too many, which the run tells
            return np.asarray(value)
        return as_array(value, self._inputs[i].dtype, f'input {i} "{self._names[i]}"')


class OfflineModel(Model):
    """A compiled model, loaded for running; several threads may run it."""

    def __init__(
        self, path: str | os.PathLike[str] | bytes | bytearray | memoryview, *, threads: int | None = None
    ) -> None:
        """Load a model.

        Args:
            path: An `.om` file that `pyatc` or `ge.offline_compile` wrote, whose weights are mapped; or the bytes of
                one, which are shared: neither is copied, so do not change them afterwards.
            threads: How many threads its runs use, 1 to 1024. None: what the environment says, first GE_EXEC_THREADS,
                then OpenMP's variables; without any, one for each core.

        Raises:
            TypeError: An argument is of another type.
            GeError: The file cannot be read (E13000, E13001, E13015), what is read is no model for this engine
                (E10041), or the number of threads is wrong (E10001).
        """
        if threads is not None and (not isinstance(threads, int) or isinstance(threads, bool)):
            raise TypeError(f"threads must be an integer or None, got {type(threads).__name__}")
        options = {} if threads is None else {"ge.exec.threads": str(threads)}
        data = Tensor.from_numpy(np.frombuffer(path, dtype=np.uint8)) if isinstance(path, _BYTES) else None
        self._source = f"<{data.shape[0]} bytes>" if data else os.fspath(cast("str | os.PathLike[str]", path))
        try:
            opened = _native.CompiledModel.read(data._handle) if data else _native.CompiledModel.open(self._source)
            loaded = opened.load(options)
        except (RuntimeError, ValueError):
            raise_ge_error("LoadModel", **self._about())
        super().__init__(loaded)

    def _about(self) -> dict[str, object]:
        return {"path": self._source}

    def __repr__(self) -> str:
        def shown(ports: tuple[Port, ...]) -> str:
            return ", ".join(f"{port.name}: {port.dtype.name[3:].lower()}{list(port.shape)}" for port in ports)

        return f"OfflineModel({self._source!r}, {shown(self._inputs)} -> {shown(self._outputs)})"
