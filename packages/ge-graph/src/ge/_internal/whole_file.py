"""Files that appear whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """Where to write what shall be at `path`: it takes that place when the body ends, and goes when the body raises.

    Links are followed. The file must have been closed by then. Errors name `path`, not where was written meanwhile.
    """
    place = Path(os.path.realpath(path))
    temporary = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        yield temporary
        os.replace(temporary, place)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError) and error.filename in (temporary, str(temporary)):
            error.filename, error.filename2 = str(path), None
        raise
