"""Inputs that a user gives for comparing numbers."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from ge.graph import Graph
from ge.graph._numpy import numpy_dtype
from ge.passes.checking._load import UnusableError
from ge.passes.testing._engine import runnable
from ge.passes.testing._inputs import Array

if TYPE_CHECKING:
    from ge.session import Port

__all__ = ["GivenInputs", "load_inputs"]

GivenInputs = Sequence[Array]  # in the order of the graph's inputs

_UNKNOWN_RANK = [-2]


def load_inputs(path: Path, graph: Graph) -> GivenInputs:
    """The arrays of a file, in the order of the graph's inputs.

    Args:
        path: An `.npz` file, or a folder of `.npy` files; arrays are called like the inputs.
        graph: Not changed.

    Raises:
        UnusableError: It cannot be read, an array is missing or one too many, or has another type or shape than its
            input; or the graph has no inputs that can be told, since it cannot be run.
    """
    arrays = _read_folder(path) if path.is_dir() else _read_archive(path)
    try:
        ports = runnable(graph).inputs
    except (RuntimeError, ValueError) as error:
        raise UnusableError(f"inputs {path} are of no use: the model cannot be run: {error}") from None
    names = [port.name for port in ports]
    missing = [name for name in names if name not in arrays]
    if missing:
        raise UnusableError(
            f"inputs {path}: there is no array {missing[0]!r}: the model takes {_listed(names)}, "
            f"given are {_listed(arrays)}"
        )
    surplus = [name for name in arrays if name not in names]
    if surplus:
        raise UnusableError(f"inputs {path}: the model has no input {surplus[0]!r}: it takes {_listed(names)}")
    return [_fitting(arrays[port.name], port, path) for port in ports]


def _listed(names: Sequence[str] | Mapping[str, Array]) -> str:
    return ", ".join(repr(name) for name in names) or "none"


def _read_archive(path: Path) -> dict[str, Array]:
    if not path.is_file():
        raise UnusableError(f"there are no inputs {path}")
    if path.suffix != ".npz":
        raise UnusableError(f"inputs {path} must be an .npz file or a folder of .npy files")
    try:
        with np.load(path, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except (OSError, EOFError, ValueError, zipfile.BadZipFile) as error:
        raise UnusableError(f"inputs {path} cannot be read: {error}") from None


def _read_folder(path: Path) -> dict[str, Array]:
    files = sorted(path.rglob("*.npy"))
    if not files:
        raise UnusableError(f"inputs {path}: there is no .npy file in this folder")
    return {file.relative_to(path).with_suffix("").as_posix(): _read_array(file) for file in files}


def _read_array(path: Path) -> Array:
    try:
        array: Array = np.load(path, allow_pickle=False)
    except (OSError, EOFError, ValueError) as error:
        raise UnusableError(f"input {path} cannot be read: {error}") from None
    return array


def _fitting(array: Array, port: Port, path: Path) -> Array:
    """The array, if it is one for the port; files hold types that numpy does not know as plain bytes."""
    dtype = numpy_dtype(port.dtype)
    if dtype is not None and array.dtype.kind == "V" and array.dtype.itemsize == dtype.itemsize:
        array = array.view(dtype)
    if dtype is not None and array.dtype != dtype:
        raise UnusableError(f"inputs {path}: {port.name!r} is {array.dtype}, the model takes {dtype}")
    wanted = list(port.shape)
    fits = len(wanted) == array.ndim and all(want in (-1, size) for want, size in zip(wanted, array.shape))
    if wanted != _UNKNOWN_RANK and not fits:
        raise UnusableError(
            f"inputs {path}: {port.name!r} has shape {list(array.shape)}, the model takes {wanted}"
            + (", any size for -1" if -1 in wanted else "")
        )
    return array
