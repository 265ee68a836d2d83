"""Keeps files and functions short: prints each that is over its budget, and ends with 1 when there is one."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

FILE_LINES = 500
FUNCTION_LINES = 80
BUILD_LINES = 80

SOURCES = {".bzl", ".cc", ".h", ".py", ".pyi", ".sh"}

# Longer files, each with its reason. This table may only shrink.
EXCEPTIONS: dict[str, str] = {}


def tracked() -> list[Path]:
    """The files under version control, and new ones that are not ignored."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return [ROOT / line for line in sorted(set(done.stdout.splitlines())) if (ROOT / line).is_file()]


def long_functions(path: Path, text: str) -> Iterator[str]:
    """One sentence for each function of a Python file that is too long."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield f"{path}:{node.lineno}: {node.name} has {lines} lines; at most {FUNCTION_LINES}"


def over_budget(path: Path) -> Iterator[str]:
    """One sentence for each budget that the file exceeds."""
    name = path.relative_to(ROOT)
    build = path.name == "BUILD.bazel"
    if not build and path.suffix not in SOURCES:
        return
    text = path.read_text(encoding="utf-8")
    limit = BUILD_LINES if build else FILE_LINES
    lines = text.count("\n")
    if lines > limit and str(name) not in EXCEPTIONS:
        yield f"{name}: {lines} lines; at most {limit}. Cut it by idea"
    if path.suffix == ".py":
        yield from long_functions(name, text)


def main() -> int:
    """Checks every tracked file."""
    problems = [problem for path in tracked() for problem in over_budget(path)]
    gone = [name for name in EXCEPTIONS if not (ROOT / name).exists()]
    problems += [f"{name}: is in EXCEPTIONS, but does not exist" for name in gone]
    print("\n".join(problems) or "all files and functions are within their budgets")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
