"""Sums up test results: prints `N passed, N failed`, with `, N skipped` when there are any, as its last line.

    count_results.py FOLDER

FOLDER has a junit file of each step, and Bazel's event file, which says where that run's tests left theirs.
What did not get as far as a result counts as failed: a target that was not built, a test that was killed, a
missing step.
"""

from __future__ import annotations

import json
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

STEPS = ("lint.xml", "bazel.json", "wheels.xml")
# Run by continuous integration alone.
MORE = ("debian.xml",)


def of_report(path: Path) -> Counter[str]:
    """The counts of one junit file; one that cannot be read is a failure."""
    counts: Counter[str] = Counter()
    try:
        cases = list(ET.parse(path).getroot().iter("testcase"))
    except (OSError, ET.ParseError):
        return Counter(failed=1)
    for case in cases:
        children = {child.tag for child in case}
        if children & {"failure", "error"}:
            counts["failed"] += 1
        elif "skipped" in children or case.get("status") == "notrun":
            counts["skipped"] += 1
        else:
            counts["passed"] += 1
    return counts


def of_target(statuses: list[tuple[str, Path | None]]) -> Counter[str]:
    """The counts of the runs of one target: one that did not pass has at least one failure."""
    counts: Counter[str] = Counter()
    for status, report in statuses:
        found = of_report(report) if report else Counter()
        if status not in ("PASSED", "FLAKY") and not found["failed"]:
            found["failed"] = 1
        if status in ("PASSED", "FLAKY") and not found:
            found["passed"] = 1
        counts += found
    return counts


def report_of(result: dict[str, Any]) -> Path | None:
    """Where a test result of Bazel's says that its junit file is."""
    for output in result.get("testActionOutput", []):
        if output.get("name") == "test.xml":
            return Path(unquote(urlparse(output["uri"]).path))
    return None


def of_bazel(path: Path) -> Counter[str]:
    """The counts of one run of Bazel, from its events."""
    runs: dict[str, list[tuple[str, Path | None]]] = {}
    unbuilt, tests, ended = set(), set(), None
    for line in path.read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        identity = event["id"]
        if "testResult" in identity:
            result = event["testResult"]
            runs.setdefault(identity["testResult"]["label"], []).append((result["status"], report_of(result)))
        elif "targetConfigured" in identity and event.get("configured", {}).get("testSize"):
            tests.add(identity["targetConfigured"]["label"])
        elif "targetCompleted" in identity and not event.get("completed", {}).get("success"):
            unbuilt.add(identity["targetCompleted"]["label"])
        elif "buildFinished" in identity:
            ended = event["finished"].get("exitCode", {}).get("name")
    counts: Counter[str] = Counter()
    for statuses in runs.values():
        counts += of_target(statuses)
    silent = (tests | unbuilt) - set(runs)
    for label in sorted(silent):
        print(f"no result: {label}")
    counts["failed"] += len(silent)
    if ended != "SUCCESS" and not counts["failed"]:
        print(f"bazel ended with {ended}")
        counts["failed"] += 1
    return counts


def main(folder: Path) -> int:
    """Prints the one line; 1 when something failed or nothing passed."""
    total: Counter[str] = Counter()
    for name in (*STEPS, *(name for name in MORE if (folder / name).exists())):
        path = folder / name
        if not path.exists():
            print(f"no result: the step of {name}")
            total["failed"] += 1
            continue
        total += of_bazel(path) if path.suffix == ".json" else of_report(path)
    skipped = f", {total['skipped']} skipped" if total["skipped"] else ""
    print(f"{total['passed']} passed, {total['failed']} failed{skipped}")
    return 1 if total["failed"] or not total["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
