"""What compiling against the running Python needs: its headers, pybind11's, and where its library is."""

from __future__ import annotations

import importlib.util
import re
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["PythonBuildInfo", "find_python_build"]

_INTERNALS = re.compile(r"#\s*define\s+PYBIND11_INTERNALS_VERSION\s+(\d+)")


@dataclass(frozen=True)
class PythonBuildInfo:
    """A Python to compile for. What is not found is None."""

    executable: str
    version: str
    include: Path
    libpython: Path | None
    pybind11_include: Path

    def to_dict(self) -> dict[str, object]:
        """As manifests tell it."""
        return {
            "executable": self.executable,
            "version": self.version,
            "include": str(self.include),
            "libpython": str(self.libpython or "not-found"),
            "pybind11_include": str(self.pybind11_include),
            "link_python": False,  # extension modules find Python in the process
        }


def find_python_build(config: Mapping[str, object]) -> PythonBuildInfo:
    """The running Python.

    Args:
        config: What a `build_config.json` says: `pybind11` and `pybind11_internals`, with which the bridge is compiled.

    Raises:
        RuntimeError: Its headers are missing, or pybind11 is, or pybind11 is one whose types do not fit the bridge's.
    """
    include = Path(sysconfig.get_paths()["include"])
    if not (include / "Python.h").is_file():
        raise RuntimeError(
            f"the headers of {sys.executable} are missing ({include}/Python.h): install them (python3-dev)"
        )
    return PythonBuildInfo(
        executable=sys.executable,
        version=sysconfig.get_python_version(),
        include=include,
        libpython=next(_libpython(), None),
        pybind11_include=_pybind11_include(config),
    )


def _pybind11_include(config: Mapping[str, object]) -> Path:
    wanted, internals = config.get("pybind11"), config.get("pybind11_internals")
    spec = importlib.util.find_spec("pybind11")
    if spec is None or spec.origin is None:
        raise RuntimeError(f"pybind11 is not installed for {sys.executable}: pip install pybind11=={wanted}")
    include = Path(spec.origin).parent / "include"
    header = include / "pybind11" / "detail" / "internals.h"
    found = _INTERNALS.search(header.read_text(encoding="utf-8")) if header.is_file() else None
    if found is None or int(found[1]) != internals:
        number = found[1] if found else "unknown"
        raise RuntimeError(
            f"pybind11 in {include} has internals {number}, ge-graph is compiled with {internals}: "
            f"pip install pybind11=={wanted}"
        )
    return include


def _libpython() -> Iterator[Path]:
    """Files that may be Python's library, shared ones first."""
    version = sysconfig.get_python_version()
    names = [str(sysconfig.get_config_var(name) or "") for name in ("LDLIBRARY", "INSTSONAME", "LIBRARY")]
    names += [f"libpython{version}.so.1.0", f"libpython{version}.so"]
    folders = [Path(sys.prefix, "lib"), Path(sys.exec_prefix, "lib"), Path(sys.executable).parent.parent / "lib"]
    folders.append(Path(str(sysconfig.get_config_var("LIBDIR") or "/nowhere")))
    files = [folder / name for name in names if name for folder in folders if (folder / name).is_file()]
    yield from sorted(files, key=lambda file: ".so" not in file.name)
