"""How passes are found: files and folders, and what is said when they cannot be loaded."""

from __future__ import annotations

from pathlib import Path

import ge.es.all as es
import pytest
from conftest import Compiler
from ge.es import GraphBuilder
from ge.graph import Graph
from ge.passes import bootstrap
from ge.session import GeError

REGISTERED = """
@register_fusion_pass({}, stage=PassStage.AFTER_INFER_SHAPE)
class A(FusionBasePass):
    pass
"""


def identity() -> Graph:
    """y = Relu(x)."""
    builder = GraphBuilder("one")
    return builder.build_and_reset([es.Relu(builder.create_input(0, shape=[2]))])


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("raise OSError('no disk')", ["OSError: no disk", "passes.py"]),
        ("x = (", ["SyntaxError"]),
        (REGISTERED.format("name=''"), ["empty name"]),
        (REGISTERED.format("name='A', kind='x'"), ['unknown kind "x"']),
        ("class A(PatternFusionPass):\n    def run(self, graph, context): pass", ["A overrides run()"]),
    ],
)
def test_a_file_that_cannot_be_loaded_fails_the_compilation(compiler: Compiler, text: str, reasons: list[str]) -> None:
    path = compiler.use(text)

    for _ in range(2):  # and again, with the same words
        with pytest.raises(GeError) as caught:
            compiler.compile(identity())
        for reason in ["E13029", f"ASCEND_GE_PY_PASS_PATH={path}", *reasons]:
            assert reason in str(caught.value), str(caught.value)


def test_a_path_that_does_not_exist_is_named(compiler: Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASCEND_GE_PY_PASS_PATH", str(compiler.folder / "missing"))

    with pytest.raises(GeError, match=r"FileNotFoundError: python pass path .*missing does not exist"):
        compiler.compile(identity())


def test_folders_are_scanned_by_name_and_files_run_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "plugins"
    (folder / "b_package").mkdir(parents=True)
    (folder / "b_package" / "__init__.py").write_text("from shared import value")
    (folder / "a_file.py").write_text("from shared import value")
    (folder / "shared.py").write_text("value = 1")
    (folder / "_hidden.py").write_text("raise AssertionError")
    (folder / "notes.txt").write_text("no module")
    (folder / "no_package").mkdir()
    link = tmp_path / "link.py"
    link.symlink_to(folder / "a_file.py")
    monkeypatch.setenv("ASCEND_GE_PY_PASS_PATH", f" {folder} ::{link}:")

    first = bootstrap.load_pass_plugins()
    second = bootstrap.load_pass_plugins()

    names = [module.__name__ for module in first]
    assert [name.rsplit("_", 1)[0] for name in names] == ["_ge_py_pass_a_file", "b", "_ge_py_pass_shared"]
    assert first == second


def test_a_file_that_is_no_python_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("")
    monkeypatch.setenv("ASCEND_GE_PY_PASS_PATH", str(notes))

    with pytest.raises(ValueError, match=r"is a file, but no \.py file"):
        bootstrap.load_pass_plugins()
