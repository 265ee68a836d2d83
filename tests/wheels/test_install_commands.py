"""The commands that `nox -s wheels` ends with and the README shows, where wheels for other Pythons lie, too."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from conftest import ROOT, clean_environment

Ask = Callable[[Path, str], object]


def test_the_readme_shows_the_commands() -> None:
    from wheels import commands

    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert "".join(f"    {command}\n" for command in commands(Path("dist"))) in readme


def test_the_commands_install_all_six_beside_wheels_for_other_pythons(
    wheels: Path, wheelhouse: Path, ask: Ask, tmp_path: Path
) -> None:
    from wheels import commands

    # A user's `pip install dist/*.whl` failed: "is not a supported wheel on this platform".
    shutil.copytree(wheels, tmp_path / "dist")
    tag = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    for wheel in wheels.glob(f"*-{tag}-*.whl"):
        shutil.copyfile(wheel, tmp_path / "dist" / wheel.name.replace(tag, "cp38"))
    subprocess.run([sys.executable, "-m", "venv", "env"], cwd=tmp_path, check=True)
    python = tmp_path / "env" / "bin" / "python"
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheelhouse), "PATH": f"{python.parent}:/usr/bin:/bin"}

    for command in commands(Path("dist")):
        subprocess.run(command, shell=True, cwd=tmp_path, env={**clean_environment(), **offline}, check=True)

    subprocess.run([str(python), "-m", "pip", "check"], check=True, env=clean_environment())
    loaded = ask(
        python,
        "import json, sys, ge.graph, ge.es, ge.session, ge.passes, ge.custom_op, pyatc\n"
        "print(json.dumps(sorted({sys.prefix in module.__file__ for module in (ge.graph, ge.session, pyatc)})))",
    )
    assert loaded == [True]
