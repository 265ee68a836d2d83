"""Compares what a shared library exports with the list beside its BUILD file.

    symbols.py LIBRARY LIST            a test
    symbols.py --write [FOLDER]        rewrites every list from what was built under bazel-bin

A list has the strong symbols. Weak ones (inline functions, templates) come and go with the compiler: of them
only the namespace is checked: ours or the standard library's.
"""

from __future__ import annotations

import difflib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

LINKERS_OWN = {"__bss_start", "_edata", "_end", "_init", "_fini"}

MADE = re.compile(r'(ge_cc_shared|ge_py_module)\(\s*(?:name = )?"(\w+)"')

HEAD = "# Exported symbols; `nox -s symbols` rewrites this list.\n"


def exported(library: Path) -> tuple[list[str], list[str]]:
    """The strong symbols, and the weak ones of a namespace that is not for export."""
    done = subprocess.run(
        ["nm", "-D", "-C", "--defined-only", str(library)], check=True, stdout=subprocess.PIPE, text=True
    )
    strong, foreign = set(), set()
    for line in done.stdout.splitlines():
        kind, name = line[17:].split(" ", 1)
        if name in LINKERS_OWN or kind in "abdrt":
            continue  # not ours to tell, or local
        if kind in "TDBRGS":
            strong.add(name)
        elif "ge::" not in name and "std::" not in name and "__gnu" not in name:
            foreign.add(name)
    return sorted(strong), sorted(foreign)


def compare(library: Path, golden: Path) -> int:
    """Prints what differs; 0 when nothing does."""
    strong, foreign = exported(library)
    expected = golden.read_text(encoding="utf-8").splitlines()[1:] if golden.exists() else []
    difference = list(difflib.unified_diff(expected, strong, "listed", "exported", lineterm="", n=0))
    if difference:
        print(f"{library.name} exports other symbols than {golden}; if that is meant, run `nox -s symbols`")
        print("\n".join(difference))
    for name in foreign:
        print(f"{library.name} exports a weak symbol of a foreign namespace: {name}")
    return 1 if difference or foreign else 0


def write(bin_folder: Path) -> int:
    """Rewrites the lists of all libraries built under `bin_folder`."""
    for build in sorted(ROOT.glob("packages/*/native/**/BUILD.bazel")):
        for macro, name in MADE.findall(build.read_text(encoding="utf-8")):
            prefix = "lib" if macro == "ge_cc_shared" else ""
            golden = build.with_name(f"{prefix}{name}.so.symbols")
            strong, _ = exported(bin_folder / golden.relative_to(ROOT).with_suffix(""))
            golden.write_text(HEAD + "".join(symbol + "\n" for symbol in strong), encoding="utf-8")
            print(f"wrote {golden.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    if sys.argv[1] == "--write":
        sys.exit(write(Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "bazel-bin"))
    sys.exit(compare(Path(sys.argv[1]), Path(sys.argv[2])))
