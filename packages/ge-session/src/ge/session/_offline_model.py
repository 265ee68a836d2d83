"""Models that are ready to run, and those from `.om` files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Union

from ge.error import raise_ge_error
from ge.graph import DataType, Shape, Tensor
from ge.session import _native
from numpy.typing import ArrayLike, NDArray

Result = Union[Tensor, "NDArray[Any]"]  # an array has the type of the model's output


@dataclass(frozen=True)
class Port:
    """What a model takes or gives at one place.

    Attributes:
        name: Its name in the source model.
        dtype: Type of the elements.
        shape: Its dimensions; -1 where any size is allowed.
    """

    name: str
    dtype: DataType
    shape: Shape


def _ports(tuples: list[tuple[str, int, list[int]]]) -> tuple[Port, ...]:
    return tuple(Port(name, DataType(kind), Shape(dims)) for name, kind, dims in tuples)


class Model:
    """What runs; several threads may run it."""

    def __init__(self, model: _native.Model) -> None:
        self._model = model
        self._inputs = _ports(model.inputs)
        self._outputs = _ports(model.outputs)

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

    def run(self, inputs: Sequence[Tensor | ArrayLike]) -> list[Result]:
        """Compute the outputs.

        Args:
            inputs: One for each of `inputs`, in order, of its type and a shape that it allows: all tensors, or all
                arrays. Arrays in row-major order are not copied.

        Returns:
            One for each of `outputs`, in order: tensors for tensors, arrays for arrays.

        Raises:
            TypeError: Tensors and arrays are mixed.
            GeError: Number, type or shape of the inputs is wrong (E13025), or an operator cannot compute with them; the
                text names the input or node, what was expected and what was given.
        """
        given = list(inputs)
        tensors = [value._handle for value in given if isinstance(value, Tensor)]
        if tensors and len(tensors) != len(given):
            raise TypeError("inputs must be all Tensors or all arrays")
        try:
            if tensors:
                return [Tensor._create_from(handle) for handle in self._model.run_tensors(tensors)]
            return list(self._model.run_arrays(given))
        except (RuntimeError, ValueError):
            raise_ge_error("RunModel", **self._about())


class OfflineModel(Model):
    """A compiled model, loaded for running; several threads may run it."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Load a model.

        Args:
            path: An `.om` file that `pyatc` or `ge.offline_compile` wrote. Its weights are mapped, not copied.

        Raises:
            GeError: The file cannot be read (E13000, E13001, E13015), or holds no model for this engine (E10041).
        """
        self._path = os.fspath(path)
        try:
            model = _native.CompiledModel.open(self._path).load()
        except (RuntimeError, ValueError):
            raise_ge_error("LoadModel", path=self._path)
        super().__init__(model)

    def _about(self) -> dict[str, object]:
        return {"path": self._path}

    def __repr__(self) -> str:
        def shown(ports: tuple[Port, ...]) -> str:
            return ", ".join(f"{port.name}: {port.dtype.name[3:].lower()}{list(port.shape)}" for port in ports)

        return f"OfflineModel({self._path!r}, {shown(self._inputs)} -> {shown(self._outputs)})"
