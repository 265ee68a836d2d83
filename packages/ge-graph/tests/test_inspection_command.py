"""`python -m ge.graph`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from ge.graph import Graph
from ge.graph.inspection.command import main


@pytest.fixture
def file(chain: Graph, tmp_path: Path) -> str:
    path = tmp_path / "chain.air"
    chain.save_to_air(str(path))
    return str(path)


@pytest.fixture
def other(chain: Graph, tmp_path: Path) -> str:
    path = tmp_path / "other.air"
    chain.find_node_by_name("Relu_0").set_attr("mark", 1)
    chain.save_to_air(str(path))
    return str(path)


def test_show_prints_a_table(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", file]) == 0

    printed = capsys.readouterr().out
    assert 'graph "chain": 4 nodes' in printed
    assert "1 Add, 1 Data, 1 NetOutput, 1 Relu" in printed
    assert any(line.split() == ["1", "Relu_0", "Relu", "x", "float[]"] for line in printed.splitlines())


def test_show_prints_json(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", file, "--json"]) == 0

    shown = json.loads(capsys.readouterr().out)
    assert (shown["kind"], shown["node_count"], shown["graphs"][0]["nodes"][1]["name"]) == ("AIR", 4, "Relu_0")


def test_show_writes_pictures_whole_or_not_at_all(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, page = tmp_path / "out.dot", tmp_path / "out.html"

    assert main(["show", file, "--dot", str(picture), "--html", str(page)]) == 0

    assert picture.read_text().startswith("digraph {")
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert capsys.readouterr().out == ""
    for wrong, reason in ((tmp_path / "no" / "out.html", "No such file"), (picture / "out.html", "Not a directory")):
        assert main(["show", file, "--html", str(wrong)]) == 2
        assert f"error: E13004: cannot write {str(wrong)!r}: {reason}" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chain.air", "out.dot", "out.html"]


def test_what_is_no_regular_file_is_written_to_and_stays(file: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ge.graph", "show", file, "--dot", "/dev/stdout"],
        capture_output=True,
        text=True,
        check=True,
    )
    link = tmp_path / "link.dot"
    link.symlink_to(tmp_path / "real.dot")
    assert main(["show", file, "--dot", str(link)]) == 0

    assert done.stdout.startswith("digraph {")
    assert Path("/dev/stdout").is_symlink()
    assert link.is_symlink()
    assert (tmp_path / "real.dot").read_text() == done.stdout


def test_names_that_the_terminal_cannot_show_are_escaped(tmp_path: Path) -> None:
    path = tmp_path / "umlaut.air"
    Graph("größe").save_to_air(str(path))
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}

    done = subprocess.run(
        [sys.executable, "-m", "ge.graph", "show", str(path)],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )

    assert 'graph "gr\\xf6\\xdfe": 0 nodes' in done.stdout


def test_diff_tells_by_its_status(file: str, other: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", file, file]) == 0
    assert capsys.readouterr().out == "no difference\n"

    assert main(["diff", file, other]) == 1
    assert capsys.readouterr().out.splitlines() == [
        'graph "chain"',
        "  ~ Relu_0 (Relu)",
        "      attribute mark: (none) -> 1",
        "nodes: 0 added, 0 removed, 1 changed",
    ]

    assert main(["diff", file, other, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["graphs"][0]["changed"][0]["changes"] == [{"what": "attribute mark", "before": "(none)", "after": "1"}]


@pytest.mark.parametrize("arguments", [["show", "missing.air"], ["diff", "missing.air", "missing.air"]])
def test_a_wrong_file_ends_in_an_error_with_its_code(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2

    assert capsys.readouterr().err.startswith("error: E13001: cannot open 'missing.air': No such file")


def test_the_module_runs_as_a_program_and_survives_a_reader_that_leaves(file: str) -> None:
    command = [sys.executable, "-m", "ge.graph", "show", file]
    read_end, write_end = os.pipe()
    os.close(read_end)

    done = subprocess.run(command, stdout=write_end, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write_end)
    wrong = subprocess.run([*command[:3], "show"], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert wrong.returncode == 2
    assert "the following arguments are required: file" in wrong.stderr


def test_a_file_cut_anywhere_ends_in_an_error_or_is_shown(file: str, tmp_path: Path) -> None:
    whole = Path(file).read_bytes()
    cut = tmp_path / "cut.air"

    for length in range(len(whole)):
        cut.write_bytes(whole[:length])
        assert main(["show", str(cut), "--summary"]) in (0, 2)
