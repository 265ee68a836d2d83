"""The example passes that come with the distribution."""

from __future__ import annotations

import tarfile
from pathlib import Path

import ge.passes
from ge._internal.whole_file import replacing

__all__ = ["write_examples"]

_ARCHIVE = Path(ge.passes.__file__).with_name("examples.tar")


def write_examples(folder: Path) -> list[Path]:
    """Write them to a folder, which is made when it is not there.

    Returns:
        The files.

    Raises:
        FileExistsError: A file of one of the names is there already; nothing is written then.
        OSError: A file cannot be written.
    """
    with tarfile.open(_ARCHIVE) as archive:
        contents = {folder / member.name: archive.extractfile(member) for member in archive if member.isfile()}
        for path in contents:
            if path.exists():
                raise FileExistsError(f"{path} is there already: name a folder without it")
        folder.mkdir(parents=True, exist_ok=True)
        for path, content in contents.items():
            if content is not None:
                with replacing(path) as scratch:
                    scratch.write_bytes(content.read())
    return list(contents)
