"""The command `python -m ge.session.run`."""

from __future__ import annotations

import re
from pathlib import Path

import ge.es.all as es
import numpy as np
import pytest
from conftest import affine_graph, compiled
from ge.es import GraphBuilder
from ge.session.run import main

X = np.array([[1, 0, -2]], dtype=np.float32)


@pytest.fixture
def model(tmp_path: Path) -> str:
    return compiled(affine_graph(), tmp_path)


def test_inputs_and_results_are_files(model: str, tmp_path: Path) -> None:
    np.savez(tmp_path / "in.npz", x=X)

    status = main([model, "--input", str(tmp_path / "in.npz"), "--output", str(tmp_path / "out" / "y.npz")])

    assert status == 0
    with np.load(tmp_path / "out" / "y.npz") as results:
        np.testing.assert_array_equal(results[results.files[1]], 2 * X)


def test_the_one_input_may_be_a_bare_array(model: str, tmp_path: Path) -> None:
    np.save(tmp_path / "p.npy", X)

    status = main([model, "--input", str(tmp_path / "p.npy"), "--output", str(tmp_path / "y.npz")])

    assert status == 0
    with np.load(tmp_path / "y.npz") as results:
        np.testing.assert_array_equal(results[results.files[1]], 2 * X)


def test_a_bare_array_is_refused_when_there_are_several_inputs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    builder = GraphBuilder("sum")
    x, y = (builder.create_input(i, name=name, shape=[2]) for i, name in enumerate("xy"))
    model = compiled(builder.build_and_reset([es.Add(x, y)]), tmp_path)
    np.save(tmp_path / "p.npy", np.zeros(2, np.float32))

    status = main([model, "--input", str(tmp_path / "p.npy")])

    assert status == 1
    assert "the inputs are ['x', 'y']" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\3\4 cut", b"text"])
def test_a_file_of_no_arrays_is_refused(
    content: bytes, model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in.npz").write_bytes(content)

    assert main([model, "--input", str(tmp_path / "in.npz")]) == 1

    assert "no .npz or .npy file that can be read" in capsys.readouterr().err


def test_random_inputs_are_timed(model: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([model, "--shape", "x:4,3", "--runs", "3"]) == 0

    assert "float32[4, 3]" in (said := capsys.readouterr().out)
    assert "3 runs: min" in said


def test_inputs_are_told_with_their_ranges(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ranged = compiled(affine_graph((-1, -1)), tmp_path, {"input_shape": "x:2~4,3~9"})

    assert main([ranged, "--runs", "1"]) == 0

    said = capsys.readouterr().out
    assert "input x: float[2~4, 3~9]" in said
    assert "float32[2, 3]" in said


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--input", "none.npz"], "none.npz"),
        (["--shape", "x:4,a"], "expected for example"),
        (["--shape", "x:4,3;x:4,3"], "'x' has a shape already"),
        (["--runs", "-1"], "--runs is -1, expected 0 or more"),
        (["--shape", "z:4"], r"--shape names \['z'\]"),
        (["--shape", "x:4,2"], r"E13025: input 0 .x.: expected shape \[-1, 3\], given \[4, 2\]"),
    ],
)
def test_what_is_wrong_is_said(model: str, capsys: pytest.CaptureFixture[str], words: list[str], text: str) -> None:
    status = main([model, *words])

    assert status == 1
    said = capsys.readouterr().err
    assert said.startswith("error: ")
    assert re.search(text, said)


def test_an_input_that_is_missing_leaves_no_output(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    np.savez(tmp_path / "in.npz", y=X)
    folder = tmp_path / "out"

    status = main([model, "--input", str(tmp_path / "in.npz"), "--output", str(folder / "y.npz")])

    assert status == 1
    assert "not the inputs ['x']" in capsys.readouterr().err
    assert not folder.exists()


def test_a_missing_model_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.om")]) == 1

    assert "none.om" in capsys.readouterr().err
