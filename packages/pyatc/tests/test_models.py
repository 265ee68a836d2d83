"""Real models, from file to numbers: what `pyatc` makes of them computes what onnxruntime computes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import numpy as np
import onnxruntime
import pytest
from ge.offline_compile._input_shape import parse_input_shape
from ge.session import OfflineModel
from ge.utils import GeUtils
from pyatc.onnx import import_model, load

RunPyatc = Callable[..., "CompletedProcess[str]"]
RTOL, ATOL = 1e-3, 1e-4

Feeds = dict[str, "np.typing.NDArray[np.generic]"]


def _image(*shape: int) -> Feeds:
    return {"x": np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)}


def _file_bytes(batch: int) -> Feeds:
    return {"bytes": np.random.default_rng(0).integers(0, 257, (batch, 2048)).astype(np.int32)}


def _sound(batch: int) -> Feeds:
    random = np.random.default_rng(0)
    return {
        "input": random.uniform(-0.5, 0.5, (batch, 576)).astype(np.float32),
        "state": random.uniform(-0.1, 0.1, (2, batch, 128)).astype(np.float32),
        "sr": np.array(16000, np.int64),
    }


# (model, --input_shape, inputs for each run of the one compiled model)
STATIC = [
    ("ocr_detect", "x:1,3,320,224", [_image(1, 3, 320, 224)]),
    ("ocr_recognise", "x:2,3,48,160", [_image(2, 3, 48, 160)]),
    ("ocr_classify", "x:1,3,48,192", [_image(1, 3, 48, 192)]),
    ("magika", "bytes:1,2048", [_file_bytes(1)]),
    ("silero_vad", "input:1,576;state:2,1,128;sr:", [_sound(1)]),
]
DYNAMIC = [
    ("ocr_detect", "", [_image(1, 3, 160, 96), _image(1, 3, 64, 224), _image(1, 3, 160, 96)]),
    ("ocr_recognise", "x:-1,3,48,-1", [_image(1, 3, 48, 320), _image(3, 3, 48, 96)]),
    ("ocr_classify", "x:-1,3,48,192", [_image(1, 3, 48, 192), _image(6, 3, 48, 192)]),
    ("magika", "", [_file_bytes(1), _file_bytes(5)]),
    ("silero_vad", "", [_sound(1), _sound(4)]),
]


@pytest.mark.parametrize(("name", "shape", "runs"), STATIC + DYNAMIC)
def test_a_real_model_gives_the_numbers_of_onnxruntime(
    name: str, shape: str, runs: list[Feeds], real_model: Callable[[str], Path], run_pyatc: RunPyatc, tmp_path: Path
) -> None:
    source = str(real_model(name))
    words = [f"--model={source}", "--framework=5", "--soc_version=Ascend910B1", "--output=out"]

    converted = run_pyatc(*words, *([f"--input_shape={shape}"] if shape else []))

    assert converted.returncode == 0, converted.stdout + converted.stderr
    ours = OfflineModel(str(tmp_path / "out.om"))
    peer = onnxruntime.InferenceSession(source, providers=["CPUExecutionProvider"])
    assert [port.name for port in ours.inputs] == list(runs[0])
    assert [port.name for port in ours.outputs] == [output.name for output in peer.get_outputs()]
    for feeds in runs:
        results = ours.run(list(feeds.values()))
        expected = peer.run(None, feeds)
        assert len(results) == len(expected)
        for result, wanted in zip(results, expected):
            np.testing.assert_allclose(np.asarray(result), wanted, rtol=RTOL, atol=ATOL)


@pytest.mark.parametrize(
    ("name", "shape", "expected"),
    [
        ("ocr_classify", "x:1~4,3,48,192", [(1, 4), (2, 2)]),
        ("ocr_recognise", "x:1~4,3,48,32~320", [(1, 4), (4, 40), (6625, 6625)]),
    ],
)
def test_ranges_go_through_a_real_model(
    name: str, shape: str, expected: list[tuple[int, int]], real_model: Callable[[str], Path]
) -> None:
    shapes = parse_input_shape(shape)
    graph = import_model(load(str(real_model(name))), name, shapes, "NCHW")

    GeUtils.infer_shape(graph, [[dim.size for dim in shapes["x"]]])

    result = next(node for node in graph.get_all_nodes() if node.type == "NetOutput")
    assert result.get_input_desc(0).get_shape_range() == expected
