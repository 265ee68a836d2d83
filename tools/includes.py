"""Prints each quoted include of a layer that the BUILD file does not declare; the compiler cannot tell.

Also: only a `bindings` folder includes pybind11 or Python's headers.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)/[^/"]+"', re.MULTILINE)
LABEL = re.compile(r'"//packages/[\w-]+/native/([\w/]+)')
PYTHON = re.compile(r'^\s*#\s*include\s+[<"](pybind11/[^>"]+|Python\.h)[>"]', re.MULTILINE)


def layer_folders() -> dict[str, Path]:
    """The folder of each layer, by the name that includes give it."""
    return {
        "/".join(build.parent.parts[build.parent.parts.index("native") + 1 :]): build.parent
        for build in ROOT.glob("packages/*/native/*/**/BUILD.bazel")
    }


def layer_of(included: str, layers: dict[str, Path]) -> str | None:
    """The layer that a path in an include belongs to: the longest folder that is one."""
    parts = included.split("/")
    names = ["/".join(parts[:end]) for end in range(len(parts), 0, -1)]
    return next((name for name in names if name in layers), None)


def undeclared(own: str, folder: Path, layers: dict[str, Path]) -> Iterator[str]:
    """One sentence for each include of a folder's files that its BUILD file does not allow."""
    declared = {own, *LABEL.findall((folder / "BUILD.bazel").read_text(encoding="utf-8"))}
    for source in sorted([*folder.rglob("*.cc"), *folder.rglob("*.h")]):
        if nearest_build(source) != folder:
            continue
        text = source.read_text(encoding="utf-8")
        for layer in {layer_of(included, layers) for included in INCLUDE.findall(text)} - {None}:
            if layer not in declared:
                yield f"{source.relative_to(ROOT)} includes {layer}/, which its BUILD file does not declare"
        if PYTHON.search(text) and "bindings" not in source.parts:
            yield f"{source.relative_to(ROOT)} includes Python headers outside of a bindings folder"


def nearest_build(source: Path) -> Path:
    """The folder of the Bazel package that a file is in."""
    return next(folder for folder in source.parents if (folder / "BUILD.bazel").exists())


def main() -> int:
    """Checks every layer and every binding."""
    layers = layer_folders()
    problems = [problem for own, folder in sorted(layers.items()) for problem in undeclared(own, folder, layers)]
    print("\n".join(problems) or f"the includes of {len(layers)} layers are all declared")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
