"""What importing brings, and what it leaves alone."""

from __future__ import annotations

import subprocess
import sys

import ge.allocator
import ge.ge_global
import ge.offline_compile
import ge.session


def loaded_by(statement: str) -> str:
    script = f"import sys\n{statement}\nprint(*sys.modules, open('/proc/self/maps').read())"
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout


def test_the_session_brings_the_engine() -> None:
    assert "libge_cpu_engine.so" in loaded_by("import ge.session")


def test_the_graph_does_not() -> None:
    loaded = loaded_by("import ge.graph, ge.error, ge.utils")

    assert "libge_bridge.so" in loaded
    assert "libge_cpu_engine.so" not in loaded
    assert "dnnl" not in loaded


def test_neither_front_end_nor_builder_is_loaded() -> None:
    loaded = loaded_by("import ge.session, ge.ge_global, ge.allocator, ge.offline_compile").split()

    for other in ("ge.es", "ge.passes", "pyatc", "onnx", "ml_dtypes", "google.protobuf"):
        assert other not in loaded


def test_the_public_names_are_these() -> None:
    assert ge.session.__all__ == ["GeError", "GraphModel", "OfflineModel", "Port", "Session"]
    assert ge.ge_global.__all__ == ["GeApi"]
    assert ge.allocator.__all__ == ["Allocator", "MemBlock"]
