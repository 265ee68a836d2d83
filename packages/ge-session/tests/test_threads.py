"""How many threads a model's runs use, and threads that run models."""

from __future__ import annotations

import concurrent.futures
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import ge.es.all as es
import numpy as np
import pytest
from conftest import affine_graph, compiled
from ge.es import GraphBuilder
from ge.ge_global import GeApi
from ge.graph import Graph
from ge.session import GeError, GraphModel, OfflineModel, Session
from ge.utils import GeUtils

T = TypeVar("T")

COUNT = 1 << 20
X = np.linspace(-2, 2, COUNT, dtype=np.float32)


def tanh_graph() -> Graph:
    """Work for as many threads as there are."""
    builder = GraphBuilder("tanh")
    return builder.build_and_reset([es.Tanh(builder.create_input(0, name="x", shape=[COUNT]))])


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    return compiled(tanh_graph(), tmp_path_factory.mktemp("threads"))


# Prints how many threads the process has gained when each of the words has been looked at: a number is a model
# with so many threads that runs, `-` one that does not say, `session` and `graph` have an option.
COUNTING = """
import os, sys
import numpy as np
import ge.es.all as es
from ge.es import GraphBuilder
from ge.ge_global import GeApi
from ge.session import GraphModel, OfflineModel, Session
from ge.utils import GeUtils

x = np.zeros(1 << 20, np.float32)

def graph():
    builder = GraphBuilder("g")
    return builder.build_and_reset([es.Tanh(builder.create_input(0, shape=[1 << 20]))])

def model(word):
    if word == "graph":
        inferred = graph()
        GeUtils.infer_shape(inferred, [[1 << 20]])
        return GraphModel(inferred, {"ge.exec.threads": "4"}).run
    if word == "session":
        GeApi.ge_initialize({"ge.exec.threads": "7"})
        session = Session({"ge.exec.threads": "5"})
        session.add_graph(0, graph())
        return lambda inputs: session.run_graph(0, inputs)
    return OfflineModel(sys.argv[1], threads=None if word == "-" else int(word)).run

def count():
    return len(os.listdir("/proc/self/task"))

before = count()
for word in sys.argv[2:]:
    model(word)([x])
    print(count() - before + 1)
"""


# Prints the largest differences of a product in two numbers of threads from that in one.
MULTIPLYING = """
import sys
import numpy as np
from ge.session import OfflineModel

x = np.random.default_rng(1).normal(size=(512, 512)).astype(np.float32)
expected, *results = [OfflineModel(sys.argv[1], threads=count).run([x])[0] for count in (1, 8, 5)]
print(*(int(np.abs(result - expected).max() > 1e-3) for result in results))
"""


