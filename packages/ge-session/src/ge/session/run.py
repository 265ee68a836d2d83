"""Runs an `.om` file from the command line: `python -m ge.session.run model.om --input in.npz --output out.npz`."""

from __future__ import annotations

import argparse
import sys
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from ge._internal.whole_file import replacing
from ge.session import GeError, OfflineModel, Port
from numpy.typing import NDArray

Array = NDArray[np.generic]


class _InputError(Exception):
    """The command line or the input file does not fit the model."""


def _numpy_type(port: Port) -> np.dtype[np.generic]:
    names = {"FLOAT": "float32", "DOUBLE": "float64"}
    short = port.dtype.name.removeprefix("DT_")
    try:
        return np.dtype(names.get(short, short.lower()))
    except TypeError as error:
        raise _InputError(f"input '{port.name}' has type {port.dtype.name}, for which --input is needed") from error


def _given_shapes(text: str) -> dict[str, list[int]]:
    shapes = {}
    for entry in filter(None, text.split(";")):
        name, colon, dims = entry.rpartition(":")
        if name in shapes:
            raise _InputError(f"--shape has '{entry}', but '{name}' has a shape already")
        try:
            shapes[name] = [int(dim) for dim in dims.split(",") if dim]
        except ValueError as error:
            raise _InputError(f"--shape has '{entry}', expected for example 'x:1,3,224,224'") from error
        if not colon:
            raise _InputError(f"--shape has '{entry}', expected for example 'x:1,3,224,224'")
    return shapes


def _random_input(port: Port, shape: Sequence[int], random: np.random.Generator) -> Array:
    """Values for a port: uniform from -1 to 1, or 0 and 1 for integers and bools."""
    dtype = _numpy_type(port)
    if dtype.kind in "iub":
        return random.integers(0, 2, shape).astype(dtype)
    return random.uniform(-1, 1, shape).astype(dtype)


def _smallest_shape(port: Port) -> list[int]:
    """The port's shape, each open dimension as short as its range allows, but not empty."""
    least = [low for low, _ in port.shape_range] or [1] * len(port.shape)
    return [max(low, 1) if dim < 0 else dim for dim, low in zip(port.shape, least)]


def _declared(port: Port) -> str:
    """What a port is: its type, and its dimensions with their ranges."""
    sizes = port.shape_range or [(dim, dim) for dim in port.shape]
    dims = [
        f"{low}~{'' if high < 0 else high}" if dim < 0 and port.shape_range else str(dim)
        for dim, (low, high) in zip(port.shape, sizes)
    ]
    return f"{port.dtype.name.removeprefix('DT_').lower()}[{', '.join(dims)}]"


def _random_inputs(model: OfflineModel, shapes: dict[str, list[int]], seed: int) -> list[Array]:
    random = np.random.default_rng(seed)
    unknown = set(shapes) - {port.name for port in model.inputs}
    if unknown:
        raise _InputError(f"--shape names {sorted(unknown)}, but the inputs are {[p.name for p in model.inputs]}")
    return [_random_input(port, shapes.get(port.name, _smallest_shape(port)), random) for port in model.inputs]


def _read_inputs(model: OfflineModel, path: str) -> list[Array]:
    try:
        loaded = np.load(path, allow_pickle=False)
        if isinstance(loaded, np.ndarray):  # .npy
            return _only_input(model, loaded, path)
        with loaded as archive:
            arrays = {name: archive[name] for name in archive.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise _InputError(f"--input '{path}' is no .npz or .npy file that can be read: {error}") from error
    missing = [port.name for port in model.inputs if port.name not in arrays]
    if missing:
        raise _InputError(f"--input '{path}' has {sorted(arrays)}, but not the inputs {missing}")
    return [arrays[port.name] for port in model.inputs]


def _only_input(model: OfflineModel, array: Array, path: str) -> list[Array]:
    if len(model.inputs) != 1:
        names = [port.name for port in model.inputs]
        raise _InputError(f"--input '{path}' has one array, but the inputs are {names}: put them into an .npz by name")
    return [array]


def _write_outputs(model: OfflineModel, results: list[Array], path: str) -> None:
    """Write the results by name, whole or not at all."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary, open(temporary, "xb") as file:
        np.savez(file, allow_pickle=False, **{port.name: result for port, result in zip(model.outputs, results)})


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ge.session.run", description="Run an .om file on the CPU engine.")
    parser.add_argument("model", help="the .om file")
    parser.add_argument(
        "--input",
        metavar="FILE",
        help="an .npz with an array for each input, by name, or for one input an .npy; else inputs are random",
    )
    parser.add_argument("--output", metavar="NPZ", help="where the results go, by name")
    parser.add_argument(
        "--shape", default="", help="sizes of random inputs: 'x:1,3,224,224;y:2' (open dims: else the least)"
    )
    parser.add_argument("--runs", type=int, default=10, help="timed runs when inputs are random (default 10)")
    parser.add_argument("--seed", type=int, default=0, help="of random inputs (default 0)")
    return parser


def _time_runs(model: OfflineModel, inputs: list[Array], runs: int) -> None:
    milliseconds = []
    for _ in range(runs):
        start = time.perf_counter()
        model.run(inputs)
        milliseconds.append((time.perf_counter() - start) * 1e3)
    print(f"{runs} runs: min {min(milliseconds):.3f} ms, median {np.median(milliseconds):.3f} ms")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        words: The command's words; None: those of the process.

    Returns:
        The exit status: 0, or 1 after a message on standard error.
    """
    arguments = _parser().parse_args(words)
    try:
        if arguments.runs < 0:
            raise _InputError(f"--runs is {arguments.runs}, expected 0 or more")
        model = OfflineModel(arguments.model)
        for port in model.inputs:
            print(f"input {port.name}: {_declared(port)}")
        if arguments.input:
            inputs = _read_inputs(model, arguments.input)
        else:
            inputs = _random_inputs(model, _given_shapes(arguments.shape), arguments.seed)
        results = [np.asarray(result) for result in model.run(inputs)]
        for port, result in zip(model.outputs, results):
            print(f"{port.name}: {result.dtype}{list(result.shape)}")
        if not arguments.input and arguments.runs > 0:
            _time_runs(model, inputs, arguments.runs)
        if arguments.output:
            _write_outputs(model, results, arguments.output)
    except (GeError, _InputError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
