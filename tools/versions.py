"""Reads versions.bzl, the only place where a version is written, for everything that is not Bazel.

versions.py --check              every pyproject.toml says what versions.bzl says
versions.py --write              make them say so
versions.py --module DIST FILE   the Python module with DIST's version and the bridge ABIs it works with
versions.py --header FILE        the C++ header with the bridge's ABI number
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def read(path: Path) -> dict[str, Any]:
    """The literals that the file assigns to names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }


def needs(table: dict[str, Any], dist: str) -> list[str]:
    """The requirements of `dist`, as pyproject.toml and METADATA spell them."""
    return [f"{name}{bound}" for name, bound in table["NEEDS"][dist].items() if name != "abi"]


def module(table: dict[str, Any], dist: str) -> str:
    """The text of the generated version module of `dist`."""
    low, high = table["NEEDS"][dist]["abi"]
    return (
        f'"""The version of {dist} and its bridge ABIs; written by tools/versions.py."""\n\n'
        "from __future__ import annotations\n\n"
        f'DISTRIBUTION = "{dist}"\n'
        f'VERSION = "{table["VERSIONS"][dist]}"\n'
        f"BRIDGE_ABIS = ({low}, {high})\n"
    )


def header(table: dict[str, Any]) -> str:
    """The text of the generated C++ header."""
    return (
        "#pragma once\n\nnamespace ge::base {\n\n"
        "// The number of the interface that was compiled against; written by tools/versions.py.\n"
        f"inline constexpr int kBridgeAbi = {table['BRIDGE_ABI']};\n\n"
        "}  // namespace ge::base\n"
    )


def corrected(text: str, table: dict[str, Any], dist: str) -> str:
    """The pyproject.toml `text` with the version and the needs that the table has for `dist`."""
    version = f'version = "{table["VERSIONS"][dist]}"'
    dependencies = "".join(f'    "{need}",\n' for need in needs(table, dist))
    text = re.sub(r'(?m)^version = ".*"$', version, text, count=1)
    return re.sub(r"(?m)^dependencies = \[\n(?:    .*\n)*\]$", f"dependencies = [\n{dependencies}]", text, count=1)


def projects() -> dict[str, Path]:
    """The pyproject.toml files by distribution: of the packages, and of native parts that are wheels of their own."""
    files = [file for place in ("*", "*/native") for file in (ROOT / "packages").glob(f"{place}/pyproject.toml")]
    names = {path: re.search(r'(?m)^name = "(.*)"$', path.read_text(encoding="utf-8")) for path in files}
    return {name[1]: path for path, name in names.items() if name}


def differing(table: dict[str, Any], *, write: bool) -> list[str]:
    """The pyproject.toml files that say something else; with `write`, they are corrected."""
    found = []
    for dist, path in projects().items():
        text = path.read_text(encoding="utf-8")
        right = corrected(text, table, dist)
        if right != text:
            found.append(str(path.relative_to(ROOT)))
            if write:
                path.write_text(right, encoding="utf-8")
    return found


def main() -> int:
    """Does the one thing asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--check", action="store_true")
    asked.add_argument("--write", action="store_true")
    asked.add_argument("--module", nargs=2, metavar=("DIST", "FILE"))
    asked.add_argument("--header", metavar="FILE")
    options = parser.parse_args()
    if options.module:
        sys.stdout.write(module(read(Path(options.module[1])), options.module[0]))
        return 0
    if options.header:
        sys.stdout.write(header(read(Path(options.header))))
        return 0
    found = differing(read(ROOT / "versions.bzl"), write=options.write)
    what = "corrected" if options.write else "differs from versions.bzl; run tools/versions.py --write"
    for path in found:
        print(f"{path}: {what}")
    return 1 if found and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
