"""Processes that are forked after the engine has run."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import NoReturn

import ge.es.all as es
import numpy as np
import pytest
from conftest import compiled
from ge.es import GraphBuilder
from ge.graph import Tensor
from ge.session import OfflineModel, Session

SIZE = 192
WAIT_S = 120  # children that hang are ended then; those that do not end at once

THREADS = 3  # more than one, also on a machine with one core


def layers() -> GraphBuilder:
    """Products and loops large enough for several threads, with weights and without."""
    builder = GraphBuilder("layers")
    x = builder.create_input(0, name="x", shape=[-1, SIZE])
    weights = np.random.default_rng(8).normal(size=SIZE * SIZE) / SIZE
    w = builder.create_const_float(weights.tolist(), [SIZE, SIZE])
    builder.set_graph_output(es.Tanh(es.MatMulV2(es.Tanh(es.MatMulV2(x, w)), w)), 0)
    return builder


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    return compiled(layers().build_and_reset(), tmp_path_factory.mktemp("fork"))


X = np.random.default_rng(9).normal(size=(SIZE, SIZE)).astype(np.float32)


@pytest.fixture
def model(path: str) -> OfflineModel:
    """It has run, so that there are threads that wait for more."""
    model = OfflineModel(path, threads=THREADS)
    model.run([X])
    return model


def in_child(work: Callable[[], bool]) -> int:
    """How a forked child ends: 0 when `work` says true there."""
    child = os.fork()
    if child == 0:
        _end_with(work)
    killer = threading.Timer(WAIT_S, os.kill, (child, 9))
    killer.start()
    _, status = os.waitpid(child, 0)
    killer.cancel()
    return os.waitstatus_to_exitcode(status)


def _end_with(work: Callable[[], bool]) -> NoReturn:
    status = 1
    try:
        status = 0 if work() else 2
    finally:
        os._exit(status)


def runs(model: OfflineModel, expected: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> bool:
    """With shapes that the parent ran, and with another one."""
    same = np.array_equal(model.run([X])[0], expected)
    return same and np.allclose(model.run([X[:100]])[0], expected[:100], rtol=1e-5, atol=1e-6)


def test_a_child_runs_what_the_parent_ran(model: OfflineModel) -> None:
    (expected,) = model.run([X])

    for _ in range(3):
        assert in_child(lambda: runs(model, expected)) == 0
        assert runs(model, expected)  # the parent goes on


def test_a_child_loads_and_runs_a_model_of_its_own(model: OfflineModel, path: str) -> None:
    (expected,) = model.run([X])

    assert in_child(lambda: runs(OfflineModel(path, threads=THREADS), expected)) == 0


def test_a_child_that_ran_forks_again(model: OfflineModel) -> None:
    (expected,) = model.run([X])

    def run_and_fork() -> bool:
        return runs(model, expected) and in_child(lambda: runs(model, expected)) == 0 and runs(model, expected)

    assert in_child(run_and_fork) == 0


def test_a_child_has_threads_of_its_own(model: OfflineModel) -> None:
    (expected,) = model.run([X])

    def run_in_threads() -> bool:
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            return all(pool.map(lambda _: runs(model, expected), range(6)))

    assert in_child(run_in_threads) == 0


def test_a_fork_waits_for_the_runs_of_other_threads(model: OfflineModel) -> None:
    (expected,) = model.run([X])
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            model.run([X])

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    statuses = [in_child(lambda: runs(model, expected)) for _ in range(10)]
    stop.set()
    for thread in threads:
        thread.join()

    assert statuses == [0] * 10


_shared: list[OfflineModel] = []


def _sum(rows: int) -> float:
    return float(_shared[0].run([X[:rows]])[0].sum())


@pytest.fixture
def shared(model: OfflineModel) -> Iterator[OfflineModel]:
    _shared[:] = [model]
    yield model
    _shared.clear()


def test_pools_of_processes_run_the_parents_model(shared: OfflineModel) -> None:
    fork = multiprocessing.get_context("fork")
    expected = [_sum(rows) for rows in range(100, 108)]

    with fork.Pool(2) as pool:
        assert pool.map_async(_sum, range(100, 108)).get(WAIT_S) == pytest.approx(expected, rel=1e-4, abs=1e-3)
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=fork) as executor:
        results = executor.map(_sum, range(100, 108), timeout=WAIT_S)
        assert list(results) == pytest.approx(expected, rel=1e-4, abs=1e-3)


def test_sessions_go_on_in_a_child(ge_runs: None) -> None:
    session = Session()
    session.add_graph(1, layers().build_and_reset())
    session.add_graph(2, layers().build_and_reset())
    x = Tensor.from_numpy(X)
    expected = session.run_graph(1, [x])[0].numpy()

    for number in (1, 2):  # compiled by the parent, and by the child
        assert in_child(lambda: np.array_equal(session.run_graph(number, [x])[0].numpy(), expected)) == 0  # noqa: B023


def test_a_child_does_not_wait_for_a_thread_that_compiled_in_its_parent(ge_runs: None) -> None:
    session = Session()
    session.add_graph(1, layers().build_and_reset())
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with session._graphs[1].compiling:
            held.set()
            done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    status = in_child(lambda: len(session.run_graph(1, [X])) == 1)
    done.set()
    thread.join()

    assert status == 0


# A whole interpreter ends, in the parent and in children that were forked by its main thread and by another one.
ENDING = """
import os, sys, threading
import numpy as np
from ge.session import OfflineModel

x = np.zeros((100, 192), np.float32)
model = OfflineModel(sys.argv[1], threads=3)

def run_and_fork():
    model.run([x])
    child = os.fork()
    model.run([x])
    if child:
        statuses.append(os.waitpid(child, 0)[1])

statuses, parent = [], os.getpid()
run_and_fork()
if os.getpid() == parent:
    thread = threading.Thread(target=run_and_fork)
    thread.start()
    thread.join()
if os.getpid() == parent:
    print(statuses)
"""


def test_children_end_as_processes_do(path: str) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}

    done = subprocess.run(
        [sys.executable, "-c", ENDING, path],
        env=environment,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )

    assert (done.returncode, done.stdout) == (0, "[0, 0]\n"), done.stderr
