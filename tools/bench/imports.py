"""How long imports take in a fresh interpreter, above a bare one. Run by `nox -s bench -- imports`."""

from __future__ import annotations

import subprocess
import sys
import time

from rich.console import Console
from rich.table import Table

REPEATS = 15
MODULES = ("ge.graph", "ge.es.all", "ge.session", "ge.passes", "numpy", "onnx")


def start_ms(statement: str) -> float | None:
    """Time of an interpreter that runs `statement`, in milliseconds; None when it fails."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", statement], stderr=subprocess.DEVNULL, check=False)
    return (time.perf_counter() - start) * 1e3 if done.returncode == 0 else None


def main() -> None:
    """Prints the least time above a bare interpreter, all in turn."""
    best: dict[str, float] = {}
    for _ in range(REPEATS):
        for statement in ("pass", *(f"import {module}" for module in MODULES)):
            taken = start_ms(statement)
            if taken is not None:
                best[statement] = min(taken, best.get(statement, taken))
    table = Table("import", "ms", "times numpy", title="least time above a bare interpreter")
    bare = best.pop("pass")
    numpy = best["import numpy"] - bare
    for statement, taken in best.items():
        table.add_row(statement.split()[1], f"{taken - bare:.1f}", f"{(taken - bare) / numpy:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
