"""Times generated models on the CPU engine, onnxruntime and OpenVINO, in one run, with as many threads.

    inference.py [NAME...]

Run by `nox -s bench -- inference`. Every peer takes a run in turn; the least time of each counts, by the clock.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from compare import OURS
from generated_models import MODELS, GeneratedModel
from peers import present
from rich.console import Console
from rich.table import Table

SECONDS = 6.0
Run = Callable[[], Any]  # a result of the peer's own kind
Maker = Callable[[Path, dict[str, Any], int], Run]


def ours(path: Path, feeds: dict[str, Any], threads: int) -> Run:
    """The compiled model on the CPU engine."""
    from ge.session import OfflineModel

    command = [sys.executable, "-m", "pyatc", "--framework=5", f"--model={path}", "--soc_version=Ascend910B1"]
    subprocess.run([*command, f"--output={path.with_suffix('')}"], check=True, stdout=subprocess.DEVNULL)
    model = OfflineModel(str(path.with_suffix(".om")))
    values = list(feeds.values())
    return lambda: model.run(values)


def onnxruntime_peer() -> Maker:
    """ONNX Runtime on its CPU provider."""
    import onnxruntime

    def make(path: Path, feeds: dict[str, Any], threads: int) -> Run:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        return lambda: session.run(None, feeds)

    return make


def openvino_peer(precision: str) -> Callable[[], Maker]:
    """OpenVINO on the CPU, computing in `precision`."""

    def maker() -> Maker:
        import openvino

        def make(path: Path, feeds: dict[str, Any], threads: int) -> Run:
            config = {"INFERENCE_PRECISION_HINT": precision, "INFERENCE_NUM_THREADS": threads}
            compiled = openvino.Core().compile_model(str(path), "CPU", config)
            request = compiled.create_infer_request()
            return lambda: request.infer(feeds)

        return make

    return maker


PEERS: dict[str, Callable[[], Maker]] = {
    OURS: lambda: ours,
    "onnxruntime": onnxruntime_peer,
    "OpenVINO": openvino_peer("f32"),
    "OpenVINO bf16": openvino_peer("bf16"),
}


def feeds_of(generated: GeneratedModel) -> dict[str, Any]:
    """Seeded inputs."""
    random = np.random.default_rng(0)
    return {name: random.standard_normal(shape).astype(np.float32) for name, shape in generated.inputs.items()}


def least_ms(runs: dict[str, Run]) -> dict[str, float]:
    """The least time of a run by peer, each in its turn."""
    best = dict.fromkeys(runs, float("inf"))
    for run in runs.values():
        run()
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        for name, run in runs.items():
            start = time.perf_counter()
            run()
            best[name] = min(best[name], (time.perf_counter() - start) * 1e3)
    return best


def main(names: list[str]) -> None:
    """Measures the named models, or all."""
    threads = int(os.environ.setdefault("OMP_NUM_THREADS", str(len(os.sched_getaffinity(0)))))
    makers = present(PEERS)
    table = Table("milliseconds", *makers, title=f"least time of a run, {threads} threads (times ours)")
    for name in names or MODELS:
        generated = MODELS[name]()
        feeds = feeds_of(generated)
        with tempfile.TemporaryDirectory() as work:
            path = Path(work, "model.onnx")
            onnx.save(generated.model, path)
            best = least_ms({peer: make(path, feeds, threads) for peer, make in makers.items()})
        mine = best[OURS]
        table.add_row(name, *(f"{best[peer]:.3f} ({best[peer] / mine:.2f})" for peer in makers))
    Console(width=120).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
