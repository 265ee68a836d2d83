"""Paths of the command line: where a result goes, and what no path may be (spec: offline_compile, 4.1)."""

from __future__ import annotations

import os
from pathlib import Path

from ge.offline_compile._build import SUFFIX, om_path

from pyatc._errors import AtcError

_MAX_PATH = 4096


def checked_path(name: str, path: str) -> str:
    """The path, when a file can have it.

    Args:
        name: The option that it belongs to.
        path: As the user wrote it. Every sign is allowed that can be handed on to the system.

    Raises:
        AtcError: E10001 a NUL, or bytes that are no UTF-8; E10021 longer than paths can be (E13002 of an input).
    """
    try:
        size = len(path.encode())
    except UnicodeEncodeError as error:
        raise AtcError("E10001", f"--{name} is {path!a}, which is no UTF-8") from error
    if "\0" in path:
        raise AtcError("E10001", f"--{name} is {path!a}: the sign NUL is not allowed in a path")
    if size >= _MAX_PATH:
        code = "E10021" if name == "output" else "E13002"
        raise AtcError(code, f"--{name} has {size} bytes, at most {_MAX_PATH - 1} are allowed")
    return path


def input_file(name: str, path: str) -> str:
    """The path of a file that can be read.

    Raises:
        AtcError: E10001 there is none; and what `checked_path` refuses.
    """
    if not os.path.isfile(checked_path(name, path)) or not os.access(path, os.R_OK):
        raise AtcError("E10001", f"--{name} is '{path}', expected a file that can be read")
    return path


def output_file(output: str, model: str) -> Path:
    """Where the result of `model` goes; missing folders are made.

    Args:
        output: As the user wrote it: a path with or without `.om`, or a folder that exists; in there the result has
            the model's name.
        model: The model file.

    Raises:
        AtcError: E10022 no file name, E10021 a name longer than the file system allows, E10001 the place is a folder,
            or cannot be written to; and what `checked_path` refuses.
    """
    checked_path("output", output)
    place = Path(om_path(os.path.join(output, Path(model).stem) if os.path.isdir(output) else output))
    if place.name == SUFFIX:
        raise AtcError("E10022", f"--output is '{output}', which has no file name")
    _make_folder(place.parent, output)
    longest = os.pathconf(place.parent, "PC_NAME_MAX")
    if len(place.name.encode()) > longest:
        raise AtcError("E10021", f"--output is '{output}': its file name has more than {longest} bytes, '.om' included")
    if place.is_dir():
        raise AtcError("E10001", f"--output is '{output}': '{place}' is a folder")
    return place


def _make_folder(folder: Path, output: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise AtcError("E10001", f"--output is '{output}': its folder cannot be made: {error.strerror}") from error
    if not os.access(folder, os.W_OK):
        raise AtcError("E10001", f"--output is '{output}': its folder cannot be written to")
