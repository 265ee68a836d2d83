"""The native libraries of this package, one set for each version of Python that it is installed for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from ge._internal import artifact_utils
from ge._internal.artifact_utils import PythonArtifact

BRIDGE_ABI_VERSION = 1
NATIVE_MODULE_NAME = "ge.passes._ge_pass_native"


def artifacts_root() -> Path:
    """The folder with a folder for each set."""
    # Where the package is seen: links are not followed, since a build's outputs stand beside links to its sources.
    return Path(__file__).absolute().parent / "python_pass_artifacts"


def load_artifact_from_dir(folder: Path) -> PythonArtifact | None:
    """The set in a folder; None when it is not complete."""
    return artifact_utils.load_bridge_artifact_manifest(folder / "manifest.json")


def iter_artifacts(root: Path | None = None) -> Iterator[PythonArtifact]:
    """All complete sets, in the order in which they are considered."""
    return artifact_utils.iter_artifacts(artifacts_root() if root is None else root)


def find_prebuilt_artifact() -> PythonArtifact | None:
    """The set for this Python, platform and ABI; None when it is not installed."""
    return artifact_utils.find_compatible_artifact(artifacts_root(), BRIDGE_ABI_VERSION)


def load_native_module(path: str | Path) -> ModuleType:
    """Import the native module from a file, under its one name."""
    return artifact_utils.load_module_from_path(NATIVE_MODULE_NAME, Path(path))
