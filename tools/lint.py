"""Runs the checks of style and structure over the whole checkout, and reports each as one test.

    lint.py [--junit FILE] [--fix]

`--fix` formats what can be formatted instead of complaining.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from budget import ROOT, tracked


def run(*command: str) -> str:
    """What the command complains of; nothing when it is content."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return (done.stdout or f"exit status {done.returncode}") if done.returncode else ""


def named(*suffixes: str) -> list[str]:
    """The tracked files with one of the suffixes."""
    return [str(path.relative_to(ROOT)) for path in tracked() if path.suffix in suffixes]


def ruff(*arguments: str) -> str:
    """Runs ruff over the checkout."""
    return run(sys.executable, "-m", "ruff", *arguments, ".")


def clang_format(*arguments: str) -> str:
    """Runs clang-format over all C++."""
    files = named(".cc", ".h")
    return run(str(Path(sys.executable).with_name("clang-format")), *arguments, *files) if files else ""


def untyped() -> str:
    """The import packages without the marker that says they are typed."""
    roots = [*ROOT.glob("packages/*/src/ge/*/__init__.py"), *ROOT.glob("packages/*/src/*/__init__.py")]
    folders = [init.parent for init in roots if not (init.parent / "py.typed").exists()]
    return "\n".join(f"{folder.relative_to(ROOT)} has no py.typed" for folder in folders)


def namespace() -> str:
    """The files that would make a package of the namespace `ge`."""
    return "\n".join(str(path.relative_to(ROOT)) for path in ROOT.glob("packages/*/src/ge/__init__.py*"))


def script(name: str, *arguments: str) -> str:
    """Runs one of the tools beside this one."""
    return run(sys.executable, f"tools/{name}.py", *arguments)


def operator_table(*arguments: str) -> str:
    """Runs the tool that makes docs/operators.md."""
    path = f"PYTHONPATH={ROOT / 'packages/ge-es/src'}"
    return run("env", path, sys.executable, "tools/opdefs/operator_table.py", *arguments)


def tools() -> list[str]:
    """The programs of the build itself; the packages' types are checked by Bazel."""
    ours = [path for path in tracked() if path.suffix == ".py" and path.parent in (ROOT, ROOT / "tools")]
    return [str(path.relative_to(ROOT)) for path in ours]


CHECKS: dict[str, Callable[[], str]] = {
    "Python is linted": lambda: ruff("check", "--quiet", "--output-format=concise"),
    "Python is formatted": lambda: ruff("format", "--quiet", "--diff"),
    "the tools are typed": lambda: run(sys.executable, "-m", "mypy", "--config-file=mypy.ini", *tools()),
    "C++ is formatted": lambda: clang_format("--dry-run", "--Werror"),
    "files and functions are short": lambda: script("budget"),
    "includes are declared": lambda: script("includes"),
    "the operator table is current": lambda: operator_table("--check"),
    "versions agree": lambda: script("versions", "--check"),
    "packages are marked as typed": untyped,
    "the namespace is not a package": namespace,
}


def fix() -> None:
    """Formats everything."""
    ruff("check", "--quiet", "--fix")
    ruff("format", "--quiet")
    clang_format("-i")
    script("versions", "--write")
    operator_table()


def main() -> int:
    """Runs every check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--junit")
    parser.add_argument("--fix", action="store_true")
    options = parser.parse_args()
    if options.fix:
        fix()
    suite = ET.Element("testsuite", name="lint")
    for name, check in CHECKS.items():
        start = time.monotonic()
        complaint = check()
        seconds = f"{time.monotonic() - start:.2f}"
        case = ET.SubElement(suite, "testcase", classname="lint", name=name, time=seconds)
        if complaint:
            ET.SubElement(case, "failure", message=f"not so: {name}").text = complaint[:20000]
        print(f"{'FAILED' if complaint else 'ok':7}{name}\n{complaint}".rstrip(), flush=True)
    if options.junit:
        ET.ElementTree(suite).write(options.junit, encoding="utf-8")
    return 1 if suite.findall("testcase/failure") else 0


if __name__ == "__main__":
    sys.exit(main())
