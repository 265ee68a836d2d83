"""Finds and loads the native module for the Python that runs."""

from __future__ import annotations

import sys
from types import ModuleType

from ge._internal.artifact_utils import current_platform_tag, current_python_tag
from ge.passes import _artifact_utils as artifacts

__all__ = ["ensure_native_module"]


def ensure_native_module() -> ModuleType:
    """The native module, loaded when it is not yet.

    Raises:
        ImportError: No set of libraries is installed for this Python, or it cannot be loaded.
    """
    loaded = sys.modules.get(artifacts.NATIVE_MODULE_NAME)
    if loaded is not None:
        return loaded
    errors = []
    artifact = artifacts.find_prebuilt_artifact()
    if artifact is not None:
        try:
            return artifacts.load_native_module(artifact.native_path)
        except ImportError as error:
            errors.append(f"{artifact.native_path}: {error}")
    raise ImportError(_explain(errors))


def _explain(errors: list[str]) -> str:
    tag = current_python_tag()
    found = [f"{entry.python_tag}-{entry.platform_tag}-abi{entry.abi}" for entry in artifacts.iter_artifacts()]
    return (
        f"ge.passes has no native module for Python {tag} on {current_platform_tag()} "
        f"with ABI {artifacts.BRIDGE_ABI_VERSION}: searched {artifacts.artifacts_root()}, "
        f"found {', '.join(found) or 'none'}; errors: {'; '.join(errors) or 'none'}; "
        f"install ge_passes-*-{tag}-{tag}-*.whl or ge_py_pass_bridge-*-{tag}-{tag}-*.whl"
    )
