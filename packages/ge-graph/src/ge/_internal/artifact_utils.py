"""Native libraries that are made for one version of Python: where they are, and which fits."""

from __future__ import annotations

import importlib.util
import json
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = [
    "PythonArtifact",
    "current_platform_tag",
    "current_python_tag",
    "find_compatible_artifact",
    "iter_artifacts",
    "iter_manifest_paths",
    "load_bridge_artifact_manifest",
    "load_manifest_json",
    "load_module_from_path",
    "load_native_artifact_manifest",
]


@dataclass(frozen=True)
class PythonArtifact:
    """A set of libraries, as its manifest says. Paths are absolute."""

    root: Path
    manifest_path: Path
    python_tag: str
    platform_tag: str
    abi: int
    native_path: Path
    bridge_path: Path | None


def current_python_tag() -> str:
    """`cp311`: the interpreter that runs this."""
    return f"cp{sys.version_info[0]}{sys.version_info[1]}"


def current_platform_tag() -> str:
    """`linux-x86_64`: the machine that runs this."""
    return f"{platform.system().lower()}-{platform.machine() or 'unknown'}"


def iter_manifest_paths(root: Path) -> Iterator[Path]:
    """`manifest.json` of a folder, then of the folders in it by name, as far as they exist."""
    folders = [root]
    if root.is_dir():
        folders += sorted((entry for entry in root.iterdir() if entry.is_dir()), key=lambda entry: entry.name)
    for folder in folders:
        if (folder / "manifest.json").is_file():
            yield folder / "manifest.json"


def load_manifest_json(path: Path) -> dict[str, Any] | None:  # whatever the file says
    """The object in a manifest; None when it cannot be read or is none."""
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return manifest if isinstance(manifest, dict) else None


def _load(path: Path, *, needs_bridge: bool) -> PythonArtifact | None:
    manifest = load_manifest_json(path)
    if manifest is None:
        return None
    try:
        tag, machine, abi = manifest["python_tag"], manifest["platform"], int(manifest["bridge_abi"])
        native = path.parent / manifest["artifacts"]["native"]
        bridge = path.parent / manifest["artifacts"]["bridge"] if needs_bridge else None
    except (KeyError, TypeError, ValueError):
        return None
    if not (isinstance(tag, str) and isinstance(machine, str)):
        return None
    if not native.is_file() or (bridge is not None and not bridge.is_file()):
        return None
    return PythonArtifact(path.parent, path, tag, machine, abi, native, bridge)


def load_native_artifact_manifest(path: Path) -> PythonArtifact | None:
    """The set of a manifest that names a native module; None when a part is missing or wrong."""
    return _load(path, needs_bridge=False)


def load_bridge_artifact_manifest(path: Path) -> PythonArtifact | None:
    """The set of a manifest that names a native module and a bridge library; None when a part is missing or wrong."""
    return _load(path, needs_bridge=True)


def iter_artifacts(root: Path) -> Iterator[PythonArtifact]:
    """The complete sets under a folder, in the order of their manifests."""
    for path in iter_manifest_paths(root):
        artifact = load_bridge_artifact_manifest(path)
        if artifact is not None:
            yield artifact


def find_compatible_artifact(root: Path, abi: int) -> PythonArtifact | None:
    """The first set for this Python, platform and ABI; None when there is none."""
    wanted = (current_python_tag(), current_platform_tag(), abi)
    for artifact in iter_artifacts(root):
        if (artifact.python_tag, artifact.platform_tag, artifact.abi) == wanted:
            return artifact
    return None


def load_module_from_path(name: str, path: Path) -> ModuleType:
    """Import a native module from a file under a name of our choice, once.

    Raises:
        ImportError: It cannot be imported; then no module of the name is left behind.
    """
    known = sys.modules.get(name)
    if known is not None:
        return known
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no native module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module
