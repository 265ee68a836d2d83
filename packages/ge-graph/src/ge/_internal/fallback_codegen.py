"""Compiles a set of native libraries from the sources in a wheel, with the machine's compiler, where no built set fits.

A package that can do so ships a folder with `_sources.py`, whose `materialize(folder)` writes `src/` and `include/`,
and `build_config.json`, which says how they are compiled (spec: passes, section 16).
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sysconfig
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ge._internal.artifact_utils import (
    PythonArtifact,
    current_platform_tag,
    current_python_tag,
    load_bridge_artifact_manifest,
)
from ge._internal.python_build import PythonBuildInfo, find_python_build

__all__ = ["Target", "cached_artifact", "compile_artifact", "load_build_config"]

_LISTS = ("cxx_defines", "cxx_includes", "cxx_flags", "link_args")
_KINDS = ("bridge", "native")


@dataclass(frozen=True)
class Target:
    """How one library is made; the texts may hold placeholders such as `@FALLBACK_ROOT@`."""

    output: str
    cxx_defines: list[str]
    cxx_includes: list[str]
    cxx_flags: list[str]
    link_args: list[str]

    def filled(self, values: dict[str, str]) -> Target:
        """The same without placeholders."""

        def fill(texts: list[str]) -> list[str]:
            return [re.sub(r"@[A-Z0-9_]+@", lambda match: values.get(match[0], match[0]), text) for text in texts]

        lists = [fill(getattr(self, name)) for name in _LISTS]
        return Target(self.output, *lists)


def load_build_config(path: Path) -> tuple[dict[str, Target], dict[str, Any]]:
    """The targets of a `build_config.json`, and all that it says.

    Raises:
        RuntimeError: It cannot be read, or something is missing or of another type.
    """
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RuntimeError(f"nothing can be compiled here: {path} cannot be read: {error}") from error
    targets = config.get("targets") if isinstance(config, dict) else None
    if not isinstance(targets, dict) or sorted(targets) != list(_KINDS):
        raise RuntimeError(f"{path}: targets must be an object with {' and '.join(_KINDS)}")
    for kind, entry in targets.items():
        if not isinstance(entry, dict) or not isinstance(entry.get("output"), str):
            raise RuntimeError(f"{path}: target {kind} has no text output")
        for name in _LISTS:
            texts = entry.get(name)
            if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
                raise RuntimeError(f"{path}: target {kind}: {name} must be a list of texts")
    return {
        kind: Target(**{name: entry[name] for name in ("output", *_LISTS)}) for kind, entry in targets.items()
    }, config


def _cache(folder: Path) -> Path:
    """Where what is compiled from a folder's sources is kept: of other sources, elsewhere."""
    digest = hashlib.sha256()
    for file in (folder / "_sources.py", folder / "build_config.json"):
        digest.update(file.read_bytes() if file.is_file() else b"")
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return root / "ge-py" / "native" / f"{current_python_tag()}-{current_platform_tag()}-{digest.hexdigest()[:16]}"


def cached_artifact(folder: Path, abi: int) -> PythonArtifact | None:
    """The set that was compiled from this folder before; None when there is none."""
    artifact = load_bridge_artifact_manifest(_cache(folder) / "manifest.json")
    return artifact if artifact is not None and artifact.abi == abi else None


def compile_artifact(folder: Path, abi: int, libraries: dict[str, str]) -> PythonArtifact:
    """Compile a folder's sources for the Python that runs, into the user's cache.

    Args:
        folder: With `_sources.py` and `build_config.json`.
        abi: The number that the manifest names.
        libraries: More values of placeholders, such as `@GE_GRAPH_DIR@`.

    Returns:
        The set. Its files appear one by one, whole, the manifest last.

    Raises:
        RuntimeError: The sources, Python's headers, pybind11 or the compiler are missing, or the compiler fails; the
            text has its command and what it said.
    """
    targets, config = load_build_config(folder / "build_config.json")
    python = find_python_build(config)
    place = _cache(folder)
    place.mkdir(parents=True, exist_ok=True)
    work = place / f".work.{os.getpid()}.{uuid.uuid4().hex[:8]}"
    work.mkdir()
    try:
        root = _materialize(folder / "_sources.py", work / "fallback_sources")
        values = {
            "@FALLBACK_ROOT@": str(root),
            "@PYTHON_INCLUDE@": str(python.include),
            "@PYBIND11_INCLUDE@": str(python.pybind11_include),
            **libraries,
        }
        for kind, target in targets.items():
            _build(kind, target.filled(values), root, work)
        for target in targets.values():
            os.replace(work / target.output, place / target.output)
        _write_manifest(place, work, targets, abi, python)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    artifact = load_bridge_artifact_manifest(place / "manifest.json")
    if artifact is None:
        raise RuntimeError(f"what was compiled into {place} is not complete")
    return artifact


def _materialize(script: Path, root: Path) -> Path:
    spec = importlib.util.spec_from_file_location("_ge_fallback_sources", script)
    if spec is None or spec.loader is None or not script.is_file():
        raise RuntimeError(f"nothing can be compiled here: there are no sources ({script})")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    materialize = getattr(module, "materialize", None)
    if not callable(materialize):
        raise RuntimeError(f"nothing can be compiled here: {script} has no materialize()")
    materialize(root)
    for name in ("src", "include"):
        if not (root / name).is_dir():
            raise RuntimeError(f"nothing can be compiled here: the sources of {script} have no {name}/")
    return root


def _build(kind: str, target: Target, root: Path, work: Path) -> None:
    sources = sorted((root / "src" / kind).glob("*.cc"))
    if not sources:
        raise RuntimeError(f"there are no sources of target {kind}: no src/{kind}/*.cc")
    objects_folder = work / f"{kind}_obj"
    objects_folder.mkdir()
    compiler = os.environ.get("CXX") or "c++"
    flags = [*target.cxx_defines, *target.cxx_includes, *target.cxx_flags]

    def compile_one(numbered: tuple[int, Path]) -> str:
        number, source = numbered
        out = str(objects_folder / f"{number}_{source.stem}.o")
        _run([compiler, *flags, "-c", str(source), "-o", out])
        return out

    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        objects = list(pool.map(compile_one, enumerate(sources)))
    _run([compiler, "-shared", "-o", str(work / target.output), *objects, *target.link_args])


def _run(command: list[str]) -> None:
    line = " ".join(command)
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    except OSError as error:
        what = f"the C++ compiler {command[0]} cannot be run ({error.strerror}): install one, or name one in CXX"
        raise RuntimeError(f"{what}; needed for: {line}") from error
    if done.returncode != 0:
        raise RuntimeError(f"the C++ compiler fails with status {done.returncode}: {line}\n{done.stdout}")


def _write_manifest(place: Path, work: Path, targets: dict[str, Target], abi: int, python: PythonBuildInfo) -> None:
    manifest = {
        "artifacts": {kind: target.output for kind, target in targets.items()},
        "bridge_abi": abi,
        "build_python": python.to_dict(),
        "platform": current_platform_tag(),
        "python_tag": current_python_tag(),
        "python_version": sysconfig.get_python_version(),
    }
    text = json.dumps(manifest, indent=2, sort_keys=True) + "\n"
    (work / "manifest.json").write_text(text, encoding="utf-8")
    os.replace(work / "manifest.json", place / "manifest.json")
