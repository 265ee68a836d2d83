"""Packs the sources of a package's native part, so that a wheel can carry them and compile them where it must.

    fallback_sources.py --config FILE --sources FILE --abi N --pybind11 FOLDER
        --bridge LIBRARY SOURCE... --native LIBRARY SOURCE... --headers HEADER...

Writes build_config.json and _sources.py: src/<target>/ and include/<target>/ of each target, and under
include/ge_graph/ the bridge's headers that they include.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

BRIDGE_HEADERS = "packages/ge-graph/native/"
FLAGS = ["-std=c++17", "-O2", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", "-fvisibility-inlines-hidden"]

SCRIPT = '''"""Sources to compile the native part from; written by tools/fallback_sources.py."""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path

PACKED = "{packed}"


def materialize(folder: Path) -> None:
    """Write the sources under a folder.

    Raises:
        RuntimeError: A name leads out of the folder.
    """
    files: dict[str, str] = json.loads(gzip.decompress(base64.b64decode(PACKED)))
    for name, text in files.items():
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise RuntimeError(f"the packed source {{name}} leads out of its folder")
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
'''


def target(kind: str, library: str) -> dict[str, Any]:
    """The target's entry in build_config.json."""
    includes = [f"@FALLBACK_ROOT@/include/{kind}", "@FALLBACK_ROOT@/include/ge_graph"]
    symbols = "PyInit_*" if kind == "native" else "GeGetPython*"
    return {
        "output": library,
        "cxx_defines": [],
        "cxx_includes": [
            *(f"-I{folder}" for folder in includes),
            *(argument for name in ("PYBIND11", "PYTHON") for argument in ("-isystem", f"@{name}_INCLUDE@")),
        ],
        "cxx_flags": FLAGS,
        "link_args": ["@GE_GRAPH_DIR@/libge_bridge.so", f"-Wl,--version-script=@FALLBACK_ROOT@/src/{kind}/exports.lds"],
        "exports": symbols,
    }


def place(file: str, kind: str) -> str:
    """Where a target's own file is packed."""
    return f"{'src' if file.endswith('.cc') else 'include'}/{kind}/{Path(file).name}"


def pack(files: dict[str, str]) -> str:
    """The text of _sources.py; the same files give the same text."""
    data = gzip.compress(json.dumps(files, sort_keys=True).encode(), mtime=0)
    return SCRIPT.format(packed=base64.b64encode(data).decode())


def internals(pybind11: Path) -> int:
    """The number that pybind11's modules in one process must agree in."""
    text = (pybind11 / "include/pybind11/detail/internals.h").read_text(encoding="utf-8")
    found = re.search(r"#\s*define\s+PYBIND11_INTERNALS_VERSION\s+(\d+)", text)
    if found is None:
        raise SystemExit(f"{pybind11}: no PYBIND11_INTERNALS_VERSION")
    return int(found[1])


def version(pybind11: Path) -> str:
    """pybind11's version."""
    text = (pybind11 / "_version.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "(.*)"', text)
    if found is None:
        raise SystemExit(f"{pybind11}: no __version__")
    return found[1]


def main() -> None:
    """Reads the command line and writes both files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--config", "--sources", "--pybind11"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--abi", type=int, required=True)
    for name in ("--bridge", "--native", "--headers"):
        parser.add_argument(name, nargs="+", required=True)
    options = parser.parse_args()
    targets: dict[str, Any] = {}
    files = {}
    for kind in ("bridge", "native"):
        library, *sources = getattr(options, kind)
        targets[kind] = target(kind, library)
        files[f"src/{kind}/exports.lds"] = f"{{ global: {targets[kind].pop('exports')}; local: *; }};\n"
        files.update({place(file, kind): Path(file).read_text(encoding="utf-8") for file in sources})
    for header in options.headers:
        if BRIDGE_HEADERS in header:
            inside = header.split(BRIDGE_HEADERS, 1)[1]
            files[f"include/ge_graph/{inside}"] = Path(header).read_text(encoding="utf-8")
    pybind11 = {"pybind11": version(options.pybind11), "pybind11_internals": internals(options.pybind11)}
    config = {"bridge_abi": options.abi, "targets": targets, **pybind11}
    options.config.write_text(json.dumps(config, sort_keys=True, separators=(",", ":")), encoding="utf-8")
    options.sources.write_text(pack(files), encoding="utf-8")


if __name__ == "__main__":
    main()
