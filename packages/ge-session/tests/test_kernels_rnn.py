"""LSTM layers, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kernel_runs import check, numbers, onnx_run, run

CASES: list[dict[str, Any]] = [
    {},
    {"direction": "reverse"},
    {"direction": "bidirectional"},
    {"without": (3, 5, 6)},
    {"peepholes": True, "direction": "bidirectional"},
    {"lengths": [5, 2, 3], "direction": "bidirectional"},
    {"lengths": [1, 4, 5], "peepholes": True},
    {"clip": 0.3},
    {"input_forget": 1, "peepholes": True},
    {
        "activations": ["HardSigmoid", "LeakyRelu", "Affine"],
        "activation_alpha": [0.3, 0.2, 0.7],
        "activation_beta": [0.4, 0.1],
    },
    {"activations": ["Sigmoid", "Tanh", "Relu"]},
]


def compare(case: dict[str, Any], sizes: tuple[int, int, int, int], constant: tuple[int, ...], dtype: Any) -> None:
    time, batch, size, hidden = sizes
    rng = np.random.default_rng(60)
    directions = 2 if case.get("direction") == "bidirectional" else 1
    shapes: list[tuple[int, ...]] = [(time, batch, size), (directions, 4 * hidden, size)]
    shapes += [(directions, 4 * hidden, hidden), (directions, 8 * hidden), (0,)]
    shapes += [(directions, batch, hidden)] * 2 + [(directions, 3 * hidden)]
    inputs: list[Any] = [numbers(rng, shape, np.float32, -1, 1) for shape in shapes]
    inputs[4] = np.array(case["lengths"], np.int32) if "lengths" in case else None
    for place in [*case.get("without", ()), *([] if case.get("peepholes") else [7])]:
        inputs[place] = None
    attrs = {key: value for key, value in case.items() if key not in ("without", "lengths", "peepholes")}
    attrs["hidden_size"] = hidden
    expected = [array.astype(dtype) for array in onnx_run("LSTM", inputs, attrs, opset=14, outputs=3)]

    given = [x if x is None or x.dtype == np.int32 else x.astype(dtype) for x in inputs]
    loose = 2e-5 if dtype == np.float32 else 2e-2
    check("CommonLSTM", given, expected, attrs, constant=constant, tolerance=loose)


@pytest.mark.parametrize("constant", [(), (1, 2, 3)], ids=["given", "constant"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_layers(case: dict[str, Any], constant: tuple[int, ...]) -> None:
    compare(case, (5, 3, 7, 6), tuple(i for i in constant if i not in case.get("without", ())), np.float32)


@pytest.mark.parametrize("sizes", [(1, 1, 128, 128), (20, 1, 40, 64)], ids=str)
def test_sizes(sizes: tuple[int, int, int, int]) -> None:
    compare({}, sizes, (1, 2, 3), np.float32)


def test_an_empty_batch_gives_empty_results() -> None:
    time, size, hidden = 3, 4, 5
    x = np.zeros((time, 0, size), np.float32)
    w, r = (np.ones((1, 4 * hidden, columns), np.float32) for columns in (size, hidden))

    results = run("CommonLSTM", [x, w, r, None, None, None, None, None], {"hidden_size": hidden})

    assert [result.shape for result in results] == [(time, 1, 0, hidden), (1, 0, hidden), (1, 0, hidden)]


def test_half() -> None:
    compare({}, (4, 2, 5, 6), (), np.float16)


def test_an_unknown_activation_is_refused() -> None:
    x, w, r = (np.zeros(shape, np.float32) for shape in ((1, 1, 2), (1, 12, 2), (1, 12, 3)))
    attrs = {"hidden_size": 3, "activations": ["Sigmoid", "Sine", "Tanh"]}

    with pytest.raises(RuntimeError, match="activation Sine is not one of"):
        run("CommonLSTM", [x, w, r, None, None, None, None, None], attrs)
