"""Finds the passes that the environment names."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ge._internal.plugin_loader import load_plugins_from_env

__all__ = ["ENV_PY_PASS_PATH", "get_registered_passes", "load_pass_plugins"]

ENV_PY_PASS_PATH = "ASCEND_GE_PY_PASS_PATH"
MODULE_PREFIX = "_ge_py_pass_"


def load_pass_plugins() -> list[ModuleType]:
    """Load the files and folders that the environment variable names: doing so registers their passes.

    Raises:
        FileNotFoundError, ValueError, ImportError: One cannot be loaded; what a module raises comes as it is.
    """
    return load_plugins_from_env(ENV_PY_PASS_PATH, MODULE_PREFIX, "python pass")


def get_registered_passes() -> list[dict[str, Any]]:  # as PassDescriptor.to_bridge_dict
    """All passes as the native side takes them."""
    from ge.passes import registry  # needs the native module, which finding files does not

    return registry.get_registered_pass_dicts()
