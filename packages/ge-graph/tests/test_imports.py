"""What importing brings, and what it leaves alone."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import ge.error
import ge.graph
import ge.utils
import pytest
from ge.graph import _native


def loaded_by(statement: str) -> set[str]:
    script = f"import sys\n{statement}\nprint('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("module", ["ge.graph", "ge.error", "ge.utils"])
def test_nothing_that_is_not_needed_is_loaded(module: str) -> None:
    loaded = loaded_by(f"import {module}")

    for other in ("numpy", "ml_dtypes", "google.protobuf", "ctypes", "ge.es", "ge.session", "onnx"):
        assert other not in loaded


def test_a_list_becomes_a_tensor_without_numpy() -> None:
    assert "numpy" not in loaded_by("from ge.graph import Tensor; Tensor([1.0]).get_data()")


def test_the_public_names_are_these() -> None:
    assert ge.graph.__all__ == [
        "DataType",
        "DumpFormat",
        "Format",
        "Graph",
        "Node",
        "Operator",
        "Placement",
        "Shape",
        "Tensor",
        "TensorDesc",
    ]
    assert ge.error.__all__ == ["GeError", "get_ge_error_msg", "raise_ge_error"]
    assert ge.utils.__all__ == ["GeUtils"]
    assert all(hasattr(ge.graph, name) for name in ge.graph.__all__)


def test_ge_is_a_namespace() -> None:
    spec = importlib.util.find_spec("ge")

    assert spec is not None
    assert spec.origin is None


def test_a_module_for_another_bridge_is_refused() -> None:
    here = _native.BRIDGE_ABI

    _native.check_bridge_abi("ge.session._native", "ge-session", here, here + 1)

    with pytest.raises(
        ImportError, match=rf"^ge.session._native \(ge-session.*\) works with bridge ABI {here + 1}, but"
    ):
        _native.check_bridge_abi("ge.session._native", "ge-session", here + 1, here + 1)
    with pytest.raises(ImportError, match=rf"bridge ABI 8 to 9, but ge-graph.* has bridge ABI {here}: install"):
        _native.check_bridge_abi("ge.session._native", "ge-session", 8, 9)


def test_the_stub_of_the_native_module_names_what_it_has() -> None:
    stub = (Path(ge.graph.__file__).parent / "_native.pyi").read_text(encoding="utf-8")
    stated = set(re.findall(r"^(?:def|class) (\w+)|^([A-Z_]+):", stub, flags=re.MULTILINE))

    names = {name or constant for name, constant in stated}

    assert names == {name for name in dir(_native) if not name.startswith("__")}
    for name in names:
        found = getattr(_native, name)
        members = native_members(found) if isinstance(found, type) else set()
        block = re.search(rf"^class {name}\b.*?(?=^\S|\Z)", stub, flags=re.MULTILINE | re.DOTALL)
        assert members <= set(re.findall(r"(\w+)", block[0] if block else "")), name


def native_members(found: type) -> set[str]:
    """What a class has publicly, without what `ge.graph.node` adds in Python."""
    written = (FunctionType, staticmethod)
    return {name for name, value in vars(found).items() if not name.startswith("_") and not isinstance(value, written)}
