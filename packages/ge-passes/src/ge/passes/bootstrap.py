"""Finds the passes that the environment names."""

from __future__ import annotations

import importlib
import sys
from importlib import metadata
from types import ModuleType
from typing import Any

from ge._internal.plugin_loader import load_plugins_from_env

__all__ = ["ENV_PY_PASS_PATH", "PLUGIN_GROUP", "get_registered_passes", "load_installed_plugins", "load_pass_plugins"]

ENV_PY_PASS_PATH = "ASCEND_GE_PY_PASS_PATH"
PLUGIN_GROUP = "ge.passes.plugins"
MODULE_PREFIX = "_ge_py_pass_"


def load_pass_plugins() -> list[ModuleType]:
    """Load the files and folders that the environment variable names: doing so registers their passes.

    Raises:
        FileNotFoundError, ValueError, ImportError: One cannot be loaded; what a module raises comes as it is.
    """
    return load_plugins_from_env(ENV_PY_PASS_PATH, MODULE_PREFIX, "python pass")


def _entry_points() -> list[metadata.EntryPoint]:
    """The entry points of our group, by name, each once: a distribution may be seen twice along the path."""
    if sys.version_info >= (3, 10):
        found = list(metadata.entry_points(group=PLUGIN_GROUP))
    else:
        found = list(metadata.entry_points().get(PLUGIN_GROUP, []))
    return sorted({(point.name, point.value): point for point in found}.values(), key=lambda point: point.name)


def load_installed_plugins() -> list[ModuleType]:
    """Import the modules that installed distributions offer as passes: doing so registers their passes.

    A distribution offers a module in its `pyproject.toml`:

        [project.entry-points."ge.passes.plugins"]
        my_passes = "my_distribution.passes"

    Returns:
        The modules, by the names of their entry points.

    Raises:
        ImportError: One cannot be loaded; it names the entry point, and its cause is the exception.
    """
    modules: dict[str, ModuleType] = {}
    for point in _entry_points():
        try:
            point.load()
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise ImportError(f"plugin {point.name} = {point.value} of {PLUGIN_GROUP} fails to load: {what}") from error
        module = importlib.import_module(point.value.split(":")[0].strip())
        modules.setdefault(module.__name__, module)
    return list(modules.values())


def get_registered_passes() -> list[dict[str, Any]]:  # as PassDescriptor.to_bridge_dict
    """All passes as the native side takes them."""
    from ge.passes import registry  # needs the native module, which finding files does not

    return registry.get_registered_pass_dicts()
