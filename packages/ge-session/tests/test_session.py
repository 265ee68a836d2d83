"""Sessions."""

from __future__ import annotations

import copy
import warnings
from typing import Any, Callable

import ge.es.all as es
import numpy as np
import pytest
from conftest import affine_graph
from ge.allocator import Allocator, MemBlock
from ge.es import GraphBuilder
from ge.ge_global import GeApi
from ge.graph import DataType, Graph, Tensor
from ge.session import GeError, Session

X = np.array([[1, 0, -2]], dtype=np.float32)


def tensor() -> Tensor:
    return Tensor.from_numpy(X)


@pytest.fixture
def session(ge_runs: None) -> Session:
    return Session()


def test_a_graph_runs_again_and_again(session: Session) -> None:
    assert session.add_graph(1, affine_graph()) == 0

    for _ in range(3):
        y, product = session.run_graph(1, [tensor()])
        np.testing.assert_array_equal(y.numpy(), np.maximum(2 * X - 1, 0))
        np.testing.assert_array_equal(product.numpy(), 2 * X)


def test_open_dimensions_take_any_size(session: Session) -> None:
    session.add_graph(1, affine_graph())

    for rows in (1, 5, 2):
        x = np.ones((rows, 3), dtype=np.float32)
        assert list(session.run_graph(1, [Tensor.from_numpy(x)])[0].shape) == [rows, 3]


def test_a_declared_shape_is_what_the_graph_says(session: Session) -> None:
    # The first run's shape took its place, and the declared one was refused from then on.
    session.add_graph(1, affine_graph(shape=[2, 3]))
    wrong = [
        (Tensor([1.0] * 7, shape=[7]), r"E13025: input 0 \"x\": expected shape \[2, 3\], given \[7\]"),
        (Tensor([1] * 6, data_type=DataType.DT_INT32, shape=[2, 3]), "expected data type DT_FLOAT, given DT_INT32"),
    ]

    for _ in range(2):
        for given, text in wrong:
            with pytest.raises(GeError, match=text):
                session.run_graph(1, [given])
        assert list(session.run_graph(1, [Tensor([1.0] * 6, shape=[2, 3])])[0].shape) == [2, 3]


def test_the_first_run_settles_what_has_no_shape(session: Session) -> None:
    session.add_graph(1, affine_graph(shape=[]))
    session.run_graph(1, [tensor()])

    with pytest.raises(GeError, match=r"RunGraph failed; graph_id=1; E13025: .*expected shape \[1, 3\], given \[2\]"):
        session.run_graph(1, [Tensor([1.0, 2.0], shape=[2])])


def test_a_graph_without_inputs_runs(session: Session) -> None:
    builder = GraphBuilder("constants")
    session.add_graph(1, builder.build_and_reset([es.Add(builder.create_const_float([1.0, 2.0]), 1.0)]))

    assert session.run_graph(1, [])[0].get_data() == [2.0, 3.0]


def test_branches_run_in_a_session(session: Session) -> None:
    def body(name: str, operator: Callable[..., Any]) -> Graph:
        builder = GraphBuilder(name)
        return builder.build_and_reset([operator(builder.create_input(0, shape=[-1]))])

    builder = GraphBuilder("choice")
    cond = builder.create_input(0, data_type=DataType.DT_BOOL, shape=[])
    x = builder.create_input(1, shape=[-1])
    graph = builder.build_and_reset(es.If(cond, [x], 1, body("negated", es.Neg), body("squared", es.Square)))
    session.add_graph(1, graph)

    for truth, expected in ((True, [-2.0, 3.0]), (False, [4.0, 9.0]), (True, [-2.0, 3.0])):
        condition = Tensor([truth], data_type=DataType.DT_BOOL, shape=[])
        results = session.run_graph(1, [condition, Tensor([2.0, -3.0], shape=[2])])
        assert results[0].get_data() == expected


