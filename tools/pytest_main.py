"""The main program of every Python test: pytest over the files given, its results where Bazel wants them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest


def main(arguments: list[str]) -> int:
    """Runs pytest; a file without a test fails (pytest's exit code 5)."""
    if scratch := os.environ.get("TEST_TMPDIR"):
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = f"{scratch}/hypothesis"
    folder = str(Path(arguments[0]).parent)
    options = ["-p", "no:cacheprovider", "-ra", "--strict-markers", "--rootdir", folder]
    if report := os.environ.get("XML_OUTPUT_FILE"):
        suite = os.environ.get("TEST_TARGET", "pytest")
        options += [f"--junit-xml={report}", "-o", f"junit_suite_name={suite}"]
    if chosen := os.environ.get("TESTBRIDGE_TEST_ONLY"):
        options += ["-k", chosen]
    return int(pytest.main([*options, *arguments]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
