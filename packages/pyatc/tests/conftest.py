"""What the tests of pyatc share: the command as users run it, and the real models."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

# Name of a model -> the PyPI package that brings it, and its place in there. The packages are not imported.
MODELS = {
    "ocr_detect": ("rapidocr_onnxruntime", "models/ch_PP-OCRv4_det_infer.onnx"),
    "ocr_recognise": ("rapidocr_onnxruntime", "models/ch_PP-OCRv4_rec_infer.onnx"),
    "ocr_classify": ("rapidocr_onnxruntime", "models/ch_ppocr_mobile_v2.0_cls_infer.onnx"),
    "magika": ("magika", "models/standard_v3_3/model.onnx"),
    "silero_vad": ("silero_vad", "data/silero_vad_16k_op15.onnx"),
}

RunPyatc = Callable[..., "subprocess.CompletedProcess[str]"]


def model_path(name: str) -> Path:
    """The file of a real model."""
    package, file = MODELS[name]
    spec = importlib.util.find_spec(package)
    assert spec is not None, f"the package {package} of the lock is not installed"
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0], file)


@pytest.fixture
def real_model() -> Callable[[str], Path]:
    return model_path


@pytest.fixture
def run_pyatc(tmp_path: Path) -> RunPyatc:
    """Runs `python -m ge.pyatc` with these words in an empty folder."""

    def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "ge.pyatc", *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    return run