def test_the_first_graph_of_a_number_stays(session: Session) -> None:
    graph = affine_graph()
    session.add_graph(1, graph)

    with pytest.warns(RuntimeWarning, match="graph_id 1 is taken: it stays 'affine', and 'other' is not added"):
        assert session.add_graph(1, affine_graph(name="other")) == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it is told once
        assert session.add_graph(1, affine_graph(name="other")) == 0
        assert session.add_graph(1, graph) == 0
    np.testing.assert_array_equal(session.run_graph(1, [tensor()])[1].numpy(), 2 * X)


def test_a_number_is_free_after_removal(session: Session) -> None:
    session.add_graph(1, affine_graph())
    session.remove_graph(1)

    with pytest.raises(GeError, match=r"RunGraph failed; graph_id=1; E10062: .*graph_id=1 does not exist"):
        session.run_graph(1, [tensor()])
    session.add_graph(1, affine_graph())
    assert len(session.run_graph(1, [tensor()])) == 2


def test_a_graph_belongs_to_one_session_once(session: Session) -> None:
    graph = affine_graph()
    session.add_graph(1, graph)

    for other, number in ((session, 2), (Session(), 1)):
        with pytest.raises(GeError, match=r"E19999: .*'affine' is in a session already"):
            other.add_graph(number, graph)
    session.remove_graph(1)
    with pytest.raises(GeError, match="E19999"):
        session.add_graph(2, graph)


def test_numbers_wrap_as_in_c(session: Session) -> None:
    session.add_graph(-1, affine_graph())

    assert len(session.run_graph(2**32 - 1, [tensor()])) == 2


def test_an_operator_without_kernel_is_named(session: Session) -> None:
    builder = GraphBuilder("unknown")
    x = builder.create_input(0, name="x", shape=[2])
    session.add_graph(1, builder.build_and_reset([es.AcoshGrad(x, x)]))

    with pytest.raises(GeError, match=r"E10501.*AcoshGrad"):
        session.run_graph(1, [Tensor([1.0, 2.0], shape=[2])])


