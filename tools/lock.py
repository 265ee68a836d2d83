"""Writes third_party/python/requirements.lock from the two .in files beside it; needs `uv` on PATH.

The lock names no registry: which one is asked is the machine's matter.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "third_party" / "python"

HEAD = """\
# Every Python distribution that building and testing need, for Python 3.9 to 3.13, with its hashes.
# Written by `nox -s lock` from requirements.in and models.in; not to be edited by hand.
"""

COMMAND = ["uv", "pip", "compile", "--quiet", "--no-config", "--universal", "--python-version", "3.9"]
COMMAND += ["--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url"]


def locked(source: str, *options: str) -> str:
    """The lock of one .in file."""
    done = subprocess.run([*COMMAND, *options, source], cwd=FOLDER, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def main() -> None:
    """Writes the lock."""
    text = HEAD + locked("requirements.in") + locked("models.in", "--no-deps")
    (FOLDER / "requirements.lock").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
