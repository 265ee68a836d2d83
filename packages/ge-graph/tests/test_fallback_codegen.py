"""Compiling native libraries from sources that a wheel carries: what it needs, what it leaves, and its errors."""

from __future__ import annotations

import ctypes
import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from ge._internal import fallback_codegen
from ge._internal.artifact_utils import PythonArtifact, current_platform_tag, current_python_tag
from ge._internal.python_build import find_python_build

SOURCES = """
from pathlib import Path

def materialize(folder):
    for name, text in FILES.items():
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
"""

FILES = {
    "src/bridge/answer.cc": '#include "answer.h"\nextern "C" int answer() { return ANSWER + more(); }\n',
    "src/bridge/more.cc": '#include "answer.h"\nint more() { return 2; }\n',
    "src/native/module.cc": '#include <Python.h>\nextern "C" int minor() { return PY_MINOR_VERSION; }\n',
    "include/bridge/answer.h": "int more();\n",
}

FLAGS = {"cxx_defines": [], "cxx_includes": [], "cxx_flags": ["-fPIC"], "link_args": []}

TARGETS: dict[str, Any] = {
    "bridge": {
        **FLAGS,
        "output": "libbridge.so",
        "cxx_defines": ["-DANSWER=40"],
        "cxx_includes": ["-I@FALLBACK_ROOT@/include/bridge"],
    },
    "native": {**FLAGS, "output": "native.so", "cxx_includes": ["-I@PYTHON_INCLUDE@", "-I@PYBIND11_INCLUDE@"]},
}


class Package:
    """A folder with sources, and the settings under which it is compiled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "sources"
        self.folder.mkdir()
        self.cache = folder / "cache"
        self.write()

    def write(self, files: dict[str, str] = FILES, **config: Any) -> None:
        """The sources, and the config with some entries changed."""
        (self.folder / "_sources.py").write_text(f"FILES = {files!r}\n" + SOURCES, encoding="utf-8")
        whole = {"targets": TARGETS, "pybind11": "3.1.0", "pybind11_internals": 12, **config}
        (self.folder / "build_config.json").write_text(json.dumps(whole), encoding="utf-8")

    def compile(self) -> PythonArtifact:
        """The set."""
        return fallback_codegen.compile_artifact(self.folder, 1, {})


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    """Sources, an empty cache, and a pybind11 of which only the number counts."""
    header = tmp_path / "site" / "pybind11" / "include" / "pybind11" / "detail" / "internals.h"
    header.parent.mkdir(parents=True)
    header.write_text("#    define PYBIND11_INTERNALS_VERSION 12\n", encoding="utf-8")
    (tmp_path / "site" / "pybind11" / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    importlib.invalidate_caches()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Package(tmp_path)


def test_the_compiled_set_is_found_again_and_works(package: Package) -> None:
    assert fallback_codegen.cached_artifact(package.folder, 1) is None

    made = package.compile()

    assert fallback_codegen.cached_artifact(package.folder, 1) == made
    assert fallback_codegen.cached_artifact(package.folder, 2) is None
    assert (made.python_tag, made.platform_tag, made.abi) == (current_python_tag(), current_platform_tag(), 1)
    assert made.bridge_path is not None
    assert ctypes.CDLL(str(made.bridge_path)).answer() == 42
    assert ctypes.CDLL(str(made.native_path)).minor() == sys.version_info[1]
    assert sorted(path.name for path in made.root.iterdir()) == ["libbridge.so", "manifest.json", "native.so"]
    manifest = json.loads(made.manifest_path.read_text(encoding="utf-8"))
    assert manifest["build_python"]["executable"] == sys.executable
    assert manifest["build_python"]["link_python"] is False


def test_other_sources_are_compiled_anew(package: Package) -> None:
    first = package.compile()
    package.write({**FILES, "src/bridge/more.cc": '#include "answer.h"\nint more() { return 3; }\n'})

    assert fallback_codegen.cached_artifact(package.folder, 1) is None
    assert package.compile().root != first.root


def test_an_error_of_the_compiler_is_shown_and_leaves_nothing(package: Package) -> None:
    package.write({**FILES, "src/native/module.cc": "#error no luck today\n"})

    with pytest.raises(RuntimeError) as caught:
        package.compile()

    for part in ["c++ compiler fails with status", "module.cc", "no luck today", "-I" + str(find_include())]:
        assert part.lower() in str(caught.value).lower()
    assert fallback_codegen.cached_artifact(package.folder, 1) is None
    assert [path for path in package.cache.rglob("*") if path.is_file()] == []


def find_include() -> Path:
    """The running Python's headers."""
    return find_python_build({"pybind11_internals": 12}).include


def test_a_missing_compiler_is_named(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")

    with pytest.raises(RuntimeError, match=r"compiler no-such-compiler cannot be run \(No such file.*CXX"):
        package.compile()


def test_another_pybind11_is_refused(package: Package) -> None:
    package.write(pybind11_internals=11)

    with pytest.raises(RuntimeError, match=r"internals 12, ge-graph is compiled with 11: pip install pybind11==3.1.0"):
        package.compile()


def test_a_missing_pybind11_is_named(package: Package, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.delitem(sys.modules, "pybind11", raising=False)
    importlib.invalidate_caches()

    with pytest.raises(RuntimeError, match=r"pybind11 is not installed for .*: pip install pybind11==3.1.0"):
        package.compile()


@pytest.mark.parametrize(
    ("targets", "reason"),
    [
        (None, "targets must be an object"),
        ({"bridge": TARGETS["bridge"]}, "targets must be an object with bridge and native"),
        ({**TARGETS, "native": {**FLAGS}}, "target native has no text output"),
        (
            {**TARGETS, "native": {**TARGETS["native"], "cxx_flags": "-O2"}},
            "native: cxx_flags must be a list of texts",
        ),
    ],
)
def test_a_wrong_config_is_refused(package: Package, targets: object, reason: str) -> None:
    package.write(targets=targets)

    with pytest.raises(RuntimeError, match=reason):
        package.compile()


def test_missing_sources_are_named(package: Package) -> None:
    package.write({"src/bridge/a.cc": ""})
    with pytest.raises(RuntimeError, match="have no include/"):
        package.compile()
    package.write({"src/bridge/a.cc": "", "include/a.h": ""})
    with pytest.raises(RuntimeError, match="no sources of target native"):
        package.compile()
    (package.folder / "_sources.py").write_text("x = 1", encoding="utf-8")
    with pytest.raises(RuntimeError, match=r"has no materialize\(\)"):
        package.compile()
    (package.folder / "_sources.py").unlink()
    with pytest.raises(RuntimeError, match="there are no sources"):
        package.compile()
    (package.folder / "build_config.json").write_text("{", encoding="utf-8")
    with pytest.raises(RuntimeError, match="cannot be read"):
        package.compile()
