"""Puts the files of a generated distribution into a folder, whole or not at all."""

from __future__ import annotations

import os
import pathlib
import shutil
import tempfile
from collections.abc import Mapping


def check_folder(folder: pathlib.Path, mark: str) -> None:
    """Refuse, with `ValueError`, a folder that is not empty and whose pyproject.toml does not begin with `mark`."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder")
    if not any(folder.iterdir()):
        return
    try:
        with open(folder / "pyproject.toml", encoding="utf-8") as file:
            first = file.readline().strip()
    except (OSError, UnicodeDecodeError):
        first = ""
    if first != mark:
        raise ValueError(f"{folder} is neither empty nor from an earlier run for this module: choose another folder")


def place(files: Mapping[str, str], folder: pathlib.Path) -> None:
    """Write all files under a temporary name, then let them take the place of what stood in `folder`.

    What a later run writes replaces what an earlier one wrote; files of other names at the top of `folder` stay.

    Args:
        files: Path within `folder` -> text.
        folder: Made when it is missing.

    Raises:
        OSError: A file cannot be written; what stood in `folder` is as it was.
    """
    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(prefix=".ge-es-gen-", dir=folder) as scratch:
            fresh, old = pathlib.Path(scratch, "new"), pathlib.Path(scratch, "old")
            for path, text in files.items():
                (fresh / path).parent.mkdir(parents=True, exist_ok=True)
                (fresh / path).write_text(text, encoding="utf-8")
            old.mkdir()
            for entry in sorted(fresh.iterdir()):
                _swap(entry, folder / entry.name, old / entry.name)
    except OSError:
        if is_new:
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _swap(new: pathlib.Path, target: pathlib.Path, old: pathlib.Path) -> None:
    if target.exists():
        os.replace(target, old)
    os.replace(new, target)
