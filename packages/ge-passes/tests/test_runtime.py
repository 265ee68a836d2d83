"""Which native part is used, and what is said when there is none and none can be compiled."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import ge.graph
import ge.passes
import pytest
from ge._internal.artifact_utils import current_platform_tag, current_python_tag
from ge.passes import _artifact_utils as artifacts
from ge.passes import runtime

SET = f"{current_python_tag()}-{current_platform_tag()}"


@pytest.fixture
def without_native_part(tmp_path: Path) -> dict[str, str]:
    """The environment of a process that sees ge.passes without its native part, and no compiler."""
    package = Path(ge.passes.__file__).absolute().parent
    ignored = shutil.ignore_patterns("python_pass_artifacts", "__pycache__")
    shutil.copytree(package, tmp_path / "site" / "ge" / "passes", ignore=ignored)
    others = [entry for entry in sys.path if entry and not (Path(entry) / "ge" / "passes").is_dir()]
    if not any((Path(entry) / "ge" / "graph").is_dir() for entry in others):
        others = [entry for entry in sys.path if entry]
    path = os.pathsep.join([str(tmp_path / "site"), *others])
    cache = str(tmp_path / "cache")
    return {**os.environ, "PYTHONPATH": path, "CXX": "no-such-compiler", "XDG_CACHE_HOME": cache}


def output(code: str, environment: dict[str, str]) -> str:
    """What a process prints that runs this code to its end."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def test_the_error_without_a_native_part_tells_what_to_do(without_native_part: dict[str, str]) -> None:
    code = """
import ge.passes
assert ge.passes.NodeIo and ge.passes.create_replacement
try:
    ge.passes.PassStage
except ImportError as error:
    print(error)
"""

    said = output(code, without_native_part)

    tag = current_python_tag()
    for part in [
        f"for Python {tag} on {current_platform_tag()} with ABI 1",
        "site/ge/passes/python_pass_artifacts, found none",
        "errors: compiling one: ",
        f"install ge_py_pass_bridge-*-{tag}-{tag}-*.whl",
    ]:
        assert part in said, said


def test_a_compilation_without_a_native_part_fails_with_the_reason(without_native_part: dict[str, str]) -> None:
    if (Path(ge.graph.__file__).parents[1] / "passes").is_dir():
        pytest.skip("installed: the compiler looks beside ge.graph, where the native part is")
    code = """
from ge.offline_compile import build_initialize
from ge.session import GeError
try:
    build_initialize({"ge.socVersion": "Ascend910B1"})
except GeError as error:
    print(error)
"""

    said = output(code, {**without_native_part, "ASCEND_GE_PY_PASS_PATH": "some.py"})

    for part in ["E13029", "ASCEND_GE_PY_PASS_PATH=some.py, but no library", "compiling one failed: "]:
        assert part in said, said


def test_the_set_of_the_running_python_is_found() -> None:
    found = artifacts.find_prebuilt_artifact()
    if found is None:  # the native part was compiled here
        found = runtime.fallback_artifact()

    assert (found.python_tag, found.platform_tag, found.abi) == (*SET.split("-", 1), artifacts.BRIDGE_ABI_VERSION)
    assert found.bridge_path is not None
    assert found.bridge_path.name == "libge_python_pass_bridge.so"
    assert runtime.ensure_native_module() is sys.modules[artifacts.NATIVE_MODULE_NAME]


def manifest(folder: Path, **changes: object) -> None:
    """A set with this manifest."""
    folder.mkdir(parents=True)
    for name in ("bridge.so", "native.so"):
        (folder / name).touch()
    files = {"bridge": "bridge.so", "native": "native.so"}
    tag, platform = SET.split("-", 1)
    whole = {"python_tag": tag, "platform": platform, "bridge_abi": 1, "artifacts": files, **changes}
    (folder / "manifest.json").write_text(json.dumps(whole), encoding="utf-8")


def test_complete_sets_are_listed_the_root_first_then_by_name(tmp_path: Path) -> None:
    manifest(tmp_path / "sets")
    manifest(tmp_path / "sets" / "b", bridge_abi="1")
    manifest(tmp_path / "sets" / "a", python_tag="cp27", bridge_abi=2)
    manifest(tmp_path / "sets" / "no_file", artifacts={"bridge": "bridge.so", "native": "missing.so"})
    manifest(tmp_path / "sets" / "no_tag", python_tag=3)
    manifest(tmp_path / "sets" / "no_number", bridge_abi="x")
    (tmp_path / "sets" / "no_json").mkdir()
    (tmp_path / "sets" / "no_json" / "manifest.json").write_text("{", encoding="utf-8")

    found = list(artifacts.iter_artifacts(tmp_path / "sets"))

    assert [(entry.root.name, entry.python_tag, entry.abi) for entry in found] == [
        ("sets", current_python_tag(), 1),
        ("a", "cp27", 2),
        ("b", current_python_tag(), 1),
    ]
    loaded = artifacts.load_artifact_from_dir(tmp_path / "sets" / "b")
    assert loaded == found[2]
    assert artifacts.load_artifact_from_dir(tmp_path / "sets" / "no_tag") is None


def test_what_is_packed_to_compile_from_is_whole(tmp_path: Path) -> None:
    folder = Path(runtime.__file__).absolute().parent / "fallback_codegen"
    config = json.loads((folder / "build_config.json").read_text(encoding="utf-8"))
    code = f"""
import runpy
runpy.run_path({str(folder / "_sources.py")!r})["materialize"]({str(tmp_path / "out")!r})
"""

    output(code, dict(os.environ))

    assert {kind: target["output"] for kind, target in config["targets"].items()} == {
        "bridge": "libge_python_pass_bridge.so",
        "native": "_ge_pass_native.so",
    }
    assert config["bridge_abi"] == 1
    names = {str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*") if path.is_file()}
    expected = {
        "src/bridge/bridge.cc",
        "src/native/module.cc",
        "include/bridge/hooks.h",
        "include/native/register.h",
        "include/ge_graph/passes/python/bridge_api.h",
        "include/ge_graph/base/bridge_abi.h",
    }
    assert expected <= names