def said(script: str, *words: str, **variables: str) -> list[int]:
    """The numbers that a script prints in a process with no other variables of OpenMP than these."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("OMP_", "GE_EXEC_"))}
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        env={**kept, "PYTHONPATH": os.pathsep.join(sys.path), **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return [int(number) for number in done.stdout.split()]


@pytest.mark.parametrize(
    ("words", "variables", "expected"),
    [
        (["3"], {}, [3]),
        (["1"], {"OMP_NUM_THREADS": "6", "GE_EXEC_THREADS": "5"}, [1]),
        (["-"], {"OMP_NUM_THREADS": "3"}, [3]),
        (["-"], {"OMP_NUM_THREADS": "3", "GE_EXEC_THREADS": "2"}, [2]),
        (["-"], {"OMP_NUM_THREADS": "3", "GE_EXEC_THREADS": ""}, [3]),
        (["graph"], {"GE_EXEC_THREADS": "2"}, [4]),
        (["session"], {"GE_EXEC_THREADS": "2"}, [5]),
        (["2", "-", "4"], {"OMP_NUM_THREADS": "3"}, [2, 3, 4]),  # each its own, and OpenMP's settings stay
        (["3"], {"OMP_NUM_THREADS": "2", "OMP_DYNAMIC": "true"}, [3]),
        (["8"], {"OMP_THREAD_LIMIT": "2"}, [2]),
    ],
)
def test_a_model_uses_so_many_threads(
    path: str, words: list[str], variables: dict[str, str], expected: list[int]
) -> None:
    assert said(COUNTING, path, *words, **variables) == expected


@pytest.mark.parametrize("variables", [{"OMP_THREAD_LIMIT": "2"}, {"OMP_DYNAMIC": "true"}])
def test_fewer_threads_than_asked_for_leave_no_work_undone(tmp_path: Path, variables: dict[str, str]) -> None:
    builder = GraphBuilder("product")
    weights = np.random.default_rng(0).normal(size=512 * 512)
    w = builder.create_const_float(weights.tolist(), [512, 512])
    product = es.MatMulV2(builder.create_input(0, shape=[-1, 512]), w)
    path = compiled(builder.build_and_reset([product]), tmp_path)

    assert said(MULTIPLYING, path, **variables) == [0, 0]


def test_the_number_of_threads_changes_no_bit(path: str) -> None:
    results = [OfflineModel(path, threads=threads).run([X])[0] for threads in (1, 2, 3, 7)]

    for result in results:
        np.testing.assert_array_equal(result.view(np.uint32), results[0].view(np.uint32))


@pytest.mark.parametrize("threads", [0, -1, 1025, 2**40])
def test_a_number_out_of_range_is_refused(path: str, threads: int) -> None:
    with pytest.raises(GeError, match=f"E10001: option ge.exec.threads is '{threads}', expected .* from 1 to 1024"):
        OfflineModel(path, threads=threads)


@pytest.mark.parametrize("threads", [2.0, "2", True])
def test_threads_are_an_integer(path: str, threads: object) -> None:
    with pytest.raises(TypeError, match="threads must be an integer or None, got"):
        OfflineModel(path, threads=threads)  # type: ignore[arg-type]  # the mistake


@pytest.mark.parametrize("text", ["two", "0", "1.5", "2 "])
def test_a_wrong_variable_is_named(path: str, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("GE_EXEC_THREADS", text)

    with pytest.raises(GeError, match=f"E10001: the environment variable GE_EXEC_THREADS is '{text}', expected"):
        OfflineModel(path)


def test_a_wrong_option_is_refused_wherever_it_is_given() -> None:
    wrong = {"ge.exec.threads": "many"}
    text = "E10001: option ge.exec.threads is 'many', expected an? .* from 1 to 1024"
    graph = affine_graph()
    GeUtils.infer_shape(graph, [[-1, 3]])

    with pytest.raises(GeError, match=text):
        GeApi.ge_initialize(wrong)
    with pytest.raises(GeError, match=text):
        GraphModel(graph, wrong)
    GeApi.ge_initialize({"ge.exec.deviceId": "0"})
    with pytest.raises(GeError, match=text):
        Session(wrong).add_graph(0, graph)
    with pytest.raises(GeError, match=text):
        Session().add_graph(0, graph, wrong)
    GeApi.ge_finalize()


def in_threads(count: int, work: Callable[[int], T]) -> list[T]:
    """What `work` gives for each number, all at the same time."""
    together = threading.Barrier(count)

    def start(number: int) -> T:
        together.wait()
        return work(number)

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(start, range(count)))


def test_sessions_run_side_by_side(ge_runs: None) -> None:
    # Sixty of eighty runs were refused, since one at a time was let into the process.
    def work(number: int) -> bool:
        session = Session()
        session.add_graph(0, affine_graph())
        x = np.full((number + 1, 3), number, dtype=np.float32)
        return all(np.array_equal(session.run_graph(0, [x])[1], 2 * x) for _ in range(20))

    assert in_threads(4, work) == [True] * 4


def test_threads_run_one_graph_of_a_session(ge_runs: None) -> None:
    session = Session()
    graph = affine_graph(shape=[])

    def work(number: int) -> bool:  # one of them adds the graph, one compiles it
        x = np.full((2, 3), number, dtype=np.float32)
        session.add_graph(3, graph)
        return all(np.array_equal(session.run_graph(3, {"x": x})[1], 2 * x) for _ in range(20))

    assert in_threads(6, work) == [True] * 6


def test_a_graph_that_is_removed_while_it_runs_ends_its_run(ge_runs: None) -> None:
    session = Session()
    session.add_graph(1, affine_graph())
    x = np.ones((2, 3), np.float32)
    session.run_graph(1, x)

    def work(number: int) -> set[str]:
        if number == 0:
            session.remove_graph(1)
            return set()
        outcomes = set()
        for _ in range(200):
            try:
                outcomes.add(str(np.array_equal(session.run_graph(1, x)[1], 2 * x)))
            except GeError as error:
                outcomes.add(str(error).split(": ")[0])
        return outcomes

    assert set().union(*in_threads(3, work)) <= {"True", "RunGraph failed; graph_id=1; E10062"}
