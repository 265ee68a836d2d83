"""Lets a reader read mutated files in a process of its own, and tells which it did not survive."""

from __future__ import annotations

import mmap
import multiprocessing
import os
import re
import resource
import struct
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from ge.graph import _native

from fuzz.mutation import mutated_message, mutated_text

__all__ = ["Failure", "Format", "FORMATS", "run_fuzzer"]

_TEXT = 1  # DumpFormat.kTxt
_READABLE = 2
_POLL_S = 0.05
_NO_GROUPS = re.compile(r" *attr_groups \{\n *\}\n")


@dataclass(frozen=True)
class Format:
    """Something that is read."""

    name: str
    suffix: str
    mutate: Callable[[Sequence[bytes], int], bytes]
    load: Callable[[bytes, Path], _native.Graph]  # the folder is for files on the way


@dataclass(frozen=True)
class Failure:
    """A file that was not survived: `mutate(seeds, seed)` makes it again."""

    seed: int
    reason: str


def _load_air(data: bytes, folder: Path) -> _native.Graph:
    path = folder / "mutated.air"
    path.write_bytes(data)
    return _native.load_air(str(path))


FORMATS = {
    "air": Format("air", ".air", mutated_message, _load_air),
    "text": Format("text", ".txt", mutated_text, lambda data, folder: _native.load_text(data)),
}


def read(form: Format, data: bytes, folder: Path) -> None:
    """Reads a file that may be anything: refused with an error's code, or a graph that can be written and read again.

    Raises:
        AssertionError: The error has no code, or the graph is another one after being written and read.
    """
    try:
        graph = form.load(data, folder)
    except RuntimeError as error:
        refusal = str(error)
    else:
        _write_and_read_again(graph)
        return
    assert re.match(r"E\d{5}: ", refusal), f"an error without a code: {refusal}"


def _write_and_read_again(graph: _native.Graph) -> None:
    text = _native.dump(graph, _TEXT)
    _native.dump(graph, _READABLE)
    again = _native.dump(_native.load_text(text.encode()), _TEXT)
    # Of groups that hold unknown fields only a text shows no more than that they are there.
    assert again == _NO_GROUPS.sub("", text), "the graph is another one after being written and read"


def _work(form: Format, seeds: Sequence[bytes], first: int, end: int, memory_bytes: int, progress: mmap.mmap) -> None:
    """Reads file after file; says which one before, and why it failed after."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + memory_bytes
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, end):
            progress[:8] = struct.pack("q", seed)
            try:
                read(form, form.mutate(seeds, seed), Path(folder))
            except BaseException as error:  # whatever it is, it is what the fuzzer looks for
                reason = f"{type(error).__name__}: {error}"[:400].encode(errors="replace")
                progress[8 : 8 + len(reason)] = reason
                os._exit(3)
    progress[:8] = struct.pack("q", end)
    os._exit(0)


def _wait(worker: multiprocessing.Process, progress: mmap.mmap, seconds: float) -> str | None:
    """Why the worker ended before its time; None when it is done."""
    seed, since = -1, time.monotonic()
    while worker.is_alive():
        worker.join(_POLL_S)
        now = struct.unpack("q", progress[:8])[0]
        if now != seed:
            seed, since = now, time.monotonic()
        elif time.monotonic() - since > seconds and worker.is_alive():
            worker.kill()
            worker.join()
            return f"takes more than {seconds} s"
    if worker.exitcode == 0:
        return None
    if worker.exitcode == 3:
        return progress[8:].rstrip(b"\0").decode(errors="replace")
    return f"the process ended with {worker.exitcode}"


def run_fuzzer(
    form: Format,
    seeds: Sequence[bytes],
    count: int,
    *,
    first: int = 0,
    seconds: float = 20.0,
    memory_bytes: int = 1 << 29,
    most_failures: int = 10,
) -> list[Failure]:
    """Reads `count` mutated files.

    Args:
        form: What is read.
        seeds: Sound files to begin with.
        count: How many.
        first: Seed of the first file; the others count on.
        seconds: Of a clock on the wall, what one file may take.
        memory_bytes: What the reader may take beyond what the process has at the beginning.
        most_failures: Ends after so many.

    Returns:
        What was not survived.
    """
    failures: list[Failure] = []
    end = first + count
    fork = multiprocessing.get_context("fork")
    while first < end and len(failures) < most_failures:
        progress = mmap.mmap(-1, 4096)
        worker = fork.Process(target=_work, args=(form, seeds, first, end, memory_bytes, progress))
        worker.start()
        reason = _wait(worker, progress, seconds)  # type: ignore[arg-type]  # a fork's process is one
        if reason is None:
            break
        seed = struct.unpack("q", progress[:8])[0]
        failures.append(Failure(seed, reason))
        first = seed + 1
    return failures
