"""Does what the README promises of a fresh machine: its commands, in a clone of what is committed, in a Debian apart.

    debian.py [SUITE]...    trixie unless named; installs it when it has not been yet; needs root and debootstrap
    debian.py --cached [--minutes N] [--junit FILE]    those that are installed and are not this machine's own

A suite stays in `~/.cache/ge-py/debian/<suite>` with all that was installed, compiled and tested in it, so that another
run does only what changed; to begin anew, delete the folder. What is left out is said.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from budget import ROOT
from chroot import Chroot, TimeIsUpError

HOME = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ge-py" / "debian"
SUITES = ("trixie", "bookworm")
# What the README takes for granted, and what it then says.
GRANTED = ("git", "python3", "python3-pip")
COMMANDS = ("./tools/demo", "./tools/test")
CLONE = Path("root/ge-py")


def say(text: str) -> None:
    """A line that is seen at once."""
    print(f"debian: {text}", flush=True)


def left_out(suite: str) -> str:
    """Why continuous integration leaves a suite out; nothing when it does not."""
    if not (HOME / suite).is_dir():
        return f"it is not installed; `nox -s debian -- {suite}` does that"
    if f"VERSION_CODENAME={suite}" in Path("/etc/os-release").read_text(encoding="utf-8").split():
        return "it is this machine's own"
    return ""


def clone(chroot: Chroot) -> None:
    """A fresh clone of this checkout, in the place of the last one."""
    place = chroot.folder / CLONE
    shutil.rmtree(place, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(place)], check=True)


def check(suite: str, report: ET.Element, deadline: float | None) -> None:
    """Runs the commands in a suite, one test each in the report; none of them is run beyond the deadline."""
    HOME.mkdir(parents=True, exist_ok=True)
    chroot = Chroot(suite, HOME / suite)
    with (HOME / f"{suite}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not chroot.folder.is_dir():
            say(f"{suite}: installing into {chroot.folder}")
            chroot.install(GRANTED)
        clone(chroot)
        for command in COMMANDS:
            start = time.monotonic()
            say(f"{suite}: {command}")
            status, last = chroot.run(f"cd /{CLONE} && {command}", deadline)
            seconds = time.monotonic() - start
            case = ET.SubElement(report, "testcase", classname=suite, name=command, time=f"{seconds:.0f}")
            if status:
                ET.SubElement(case, "failure", message=f"exit status {status}").text = last
            say(f"{suite}: {command} {'FAILED' if status else 'passed'} in {seconds:.0f} s")


def main() -> int:
    """Runs what is asked for; 1 when a command failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"one of {', '.join(SUITES)}")
    parser.add_argument("--cached", action="store_true")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--junit")
    options = parser.parse_args()
    unknown = sorted(set(options.suites) - set(SUITES))
    if unknown:
        parser.error(f"no suite {', '.join(unknown)}; there are {', '.join(SUITES)}")
    deadline = None if options.minutes is None else time.monotonic() + 60 * options.minutes
    report = ET.Element("testsuite", name="debian")
    for suite in options.suites or (SUITES if options.cached else SUITES[:1]):
        reason = left_out(suite) if options.cached else ""
        if reason:
            say(f"{suite} is left out: {reason}")
            continue
        if os.geteuid() != 0:
            raise SystemExit("debian: this needs root, to mount what a Debian needs in its folder")
        try:
            check(suite, report, deadline)
        except TimeIsUpError:
            say(f"{suite}: {options.minutes:g} minutes are over; what is left is left out, and done by another run")
    if options.junit:
        ET.ElementTree(report).write(options.junit, encoding="utf-8")
    return 1 if report.findall("testcase/failure") else 0


if __name__ == "__main__":
    sys.exit(main())