WRONG_ARGUMENTS: list[tuple[Callable[[Session], object], str]] = [
    (lambda s: s.add_graph("1", affine_graph()), "Graph_id.*integer"),  # type: ignore[arg-type]
    (lambda s: s.add_graph(1, "graph"), "Add_graph.*Graph"),  # type: ignore[arg-type]
    (lambda s: s.add_graph(1, affine_graph(), []), "options.*dictionary"),  # type: ignore[arg-type]
    (lambda s: s.remove_graph(1.0), "Graph_id.*integer"),  # type: ignore[arg-type]
    (lambda s: s.run_graph(None, []), "Graph_id.*integer"),  # type: ignore[call-overload]
    (lambda s: s.run_graph(1, tensor()), "inputs.*list.*Tensor"),
    (lambda s: s.run_graph(1, None), "inputs.*list.*Tensor"),  # type: ignore[call-overload]
    (lambda s: s.run_graph(1, "x"), "inputs.*list.*Tensor.*str"),  # type: ignore[arg-type]
    (lambda s: s.run_graph(1, [1.0]), "inputs.*Tensor.*float"),  # type: ignore[list-item]
    (lambda s: s.run_graph(1, [[1.0]]), "inputs.*Tensor.*list"),  # type: ignore[list-item]
    (lambda s: s.run_graph(1, {"x": None}), "inputs.*Tensor.*NoneType"),  # type: ignore[dict-item]
    (lambda s: s.run_graph(1, [tensor(), X]), "inputs.*Tensor.*some are the one"),
    (lambda s: s.run_graph_with_stream_async(1, "0", []), "Stream.*integer"),  # type: ignore[arg-type]
    (lambda s: s.register_external_allocator(1, object()), "allocator.*Allocator"),  # type: ignore[arg-type]
    (lambda s: s.unregister_external_allocator("1"), "stream.*integer"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("act", "text"), WRONG_ARGUMENTS)
def test_arguments_of_another_type_are_refused(session: Session, act: Callable[[Session], object], text: str) -> None:
    with pytest.raises(TypeError, match=text):
        act(session)


def test_options_must_be_texts(ge_runs: None) -> None:
    with pytest.raises(TypeError, match=r"option.*dictionary"):
        Session([])  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        Session({"ge.graphRunMode": 0})  # type: ignore[dict-item]


class NoMemory(Allocator):
    def malloc(self, size: int) -> MemBlock:
        return MemBlock(0, size)

    def free(self, block: MemBlock) -> None:
        pass


def test_streams_are_not_offered(session: Session) -> None:
    with pytest.raises(GeError, match=r"RunGraphWithStreamAsync failed; graph_id=1, stream=0x10; E10055"):
        session.run_graph_with_stream_async(1, 16, [])
    with pytest.raises(GeError, match=r"RegisterExternalAllocator failed; stream=0x10; E10055"):
        session.register_external_allocator(16, NoMemory())
    session.unregister_external_allocator(16)


def test_a_session_is_not_copied(session: Session) -> None:
    with pytest.raises(RuntimeError, match=r"Session.*copy"):
        copy.copy(session)
    with pytest.raises(RuntimeError, match=r"Session.*deepcopy"):
        copy.deepcopy(session)


def test_without_ge_everything_says_so() -> None:
    session = Session()

    with pytest.raises(GeError, match=r"AddGraph failed; graph_id=1; E10062: cannot call AddGraph: .*ge_initialize"):
        session.add_graph(1, affine_graph())
    GeApi.ge_initialize({"ge.exec.deviceId": "0"})
    with pytest.raises(GeError, match="E19999: the session does not exist: GE was not initialised when it was made"):
        session.add_graph(1, affine_graph())
    GeApi.ge_finalize()


def test_a_session_does_not_outlive_ge() -> None:
    GeApi.ge_initialize({"ge.exec.deviceId": "0"})
    session = Session()
    GeApi.ge_finalize()
    GeApi.ge_initialize({"ge.exec.deviceId": "0"})

    with pytest.raises(GeError, match=r"E19999: .*GE was ended since it was made"):
        session.remove_graph(1)
    GeApi.ge_finalize()


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"": "1"}, "an option's key is empty"),
        ({"ge.exec.precision_mode": "fast"}, "E10001: option ge.exec.precision_mode is 'fast'"),
        ({"ge.exec.single_op": "yes"}, "E10006: option ge.exec.single_op is 'yes'"),
    ],
)
def test_wrong_options_show_at_the_first_use(ge_runs: None, options: dict[str, str], text: str) -> None:
    session = Session(options)

    with pytest.raises(GeError, match=text):
        session.add_graph(1, affine_graph())


@pytest.mark.parametrize(
    ("options", "code"),
    [({"": "1"}, "E10059"), ({"ge.autoTuneMode": "RL"}, "E10001"), ({"ge.oo.level": "O2"}, "E10001")],
)
def test_wrong_options_of_a_graph_are_refused(session: Session, options: dict[str, str], code: str) -> None:
    with pytest.raises(GeError, match=code):
        session.add_graph(1, affine_graph(), options)


def test_a_session_has_a_handle_while_it_can_be_used(session: Session) -> None:
    other = Session()

    assert session._handle == session._handle != other._handle
    assert {session._handle: 1}[session._handle] == 1
    assert (session._owns_handle, session._owner) == (True, None)
    assert session._name != other._name
    GeApi.ge_finalize()
    assert (session._handle, session._owns_handle) == (None, False)


def test_a_clone_of_an_added_graph_can_be_added(session: Session) -> None:
    graph = affine_graph()
    session.add_graph(1, graph)

    session.add_graph(2, graph.clone())

    for number in (1, 2):
        np.testing.assert_array_equal(session.run_graph(number, [tensor()])[1].numpy(), 2 * X)
