"""Times real models on the CPU engine and on onnxruntime, in one run, with the same threads; prints ratios.

Run by `nox -s bench [-- NAME...]`.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnxruntime
from ge.session import OfflineModel
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

Shapes = dict[str, tuple[int, ...]]

SECONDS = 2.0

# name -> (package that brings the model, its file in there, the shapes of its inputs)
MODELS: dict[str, tuple[str, str, Shapes]] = {
    "ocr_detect": ("rapidocr_onnxruntime", "models/ch_PP-OCRv4_det_infer.onnx", {"x": (1, 3, 640, 480)}),
    "ocr_recognise": ("rapidocr_onnxruntime", "models/ch_PP-OCRv4_rec_infer.onnx", {"x": (1, 3, 48, 320)}),
    "ocr_classify": ("rapidocr_onnxruntime", "models/ch_ppocr_mobile_v2.0_cls_infer.onnx", {"x": (6, 3, 48, 192)}),
    "magika": ("magika", "models/standard_v3_3/model.onnx", {"bytes": (1, 2048)}),
    "silero_vad": (
        "silero_vad",
        "data/silero_vad_16k_op15.onnx",
        {"input": (1, 576), "state": (2, 1, 128), "sr": ()},
    ),
}

TYPES = {"tensor(float)": np.float32, "tensor(int32)": np.int32, "tensor(int64)": np.int64}


def model_path(package: str, file: str) -> Path:
    """The file of a model inside a package, which is not imported."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit(f"bench: the package {package} is not installed")
    return Path(spec.submodule_search_locations[0], file)


def compiled(model: Path, shapes: Shapes, folder: Path) -> OfflineModel:
    """What `pyatc` makes of the model for these shapes."""
    text = ";".join(f"{name}:{','.join(map(str, shape))}" for name, shape in shapes.items())
    command = [sys.executable, "-m", "pyatc", "--framework=5", f"--model={model}", f"--input_shape={text}"]
    command += ["--soc_version=Ascend910B1", f"--output={folder / model.stem}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return OfflineModel(str(folder / f"{model.stem}.om"))


def session(model: Path, threads: int) -> onnxruntime.InferenceSession:
    """The peer's session, with as many threads as ours."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def feeds(peer: onnxruntime.InferenceSession, shapes: Shapes) -> dict[str, NDArray[np.generic]]:
    """Seeded inputs of the model's types."""
    random = np.random.default_rng(0)
    made: dict[str, NDArray[np.generic]] = {}
    for port in peer.get_inputs():
        kind = TYPES[port.type]
        if port.name == "sr":
            made[port.name] = np.array(16000, kind)
        elif kind is np.float32:
            made[port.name] = random.uniform(-0.5, 0.5, shapes[port.name]).astype(kind)
        else:
            made[port.name] = random.integers(0, 256, shapes[port.name]).astype(kind)
    return made


def best_ms(run: Callable[[], object]) -> float:
    """The least time of a call in milliseconds, over calls for `SECONDS`."""
    for _ in range(3):
        run()
    times, end = [], time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times) * 1e3


def main(names: list[str]) -> None:
    """Measures the named models, or all."""
    threads = int(os.environ.setdefault("OMP_NUM_THREADS", str(len(os.sched_getaffinity(0)))))
    table = Table("model", "GE-PY ms", "onnxruntime ms", "ratio", title=f"least time of a run, {threads} threads")
    with tempfile.TemporaryDirectory() as work:
        for name in names or MODELS:
            package, file, shapes = MODELS[name]
            model = model_path(package, file)
            peer = session(model, threads)
            inputs = feeds(peer, shapes)
            ours = compiled(model, shapes, Path(work))
            values = list(inputs.values())
            mine = best_ms(lambda ours=ours, values=values: ours.run(values))  # type: ignore[misc]  # bound now
            theirs = best_ms(lambda peer=peer, inputs=inputs: peer.run(None, inputs))  # type: ignore[misc]
            table.add_row(name, f"{mine:.3f}", f"{theirs:.3f}", f"{mine / theirs:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
