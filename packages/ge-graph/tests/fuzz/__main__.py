"""Reads many mutated files and keeps those that are not survived."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from fuzz.runner import FORMATS, run_fuzzer
from fuzz.seeds import seeds_of


def main(arguments: list[str]) -> int:
    """0 when every file was survived."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("format", choices=sorted(FORMATS))
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first file")
    parser.add_argument("--seconds", type=float, default=20.0, help="what one file may take")
    parser.add_argument("--memory-mb", type=int, default=512, help="what the reader may take")
    parser.add_argument("--keep", type=Path, default=Path("."), help="folder for files that are not survived")
    asked = parser.parse_args(arguments)
    form = FORMATS[asked.format]
    seeds = seeds_of(form)
    start = time.monotonic()
    failures = run_fuzzer(
        form, seeds, asked.count, first=asked.first, seconds=asked.seconds, memory_bytes=asked.memory_mb << 20
    )
    for failure in failures:
        path = asked.keep / f"failure_{failure.seed}{form.suffix}"
        path.write_bytes(form.mutate(seeds, failure.seed))
        print(f"seed {failure.seed}: {failure.reason} ({path})")
    print(f"{asked.count} files, {len(failures)} not survived, {time.monotonic() - start:.0f} s")
    return 1 if failures else 0


sys.exit(main(sys.argv[1:]))
