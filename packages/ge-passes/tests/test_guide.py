"""Everything in docs/passes.md that can be run, run in the order of the page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from conftest import INNER_PYTEST

GUIDE = Path(__file__).absolute().parents[3] / "docs" / "passes.md"

_BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What stands for a command of the page where nothing is installed.
_COMMANDS = {
    "pytest": " ".join(INNER_PYTEST),
    "python": sys.executable,
}


def run(command: str, folder: Path) -> str:
    """What the command prints."""
    words = command.split(" ")
    place = next(i for i, word in enumerate(words) if "=" not in word)
    words[place] = _COMMANDS[words[place]]
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("XML_", "TESTBRIDGE_", "PYTEST_"))}
    environment = {**kept, "ASCEND_WORK_PATH": str(folder)}
    done = subprocess.run(
        " ".join(words), shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_every_file_and_command_of_the_guide_does_what_it_says(tmp_path: Path) -> None:
    commands = 0
    for language, name, text in _BLOCK.findall(GUIDE.read_text(encoding="utf-8")):
        if name:
            (tmp_path / name).write_text(text, encoding="utf-8")
            continue
        assert language == "console", f"a block of the guide that is neither a file nor commands: {text}"
        shown = ""
        for line in text.splitlines():
            if line.startswith("$ "):
                shown = run(line[2:], tmp_path)
                commands += 1
            else:
                assert line.strip() in shown, f"{line!r} is not in:\n{shown}"
    assert commands == 9
    assert "DoubleIsMul" in (tmp_path / "report.html").read_text(encoding="utf-8")
