"""Write the operator functions of `ge.es`: one module a package, `all.py` and its stub.

es_functions.py OUT_DIR FILE.opdef ...
"""

from __future__ import annotations

import pathlib
import sys

from ge.es_gen import read_definitions
from ge.es_gen.packages import package_modules


def main(out_dir: str, *files: str) -> None:
    """Read all files, write the modules."""
    out = pathlib.Path(out_dir)
    out.mkdir(parents=True, exist_ok=True)
    for name, text in package_modules(read_definitions([pathlib.Path(file) for file in files])).items():
        (out / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
