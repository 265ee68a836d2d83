"""Loads the Python files that a user's environment names: passes, operators, front-end plugins."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

__all__ = ["load_module_from_file", "load_plugins_from_env", "normalize_path_list", "scan_modules_from_path"]

# Names of modules by the file that was run, for all kinds of plugins: a file runs once.
_loaded: dict[Path, str] = {}


def normalize_path_list(value: str | None) -> list[Path]:
    """The paths of a list as environment variables have it, resolved; blank ones are left out."""
    return [Path(item.strip()).resolve() for item in (value or "").split(os.pathsep) if item.strip()]


def load_module_from_file(path: Path, prefix: str) -> ModuleType:
    """Run a file as a module, once.

    Args:
        path: The file, resolved.
        prefix: First part of the module's name.

    Returns:
        The module; of a file that ran before, the one that it made.

    Raises:
        ImportError: Python cannot import such a file.
    """
    known = _known_module(path)
    if known is not None:
        return known
    name = f"{prefix}{path.stem}_{abs(hash(str(path)))}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be imported as a Python module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    _loaded[path] = name
    return module


def _known_module(path: Path) -> ModuleType | None:
    name = _loaded.get(path)
    return None if name is None else sys.modules.get(name)


def _load_package(folder: Path) -> ModuleType:
    entry = (folder / "__init__.py").resolve()
    known = _known_module(entry)
    if known is not None:
        return known
    module = importlib.import_module(folder.name)
    _loaded[entry] = module.__name__
    return module


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Lets the modules of a folder import each other."""
    entry = str(folder)
    if entry in sys.path:
        yield
        return
    sys.path.insert(0, entry)
    try:
        yield
    finally:
        if entry in sys.path:
            sys.path.remove(entry)


def scan_modules_from_path(path: Path, prefix: str, kind: str) -> list[ModuleType]:
    """Load a `.py` file, or the modules and packages directly in a folder, by name; those with a leading `_` are not.

    Args:
        path: File or folder, resolved.
        prefix: First part of the names of modules made from files.
        kind: What the plugins are, for messages.

    Raises:
        FileNotFoundError: There is nothing at the path.
        ValueError: It is a file of another kind.
    """
    if not path.exists():
        raise FileNotFoundError(f"{kind} path {path} does not exist")
    if path.is_file():
        if path.suffix != ".py":
            raise ValueError(f"{kind} path {path} is a file, but no .py file")
        return [load_module_from_file(path, prefix)]
    modules = []
    with _importable(path):
        for child in sorted(path.iterdir(), key=lambda entry: entry.name):
            if child.name.startswith("_"):
                continue
            if child.is_file() and child.suffix == ".py":
                modules.append(load_module_from_file(child.resolve(), prefix))
            elif (child / "__init__.py").is_file():
                modules.append(_load_package(child))
    return modules


def load_plugins_from_env(variable: str, prefix: str, kind: str) -> list[ModuleType]:
    """Load everything that an environment variable names, in order, each module once in the result.

    The first that cannot be loaded ends it with its error.
    """
    modules: dict[str, ModuleType] = {}
    for path in normalize_path_list(os.environ.get(variable)):
        for module in scan_modules_from_path(path, prefix, kind):
            modules.setdefault(module.__name__, module)
    return list(modules.values())
