"""Prints, as JSON, an interpreter with headers for each Python minor that wheels are made for, or why there is none.

    {"found": {"cp39": {"executable": ..., "include": ..., "version": "3.9"}}, "skipped": {"cp310": "..."}}

Looked for, in this order, the first of a minor counts: what GE_PYTHONS names (a list like PATH), `pythonX.Y` on PATH,
pyenv's versions.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

MINORS = tuple(f"3.{minor}" for minor in range(9, 14))


def candidates(version: str) -> Iterator[str]:
    """Where an interpreter of this version may be."""
    yield from (path for path in os.environ.get("GE_PYTHONS", "").split(os.pathsep) if path)
    on_path = shutil.which(f"python{version}")
    if on_path is not None:
        yield on_path
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(str(path) for path in root.glob(f"versions/{version}.*/bin/python"))


def facts(python: str) -> dict[str, str] | None:
    """What find.py says of an interpreter; None when it does not run."""
    command = [python, "-I", str(Path(__file__).with_name("find.py"))]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, timeout=60)
        found: dict[str, str] = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return found


def without_headers(found: dict[str, str]) -> str | None:
    """What is wrong with the headers of an interpreter; None when they are there and its own."""
    header = Path(found["include"]) / "patchlevel.h"
    if not (header.is_file() and header.with_name("Python.h").is_file()):
        return f"{found['executable']} has no headers ({found['include']}/Python.h)"
    if f'PY_VERSION "{found["version"]}.' not in " ".join(header.read_text(encoding="utf-8").split()):
        return f"the headers in {found['include']} are of another version than {found['executable']}"
    return None


def choose(version: str) -> tuple[dict[str, str] | None, str]:
    """The interpreter of a version, or None and why there is none."""
    reason = f"no Python {version}: neither in GE_PYTHONS, nor python{version} on PATH, nor among pyenv's"
    for python in candidates(version):
        found = facts(python)
        if found is None or found["version"] != version:
            continue
        problem = without_headers(found)
        if problem is None:
            return found, ""
        reason = problem
    return None, reason


def main() -> None:
    """Prints the result."""
    chosen = {"cp" + version.replace(".", ""): choose(version) for version in MINORS}
    found = {tag: python for tag, (python, _) in chosen.items() if python is not None}
    skipped = {tag: reason for tag, (python, reason) in chosen.items() if python is None}
    json.dump({"found": found, "skipped": skipped}, sys.stdout, indent=2)


if __name__ == "__main__":
    main()
