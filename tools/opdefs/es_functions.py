"""Write the operator functions of `ge.es`: one module a package, `all.py` and its stub.

es_functions.py OUT_DIR SUPPORTED.txt FILE.opdef ...

SUPPORTED.txt is what the CPU engine says of itself (packages/ge-session/native/support).
"""

from __future__ import annotations

import pathlib
import sys

from ge.es_gen import read_definitions
from ge.es_gen.packages import package_modules
from ge.es_gen.support import read_support


def main(out_dir: str, supported: str, *files: str) -> None:
    """Read all files, write the modules."""
    out = pathlib.Path(out_dir)
    out.mkdir(parents=True, exist_ok=True)
    ops = read_definitions([pathlib.Path(file) for file in files])
    support = read_support(pathlib.Path(supported).read_text(encoding="utf-8"))
    for name, text in package_modules(ops, support).items():
        (out / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
