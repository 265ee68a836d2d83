"""The example passes on chains that exporters write: ONNX in, the numbers of onnxruntime out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from conftest import PASSES, Array, Compile
from exported_models import (
    Exporter,
    attention,
    gelu,
    gelu_halved_first,
    gelu_tanh,
    gelu_tanh_of_pow,
    layer_norm,
    transformer_layer,
)
from ge.session import OfflineModel
from pyatc.onnx import import_model

Shapes = dict[str, list[int]]
RTOL, ATOL = 1e-4, 1e-5


def feeds_of(shapes: Shapes) -> dict[str, Array]:
    rng = np.random.default_rng(37)
    return {name: rng.uniform(-2, 2, shape).astype(np.float32) for name, shape in shapes.items()}


def onnx_results(model: onnx.ModelProto, feeds: dict[str, Array]) -> Array:
    """As onnxruntime computes the operators one by one: its own fusion takes any power for a layer normalisation."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    peer = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return np.asarray(peer.run(None, feeds)[0])


def check(compile_with: Compile, passes: list[str], model: onnx.ModelProto, shapes: Shapes, operators: str) -> None:
    """With the passes the graph has these operators, and the numbers stay those of onnxruntime."""
    feeds = feeds_of(shapes)
    expected = onnx_results(model, feeds)
    off = compile_with(import_model(model, "off"))
    on = compile_with(import_model(model, "on"), *passes)

    assert " ".join(sorted(on.types.elements())) == operators
    assert off.types != on.types
    for compiled in (off, on):
        np.testing.assert_allclose(compiled.run(list(feeds.values()))[0], expected, rtol=RTOL, atol=ATOL)


@pytest.mark.parametrize("version", [13, 18])
@pytest.mark.parametrize("shape", [[8], [5, 8]], ids=str)
@pytest.mark.parametrize("twice", [False, True])
def test_layer_norm(compile_with: Compile, version: int, shape: list[int], twice: bool) -> None:
    e = Exporter(version)
    model = e.model({"x": [2, 5, 8]}, layer_norm(e, "x", shape, twice=twice))

    check(compile_with, ["FuseLayerNorm"], model, {"x": [2, 5, 8]}, "LayerNorm")


GELUS: list[tuple[str, Callable[[Exporter, str], str]]] = [
    ("FuseErfGelu", gelu),
    ("FuseErfGelu", gelu_halved_first),
    ("FuseTanhGelu", gelu_tanh),
    ("FuseTanhGeluOfPow", gelu_tanh_of_pow),
]


@pytest.mark.parametrize(("name", "write"), GELUS, ids=lambda value: getattr(value, "__name__", ""))
def test_gelu(compile_with: Compile, name: str, write: Callable[[Exporter, str], str]) -> None:
    e = Exporter()
    model = e.model({"x": ["rows", 70]}, write(e, "x"))

    check(compile_with, [name], model, {"x": [3, 70]}, "GeluV2")


@pytest.mark.parametrize("scaling", ["divided", "multiplied", "each"])
@pytest.mark.parametrize("mask", [None, [2, 1, 1, 7], [2, 4, 5, 7]], ids=str)
@pytest.mark.parametrize("turned_twice", [False, True])
def test_attention(compile_with: Compile, scaling: str, mask: list[int] | None, turned_twice: bool) -> None:
    shapes = {"q": [2, 5, 4, 8], "k": [2, 7, 4, 8], "v": [2, 7, 4, 3], **({"mask": mask} if mask else {})}
    e = Exporter()
    result = attention(e, "q", "k", "v", scaling=scaling, mask="mask" if mask else None, turned_twice=turned_twice)

    operators = "FlashAttentionScore" + " Transpose" * 4
    check(compile_with, ["FuseAttention"], e.model(shapes, result), shapes, operators)


def test_attention_over_a_batch_that_is_not_known(compile_with: Compile) -> None:
    e = Exporter()
    model = e.model({"q": ["n", "m", 4, 8], "k": ["n", "m", 4, 8]}, attention(e, "q", "k", "k"))

    for batch, rows in ((1, 3), (2, 9)):
        shapes = {"q": [batch, rows, 4, 8], "k": [batch, rows, 4, 8]}
        check(compile_with, ["FuseAttention"], model, shapes, "FlashAttentionScore" + " Transpose" * 4)


def softmax_over_rows(e: Exporter) -> str:
    scores = e("Div", e("MatMul", "x", e("Transpose", "x", perm=[0, 1, 3, 2])), e.constant(2))
    return e("MatMul", e("Softmax", scores, axis=2), "x")


def mask_that_stretches(e: Exporter) -> str:
    scores = e("Div", e("MatMul", "x", e("Transpose", "x", perm=[0, 1, 3, 2])), e.constant(2))
    return e("MatMul", e("Softmax", e("Add", scores, e.weight(3, 2, 5, 5)), axis=-1), "x")


CUBE, HEADS = [2, 5, 8], [1, 2, 5, 8]


