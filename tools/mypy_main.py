"""Checks the types of one package with mypy, strictly, against what its neighbours really are.

mypy_main.py --config-file FILE PACKAGE
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from xml.sax.saxutils import escape

from mypy import api


def write_report(path: str, package: str, failure: str, seconds: float) -> None:
    """The result as one test in junit's form."""
    body = f'<failure message="mypy found errors">{escape(failure)}</failure>' if failure else ""
    Path(path).write_text(
        f'<testsuites><testsuite name="types" tests="1" failures="{int(bool(failure))}" errors="0">'
        f'<testcase classname="types" name="{package} is typed" time="{seconds:.2f}">{body}</testcase>'
        "</testsuite></testsuites>\n",
        encoding="utf-8",
    )


def main(option: str, config: str, package: str) -> int:
    """Runs mypy over the package's sources and tests."""
    start = time.monotonic()
    os.environ["MYPYPATH"] = f"{package}/src"
    folders = [folder for folder in (f"{package}/src", f"{package}/tests") if any(Path(folder).rglob("*.py"))]
    cache = os.environ.get("TEST_TMPDIR", "/tmp") + "/mypy"
    out, err, status = api.run([option, config, "--cache-dir", cache, *folders])
    print(out + err)
    if report := os.environ.get("XML_OUTPUT_FILE"):
        write_report(report, package, out + err if status else "", time.monotonic() - start)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
