"""`python -m ge.graph` on compiled models."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import affine_graph, compiled
from ge.graph.inspection import compare, read
from ge.graph.inspection.command import main


def test_an_om_file_shows_the_graph_as_compiled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = compiled(affine_graph((4, 3)), tmp_path)

    model = read(path)

    assert (model.kind, model.properties["made for"]) == ("OM", "Ascend910B1")
    (graph,) = model.graphs
    types = dict(graph.type_counts())
    assert (types["Data"], types["NetOutput"], types["Relu"]) == (1, 1, 1)
    assert model.parameters == types["Const"] == 2
    computed = [node for node in graph.nodes if node.type in ("Mul", "Sub", "Relu")]
    assert {str(node.outputs[0].type) for node in computed} == {"float[4, 3]"}
    assert main(["show", path]) == 0
    assert "made for    Ascend910B1" in capsys.readouterr().out


def test_two_om_files_are_compared_with_their_weights(tmp_path: Path) -> None:
    first, second = (read(compiled(affine_graph((4, 3)), tmp_path)) for _ in range(2))
    other = read(compiled(affine_graph((5, 3)), tmp_path))

    assert not compare(first, second)
    assert compare(first, other)


def test_a_damaged_om_file_ends_in_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = Path(compiled(affine_graph(), tmp_path)).read_bytes()
    cut = tmp_path / "cut.om"

    for length in (4, 100, 256, 300, len(whole) // 2, len(whole) - 1):
        cut.write_bytes(whole[:length])
        assert main(["show", str(cut)]) == 2
        assert capsys.readouterr().err.startswith("error: E1")