# What is not quite what the operator computes, and the pass that must leave it alone.
@pytest.mark.parametrize(
    ("write", "shape", "name"),
    [
        pytest.param(lambda e: layer_norm(e, "x", [8], exponent=4), CUBE, "FuseLayerNorm", id="another power"),
        pytest.param(lambda e: layer_norm(e, "x", [8], axes=[1]), CUBE, "FuseLayerNorm", id="other axes"),
        pytest.param(lambda e: layer_norm(e, "x", [1]), CUBE, "FuseLayerNorm", id="one gamma for all"),
        pytest.param(lambda e: gelu(e, "x", root=1.5), CUBE, "FuseErfGelu", id="another root"),
        pytest.param(lambda e: gelu(e, "x", half=[[[[0.5]]]]), CUBE, "FuseErfGelu", id="one more dimension"),
        pytest.param(lambda e: gelu(e, "x", half=[0.5] * 8), CUBE, "FuseErfGelu", id="a half for each"),
        (softmax_over_rows, HEADS, "FuseAttention"),
        (mask_that_stretches, HEADS, "FuseAttention"),
    ],
)
def test_what_is_something_else_stays(
    compile_with: Compile, write: Callable[[Exporter], str], shape: list[int], name: str
) -> None:
    e = Exporter()
    model = e.model({"x": shape}, write(e))
    feeds = feeds_of({"x": shape})

    off = compile_with(import_model(model, "off"))
    on = compile_with(import_model(model, "on"), name)

    assert on.types == off.types
    np.testing.assert_allclose(on.run(list(feeds.values()))[0], onnx_results(model, feeds), rtol=RTOL, atol=ATOL)


def norm_model() -> tuple[onnx.ModelProto, Shapes]:
    e = Exporter()
    return e.model({"x": ["n", 6, 32]}, layer_norm(e, "x", [32])), {"x": [3, 6, 32]}


def gelu_model() -> tuple[onnx.ModelProto, Shapes]:
    e = Exporter()
    return e.model({"x": [4, 32]}, gelu_tanh(e, gelu(e, "x"))), {"x": [4, 32]}


def attention_model() -> tuple[onnx.ModelProto, Shapes]:
    shapes = {"q": [2, 5, 4, 8], "k": [2, 7, 4, 8], "v": [2, 7, 4, 8], "mask": [2, 1, 5, 7]}
    e = Exporter()
    return e.model(shapes, attention(e, "q", "k", "v", mask="mask")), shapes


def transformer_model() -> tuple[onnx.ModelProto, Shapes]:
    shapes = {"x": [2, 6, 32], "mask": [2, 1, 1, 6]}
    e = Exporter()
    return e.model(shapes, transformer_layer(e, transformer_layer(e, "x", "mask"), "mask")), shapes


def hits(folder: Path) -> dict[str, int]:
    """How often each pass replaced something, from the statistics that the compiler writes."""
    (statistics,) = folder.rglob("fusion_result.json")
    (graph,) = json.loads(statistics.read_text(encoding="utf-8")).values()
    return {name: int(entry["effect_times"]) for name, entry in graph["graph_fusion"].items()}


@pytest.mark.parametrize(
    ("file", "make", "expected"),
    [
        ("fuse_layer_norm.py", norm_model, {"FuseLayerNorm": 1}),
        ("fuse_gelu.py", gelu_model, {"FuseErfGelu": 1, "FuseTanhGelu": 1}),
        ("fuse_attention.py", attention_model, {"FuseAttention": 1}),
        (
            "fuse_attention.py:fuse_gelu.py:fuse_layer_norm.py",
            transformer_model,
            {"FuseAttention": 2, "FuseErfGelu": 2, "FuseLayerNorm": 4},
        ),
    ],
)
def test_pyatc_runs_the_passes_on_a_model(
    file: str, make: Callable[[], tuple[onnx.ModelProto, Shapes]], expected: dict[str, int], tmp_path: Path
) -> None:
    model, shapes = make()
    onnx.save(model, tmp_path / "model.onnx")
    feeds = feeds_of(shapes)
    environment = {
        "PYTHONPATH": os.pathsep.join(sys.path),
        "ASCEND_GE_PY_PASS_PATH": os.pathsep.join(str(PASSES / name) for name in file.split(":")),
        "ASCEND_WORK_PATH": str(tmp_path),
    }

    command = [sys.executable, "-m", "ge.pyatc", "--framework=5", "--model=model.onnx", "--output=out"]
    converted = subprocess.run(
        [*command, "--soc_version=Ascend910B1"],
        cwd=tmp_path,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )

    assert converted.returncode == 0, converted.stdout + converted.stderr
    found = hits(tmp_path)
    assert {name: found[name] for name in found if name in expected or found[name]} == expected
    (result,) = OfflineModel(str(tmp_path / "out.om")).run(list(feeds.values()))
    np.testing.assert_allclose(np.asarray(result), onnx_results(model, feeds), rtol=RTOL, atol=ATOL)
