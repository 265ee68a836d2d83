"""Plugins: packages of operator functions that other distributions add to ge.es.

A plugin is an entry point of the group `ge.es.plugins`. Its value is a module, a text that names one, or a callable
that gives either. It becomes the attribute and the submodule of ge.es that the entry point's name says.
"""

from __future__ import annotations

import importlib
import os
import sys
from importlib.machinery import PathFinder
from types import ModuleType
from typing import Any, Callable

_GROUP = "ge.es.plugins"
_INSTALLED = (".dist-info", ".egg-info", ".egg")  # folders and files that tell of a distribution


def load_all_plugins(register: Callable[[str, ModuleType], None]) -> None:
    """Hand every plugin that is installed to `register`. One that cannot be loaded is named on standard output."""
    for entry in _entry_points():
        name = entry.name
        if not name:
            _log("WARNING", f"An entry point of {_GROUP} without a name is ignored: {entry.value}")
            continue
        try:
            module = _resolve(name, entry.load())
        except AttributeError as error:
            _log("ERROR", f"Plugin {name}: {entry.value} has no such attribute: {error}")
        except ImportError as error:
            _log("ERROR", f"Plugin {name}: {entry.value} cannot be imported: {error}")
        except Exception as error:  # a plugin is somebody else's code: whatever it does, ge.es is imported
            _log("ERROR", f"Plugin {name} cannot be loaded: {type(error).__name__}: {error}")
        else:
            sys.modules.setdefault(f"ge.es.{name}", module)
            register(name, module)


def _entry_points() -> list[Any]:  # EntryPoint has other members in each Python version
    if not _may_be_installed():
        return []
    from importlib import metadata  # late: it takes longer to import than ge.es

    try:
        return list(metadata.entry_points(group=_GROUP))
    except TypeError:  # Python 3.9: no selection by group
        groups: Any = metadata.entry_points()
        return list(groups.get(_GROUP, ()))


def _may_be_installed() -> bool:
    """Whether any distribution may have a plugin; False only when a look at the path's folders excludes it."""
    finders = [finder for finder in sys.meta_path if finder is not PathFinder and hasattr(finder, "find_distributions")]
    return bool(finders) or any(_may_hold_plugins(folder or ".") for folder in sys.path)


def _may_hold_plugins(folder: str) -> bool:
    try:
        entries = [
            entry.path for entry in os.scandir(folder) if entry.name.endswith((".dist-info", ".egg-info", ".egg"))
        ]
    except FileNotFoundError:
        return False
    except OSError:  # an archive
        return True
    return any(path.endswith(".egg") or _names_the_group(path) for path in entries)


def _names_the_group(info: str) -> bool:
    try:
        with open(os.path.join(info, "entry_points.txt"), "rb") as file:
            return _GROUP.encode() in file.read()
    except OSError:
        return False


def _resolve(name: str, value: object) -> ModuleType:
    """The module that an entry point's value stands for."""
    if isinstance(value, ModuleType):
        return value
    if isinstance(value, str):
        return importlib.import_module(value)
    if callable(value):
        return _resolve(name, value())
    raise TypeError(
        f"plugin {name}: unexpected type {type(value).__name__}: expected a module, the name of one, or a callable"
    )


def _log(level: str, message: str) -> None:
    sys.stdout.write(f"[{level}] [ge.es._plugin_loader] {message}\n")
