"""The main job: a real ONNX model through `pyatc` with a Python fusion pass loaded, then run and checked.

The model reads text in pictures (PP-OCRv4 recognition, from the PyPI package rapidocr-onnxruntime). It is given a
picture of digits, and what it reads, its numbers and its time are shown beside onnxruntime's.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from ge.session import OfflineModel
from numpy.typing import NDArray

TEXT = "20261129"
PASSES = Path(__file__).parent / "passes" / "hard_swish.py"
PASS_NAME = "FuseHardSwish"
TIMED_RUNS = 20
RTOL, ATOL = 1e-3, 1e-4
# Five by seven dots a digit, a number a row, the leftmost dot the highest bit.
DIGITS = {
    "0": (14, 17, 19, 21, 25, 17, 14),
    "1": (4, 12, 4, 4, 4, 4, 14),
    "2": (14, 17, 1, 2, 4, 8, 31),
    "6": (6, 8, 16, 30, 17, 17, 14),
    "9": (14, 17, 17, 15, 1, 2, 12),
}

Array = NDArray[np.float32]


def find_model() -> Path:
    """The model file inside the installed package, which is not imported."""
    package = importlib.util.find_spec("rapidocr_onnxruntime")
    if package is None or not package.submodule_search_locations:
        raise SystemExit("demo: the package rapidocr-onnxruntime, which brings the model, is not installed")
    return Path(package.submodule_search_locations[0], "models", "ch_PP-OCRv4_rec_infer.onnx")


def draw(text: str) -> Array:
    """A picture of digits, black on white, as the model takes it: float32 [1, 3, 48, width] from -1 to 1."""
    dots = np.zeros((9, 6 * len(text) + 2))
    for i, character in enumerate(text):
        for row, bits in enumerate(DIGITS[character]):
            dots[1 + row, 2 + 6 * i : 7 + 6 * i] = [bits >> (4 - column) & 1 for column in range(5)]
    ink = np.pad(np.kron(dots, np.ones((5, 4))), ((2, 1), (8, 8)))
    for axis in (0, 1):
        ink = np.apply_along_axis(lambda line: np.convolve(line, np.ones(3) / 3, "same"), axis, ink)
    return np.repeat((1 - 2 * ink)[None, None], 3, axis=1).astype(np.float32)


def read_text(scores: Array, model: Path) -> str:
    """What the model read: at each place the likeliest sign, repeats and blanks left out."""
    metadata = {entry.key: entry.value for entry in onnx.load(model, load_external_data=False).metadata_props}
    signs = ["", *metadata["character"].split("\n"), " "]
    best = scores[0].argmax(axis=1)
    return "".join(signs[now] for before, now in zip([0, *best], best) if now != before)


def compile_model(model: Path, folder: Path) -> Path:
    """Run `pyatc` as a user would, with the example pass loaded; gives the `.om`."""
    command = [sys.executable, "-m", "pyatc", "--framework=5", f"--model={model}", "--soc_version=Ascend910B1"]
    command += [f"--output={folder / 'rec'}", "--input_shape=x:1,3,48,-1"]
    print("$ " + " ".join(["pyatc", *command[3:]]))
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "ASCEND_GE_PY_PASS_PATH": str(PASSES),
        "ASCEND_WORK_PATH": str(folder),
    }
    subprocess.run(command, check=True, env=environment, stdin=subprocess.DEVNULL)
    return folder / "rec.om"


def match_count(folder: Path) -> int:
    """How often the example pass matched, from the statistics that the compiler writes."""
    (statistics,) = folder.rglob("fusion_result.json")
    return sum(
        int(passes[PASS_NAME]["match_times"])
        for graph in json.loads(statistics.read_text()).values()
        for passes in graph.values()
        if isinstance(passes, dict) and PASS_NAME in passes
    )


def median_ms(run: Callable[[], object]) -> float:
    """Median time of a call in milliseconds, after one call that is not counted."""
    run()
    times = []
    for _ in range(TIMED_RUNS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return float(np.median(times)) * 1e3


def main() -> None:
    """Compile, run, compare and print; exit status 1 when the numbers differ."""
    model, picture = find_model(), draw(TEXT)
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        compiled = compile_model(model, folder)
        matches, size = match_count(folder), compiled.stat().st_size
        ours = OfflineModel(str(compiled))
        result = np.asarray(ours.run([picture])[0])
        peer = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
        expected = peer.run(None, {"x": picture})[0]
        times = median_ms(lambda: ours.run([picture])), median_ms(lambda: peer.run(None, {"x": picture}))

    largest = float(np.abs(result - expected).max())
    print(f"pass {PASS_NAME}  matched {matches} times")
    print(f"rec.om               {size / 1e6:.1f} MB")
    print(f"picture of           {TEXT!r}")
    print(f"GE-PY reads          {read_text(result, model)!r} in {times[0]:.1f} ms")
    print(f"onnxruntime reads    {read_text(expected, model)!r} in {times[1]:.1f} ms")
    print(f"largest difference   {largest:.2e} of {result.size} numbers (allowed: {ATOL} + {RTOL} * |x|)")
    if not np.allclose(result, expected, rtol=RTOL, atol=ATOL):
        raise SystemExit("demo: the numbers differ")
    print("the numbers agree")


if __name__ == "__main__":
    main()
