"""What the benchmarks beside peers share: interleaved measuring, and tables with ratios to ours.

Times are CPU time of the process, which neighbours on the machine disturb less than the clock; each is the median of
runs between which every other peer had its turn.
"""

from __future__ import annotations

import gc
import signal
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

from rich.console import Console
from rich.table import Table

OURS = "GE-PY"
LIMIT_S = 60.0


@dataclass(frozen=True)
class Case:
    """One peer's way: `prepare` makes what `run`, which alone is timed, works on."""

    prepare: Callable[[], Any]  # whatever the peer's graphs are
    run: Callable[[Any], object]


class TooLongError(Exception):
    """A run took longer than `LIMIT_S`."""


@contextmanager
def limited() -> Iterator[None]:
    """Ends what is inside with TooLongError after `LIMIT_S` seconds, as soon as Python runs again."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLongError(f"no end after {LIMIT_S:.0f} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, LIMIT_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def seconds(case: Case) -> float:
    """CPU time of one run. Python's collector does not go through what was prepared: whose nodes are Python objects
    would pay for that, and the others find their own pushed out of the caches."""
    gc.collect()
    subject = case.prepare()
    gc.freeze()
    start = time.process_time()
    case.run(subject)
    taken = time.process_time() - start
    gc.unfreeze()
    return taken


def medians(cases: Mapping[str, Case], repeats: int) -> dict[str, float | str]:
    """Seconds by peer, or why there are none."""
    times: dict[str, list[float]] = {name: [] for name in cases}
    failures: dict[str, float | str] = {}
    for _ in range(repeats):
        for name, case in cases.items():
            if name in failures:
                continue
            try:
                with limited():
                    times[name].append(seconds(case))
            except TooLongError as error:
                failures[name] = str(error)
            except Exception as error:
                failures[name] = f"{type(error).__name__}: {error}"[:60]
    return {name: failures.get(name) or statistics.median(times[name]) for name in cases}


def cell(value: float | str, ours: float | str, each: float, unit: float) -> str:
    """`value` for each of `each`, and how many times ours it is."""
    if isinstance(value, str) or isinstance(ours, str):
        return str(value)
    return f"{value / each * unit:.2f} ({value / ours:.1f}x)" if ours else f"{value / each * unit:.2f}"


def show(title: str, peers: Sequence[str], rows: Sequence[tuple[str, Mapping[str, float | str], float]]) -> None:
    """Prints a table; a row is its label, seconds by peer, and what to divide them by. Cells are microseconds."""
    table = Table("", *peers, title=title)
    for label, found, each in rows:
        ours = found[OURS]
        table.add_row(label, *(cell(found[peer], ours, each, 1e6) if peer in found else "-" for peer in peers))
    Console(width=30 + 24 * len(peers)).print(table)
