"""The examples that come with the distribution."""

from __future__ import annotations

from pathlib import Path

import pytest
from ge.passes.checking import main

EXAMPLES = Path(__file__).absolute().parents[3] / "examples" / "passes"


def test_the_examples_are_written_as_they_are_in_the_tree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "examples"

    assert main(["examples", str(folder)]) == 0

    written = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert written == {path.name: path.read_bytes() for path in EXAMPLES.iterdir() if path.is_file()}
    assert str(folder / "hard_swish.py") in capsys.readouterr().out.splitlines()
    assert (folder / "README.md").stat().st_mode & 0o044


def test_what_is_there_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "hard_swish.py").write_text("mine", encoding="utf-8")

    assert main(["examples", str(tmp_path)]) == 2

    assert "hard_swish.py is there already" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["hard_swish.py"]
