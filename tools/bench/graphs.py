"""Building, editing, visiting, saving and loading graphs, beside peers. Run by `nox -s bench -- graphs [SIZE...]`."""

from __future__ import annotations

import ctypes
import gc
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import graph_peers
from compare import OURS, Case, medians, show
from peers import present

SIZES = (1_000, 10_000, 100_000)
REPEATS = 5
MEASURED_NODES = 100_000  # in graphs enough: what free memory from before takes must not count
MAKERS: dict[str, Callable[[], Any]] = {  # peers have no common type
    OURS: graph_peers.GePy,
    "onnx.helper": graph_peers.OnnxHelper,
    "onnx-ir": graph_peers.OnnxIr,
    "OpenVINO": graph_peers.OpenVino,
    "torch.fx": graph_peers.TorchFx,
}


def operations(peer: Any, count: int, folder: Path) -> Iterator[tuple[str, Case]]:  # peers have no common type
    """What is measured of a peer."""
    path = folder / f"{type(peer).__name__}.{count}"

    def saved(_: object = None) -> Path:
        if not any(folder.glob(path.name + "*")):
            peer.save(peer.build(count), path)
        return path

    yield "build", Case(lambda: None, lambda _: peer.build(count))
    yield "edit", Case(lambda: peer.build(count), peer.edit)
    yield "visit", Case(lambda: peer.build(count), peer.visit)
    yield "save", Case(lambda: peer.build(count), lambda graph: peer.save(graph, path.with_suffix(".new")))
    yield "load", Case(saved, peer.load)


def measure(sizes: list[int]) -> None:
    """Prints the table of times."""
    peers = present(MAKERS)
    rows = []
    with tempfile.TemporaryDirectory() as work:
        for count in sizes:
            cases: dict[str, dict[str, Case]] = {}
            for name, peer in peers.items():
                for operation, case in operations(peer, count, Path(work)):
                    cases.setdefault(operation, {})[name] = case
            for operation, by_peer in cases.items():
                rows.append((f"{operation} {count}", medians(by_peer, REPEATS), float(count)))
    show("microseconds of CPU a node", list(peers), rows)


def resident_bytes() -> int:
    """What the process has in memory now, without what malloc keeps although it is free."""
    ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def grow(name: str, count: int) -> None:
    """Prints the bytes a node by which building graphs of `count` nodes makes this process grow."""
    peer = MAKERS[name]()
    peer.build(10)
    gc.collect()
    before = resident_bytes()
    graphs = [peer.build(count) for _ in range(max(1, MEASURED_NODES // count))]
    gc.collect()
    print((resident_bytes() - before) // (len(graphs) * count))


def memory(sizes: list[int]) -> None:
    """Prints the table of memory, each number from a process of its own."""
    for count in sizes:
        found = []
        for name in MAKERS:
            command = [sys.executable, __file__, "--grow", name, str(count)]
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
            found.append(f"{name} {done.stdout.strip() or '-'}")
        print(f"bytes a node at {count}: " + ", ".join(found))


def main(arguments: list[str]) -> None:
    """Measures graphs of the sizes named, or of all."""
    if arguments[:1] == ["--grow"]:
        grow(arguments[1], int(arguments[2]))
        return
    sizes = [int(size) for size in arguments] or list(SIZES)
    os.environ.setdefault("ASCEND_GLOBAL_LOG_LEVEL", "4")
    measure(sizes)
    memory(sizes)


if __name__ == "__main__":
    main(sys.argv[1:])
