"""ge.error."""

from __future__ import annotations

import threading

import pytest
from ge.error import GeError, get_ge_error_msg, raise_ge_error
from ge.graph import Graph, _native


@pytest.fixture(autouse=True)
def _no_error_before() -> None:
    _native.clear_last_error()


def fail() -> None:
    with pytest.raises(RuntimeError):
        Graph("main").add_subgraph(Graph("alone"))


def test_there_is_no_text_before_the_first_error() -> None:
    assert get_ge_error_msg() == ""


def test_the_newest_error_of_the_bridge_is_kept() -> None:
    fail()

    assert get_ge_error_msg().startswith('E19999: graph "alone" is not the body of a node')


def test_each_thread_has_its_own_error() -> None:
    fail()
    seen: list[str] = []

    thread = threading.Thread(target=lambda: seen.append(get_ge_error_msg()))
    thread.start()
    thread.join()

    assert seen == [""]


def test_an_error_is_a_runtime_error_with_what_it_is_about() -> None:
    error = GeError("text", "native", "api", {"a": 1})

    assert isinstance(error, RuntimeError)
    assert (str(error), error.error_message, error.api_name, error.context) == ("text", "native", "api", {"a": 1})
    assert (GeError("text").error_message, GeError("text").context) == (None, {})


def test_an_error_is_raised_for_a_call() -> None:
    with pytest.raises(GeError, match=r"^run failed$"):
        raise_ge_error("run")
    fail()

    with pytest.raises(GeError, match=r"^run failed; graph=1, step=2; E19999: ") as caught:
        raise_ge_error("run", 5, graph=1, step=2)

    assert caught.value.api_name == "run"
    assert caught.value.context == {"graph": 1, "step": 2}
