"""A package of operators that a user generates: made, built, installed beside ours and called, with no index."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import clean_environment

Ask = Callable[[Path, str], object]

OPERATORS = """\
op ScaledAdd
  in x1, x2: float float16
  out y: float float16
  attr scale: Float = 1.5
  attr axis: Int
"""

BUILD_SAVE_LOAD = """
import json
import ge.es
from ge.es import GraphBuilder
from ge.es.vendor import ScaledAdd
from ge.graph import Graph

builder = GraphBuilder("net")
graph = builder.build_and_reset([ScaledAdd(builder.create_input(0, shape=[2]), 1.0, axis=3)])
graph.save_to_air("net.air")
loaded = Graph()
loaded.load_from_air("net.air")
(node,) = [node for node in loaded.get_all_nodes() if node.type == "ScaledAdd"]
print(json.dumps([ge.es.vendor.__name__, "vendor" in ge.es.list_plugins(), node.get_attr("axis")]))
"""


def run(*command: object, cwd: Path) -> None:
    subprocess.run([str(part) for part in command], cwd=cwd, env=clean_environment(), check=True)


@pytest.fixture(scope="module")
def python(install: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with ge-es and a generated package, which its own command and pip made."""
    folder = tmp_path_factory.mktemp("vendor")
    (folder / "ops.opdef").write_text(OPERATORS, encoding="utf-8")
    made: Path = install("ge-es")
    run(made.with_name("ge-es-gen"), "--ops", "ops.opdef", "--module", "vendor", "--out", "dist", cwd=folder)
    pip = [made, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    run(*pip, "wheel", "--no-index", "--no-deps", "--wheel-dir", "wheels", "./dist", cwd=folder)
    run(*pip, "install", "--no-index", folder / "wheels" / "es_vendor-1.0.0-py3-none-any.whl", cwd=folder)
    return made


def test_a_generated_package_is_built_installed_and_called(python: Path, ask: Ask) -> None:
    assert ask(python, BUILD_SAVE_LOAD) == ["es_vendor", True, 3]


def test_the_package_alone_can_be_imported_first(python: Path, ask: Ask) -> None:
    assert ask(python, "import es_vendor, ge.es, json; print(json.dumps(ge.es.vendor is es_vendor))") is True


def test_its_files_lie_beside_ours_where_editors_look(python: Path, ask: Ask) -> None:
    found = ask(
        python,
        "import json, os, ge.es\n"
        "print(json.dumps([os.path.exists(os.path.join(ge.es.__path__[0], 'vendor', '__init__.py'))]))",
    )

    assert found == [True]


def test_installed_distributions_still_agree(python: Path) -> None:
    subprocess.run([str(python), "-m", "pip", "check"], check=True, env=clean_environment())
