"""Builds the wheels and copies them into a folder.

    wheels.py FOLDER [--running | --all]

Of the packages' wheels those for the Python that builds, and of native parts that are wheels of their own (those of
ge-passes) one for each Python on this machine. With --running only the first, with --all every wheel for every Python.
Says for which Pythons nothing is built, and why. A Python that is found nowhere can be named in GE_PYTHONS.
"""

from __future__ import annotations

import argparse
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
from versions import ROOT, projects, read

MINORS = ROOT / "third_party" / "python_sys" / "minors.py"


def pythons() -> dict[str, Any]:
    """What minors.py finds: interpreters by tag under `found`, reasons by tag under `skipped`."""
    done = subprocess.run([sys.executable, "-I", str(MINORS)], stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def running_tag() -> str:
    """`cp311`: the Python that builds, unless GE_PYTHON names another one."""
    return f"cp{sys.version_info[0]}{sys.version_info[1]}"


def _package(project: Path) -> str:
    """The Bazel package of a distribution: that of the folder in packages/ in which its pyproject.toml is."""
    return "//" + "/".join(project.relative_to(ROOT).parts[:2])


def _targets_for_tags() -> set[str]:
    """The targets `<dist>_wheel_<tag>`."""
    command = ["bazel", "query", "--noshow_progress", 'filter("_wheel_cp[0-9]+$", //packages/...)']
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    return set(done.stdout.split())


def targets() -> list[str]:
    """The wheels for the running Python."""
    return [f"{_package(project)}:{dist}_wheel" for dist, project in projects().items()]


def targets_of_others(which: str) -> list[str]:
    """The wheels for the other Pythons of this machine: none (`running`), of `native` parts, or `all`."""
    if which == "running":
        return []
    known = projects().items()
    dists = [dist for dist, project in known if which == "all" or project.parent.name == "native"]
    return sorted(target for target in _targets_for_tags() if target.split(":")[1].split("_wheel")[0] in dists)


def build(folder: Path, which: str = "running") -> list[Path]:
    """The wheels, in `folder`; what else lay there under `*.whl` is gone. One for another Python may be missing."""
    own, others = targets(), targets_of_others(which)
    subprocess.run(["bazel", "build", *own], cwd=ROOT, check=True)
    if others:
        subprocess.run(["bazel", "build", "--keep_going", *others], cwd=ROOT, check=False)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.whl"):
        old.unlink()
    wheels = [copy(target, folder) for target in [*own, *(target for target in others if built(target))]]
    for target in others:
        if not built(target):
            print(f"wheels: {target} skipped: it does not build; see above", file=sys.stderr)
    return wheels


def built(target: str) -> list[Path]:
    """The files that Bazel made of a target: none when it failed."""
    package, name = target[2:].split(":")
    dist, tag = name.split("_wheel")
    found = (ROOT / "bazel-bin" / package).glob(f"{dist.replace('-', '_')}-*.whl")
    wanted = (tag[1:],) if tag else ("py3", running_tag())
    return [path for path in found if path.name.split("-")[2] in wanted]


def copy(target: str, folder: Path) -> Path:
    """The newest wheel of a target, in `folder`."""
    newest = max(built(target), key=lambda path: path.stat().st_mtime_ns)
    wheel = Path(shutil.copyfile(newest, folder / newest.name))
    wheel.chmod(0o644)
    return wheel


def commands(folder: Path) -> list[str]:
    """What installs the wheels in `folder`: first what they need, then they, which no index is asked for."""
    table = read(ROOT / "versions.bzl")
    ours = [dist for dist in table["VERSIONS"] if _package(projects()[dist]) == f"//packages/{dist}"]
    needed = dict.fromkeys(name for needs in table["NEEDS"].values() for name in needs)
    outside = [name for name in needed if name != "abi" and name not in table["VERSIONS"]]
    links = f"--no-index --find-links {shlex.quote(str(folder))}"
    return [f"pip install {' '.join(outside)}", f"pip install {links} {' '.join(ours)}"]


def main() -> None:
    """Builds, and lists what was built and what was not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--running", dest="which", action="store_const", const="running", default="native")
    asked.add_argument("--all", dest="which", action="store_const", const="all")
    options = parser.parse_args()
    for wheel in build(options.folder, options.which):
        print(f"{wheel.stat().st_size:>10} {wheel}")
    for tag, reason in pythons()["skipped"].items():
        print(f"wheels: {tag} skipped: {reason}", file=sys.stderr)
    print(f"wheels: to install them for Python {sys.version_info[0]}.{sys.version_info[1]}:")
    for command in commands(options.folder):
        print(f"    {command}")


if __name__ == "__main__":
    main()
