"""Rewriting graphs with a quarter of the nodes in matches, beside peers. Run by `nox -s bench -- passes [SIZE...]`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pass_peers
from compare import LIMIT_S, OURS, Case, medians, show
from peers import present

SIZES = (1_000, 10_000, 100_000)
REPEATS = 5
LEAST_NODES = 10_000
MAKERS: dict[str, Callable[[], Any]] = {  # peers have no common type
    OURS: pass_peers.GePy,
    "OpenVINO": pass_peers.OpenVino,
    "onnxscript": pass_peers.OnnxScript,
    "loop over onnx-ir": pass_peers.OnnxIrLoop,
    "torch.fx": pass_peers.TorchFx,
}
# A library that is quadratic is not asked for more than this: its run could not be ended from outside.
MOST_NODES = {"torch.fx": 10_000}

# The program that measures passes written in C++, and what its benchmarks are called.
NATIVE = "GE_NATIVE_PASS_BENCH"
NATIVE_NAMES = {"FuseBias": "MatMul+Add fused", "DropZero": pass_peers.ZERO}


def graphs_of(count: int) -> int:
    """How many graphs of a size a run rewrites."""
    return max(1, LEAST_NODES // count)


def cases(peers: dict[str, Any], rewrite: str, count: int) -> dict[str, Case]:  # peers have no common type
    """What is measured at one size: as many graphs of it as have `LEAST_NODES`, else the first touch is what counts."""

    def case(peer: Any) -> Case:
        def apply(graphs: list[Any]) -> None:
            for graph in graphs:
                peer.apply(rewrite, graph)

        return Case(lambda: [peer.build(rewrite, count) for _ in range(graphs_of(count))], apply)

    return {name: case(peer) for name, peer in peers.items() if count <= MOST_NODES.get(name, count)}


def native() -> None:
    """Prints what passes in C++ take, when the program that measures them was built."""
    program = os.environ.get(NATIVE)
    if program is None:
        print(f"bench: passes in C++ are left out: {NATIVE} names no program", file=sys.stderr)
        return
    command = [program, "--benchmark_format=json", "--benchmark_filter=Run"]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    for run in report["benchmarks"]:
        if "pass" in run:
            count = run["name"].split("/")[1]
            print(f"C++ pass that finds nothing, one of 200, {count} nodes: {run['pass'] * 1e6:.2f} us of CPU a pass")
            continue
        kind, count = run["name"].split("<")[1].split(">/")
        print(f"C++ pass, {NATIVE_NAMES[kind]}, {count} nodes: {run['match'] * 1e6:.2f} us of CPU a match")


def main(arguments: list[str]) -> None:
    """Measures graphs of the sizes named, or of all."""
    peers = present(MAKERS)
    rows = []
    for rewrite in (pass_peers.GEMM, pass_peers.ZERO):
        for count in [int(size) for size in arguments] or SIZES:
            found = medians(cases(peers, rewrite, count), REPEATS)
            rows.append((f"{rewrite} {count}", found, float(count // pass_peers.EVERY * graphs_of(count))))
    show("microseconds of CPU a match, the whole rewrite", list(peers), rows)
    for name, most in MOST_NODES.items():
        print(f"{name} is not asked for more than {most} nodes: it does not end in {LIMIT_S:.0f} s there")
    native()


if __name__ == "__main__":
    main(sys.argv[1:])
