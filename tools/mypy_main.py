"""Checks the types of one folder with mypy, strictly, against what its neighbours really are.

    mypy_main.py CONFIG FOLDER

A package is checked as `src` and `tests`, any other folder as it is.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from xml.sax.saxutils import escape

from mypy import api


def write_report(path: str, folder: str, failure: str, seconds: float) -> None:
    """The result as one test in junit's form."""
    body = f'<failure message="mypy found errors">{escape(failure)}</failure>' if failure else ""
    Path(path).write_text(
        f'<testsuites><testsuite name="types" tests="1" failures="{int(bool(failure))}" errors="0">'
        f'<testcase classname="types" name="{folder} is typed" time="{seconds:.2f}">{body}</testcase>'
        "</testsuite></testsuites>\n",
        encoding="utf-8",
    )


def main(config: str, folder: str) -> int:
    """Runs mypy over the folder's Python."""
    start = time.monotonic()
    package = Path(folder, "src").exists()
    os.environ["MYPYPATH"] = f"{folder}/src" if package else f"{folder}:{folder}/tests"
    parts = [f"{folder}/src", f"{folder}/tests"] if package else [folder]
    # Where a stub stands beside a module, the stub is what everybody sees.
    sources = [file for part in parts for file in sorted(Path(part).rglob("*.py")) if file.name != "mypy_main.py"]
    files = [str(file) for file in sources if not file.with_suffix(".pyi").exists()]
    cache = os.environ.get("TEST_TMPDIR", "/tmp") + "/mypy"
    out, err, status = api.run(["--config-file", config, "--cache-dir", cache, *files])
    print(out + err)
    if report := os.environ.get("XML_OUTPUT_FILE"):
        write_report(report, folder, out + err if status else "", time.monotonic() - start)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
