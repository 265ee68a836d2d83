"""`Session` (spec: session, sections 4-6)."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from ge.allocator import Allocator
from ge.error import raise_ge_error
from ge.ge_global._options import OptionError, check_graph, check_session
from ge.ge_global._state import STATE, encoded, fail
from ge.graph import Graph, Tensor, TensorDesc
from ge.session import _native

_GRAPH_IDS = 2**32
_INPUT_TYPES = ("Data", "RefData", "AippData", "AnnData")
# Marks a graph that some session holds: it is compiled in place, so no other may.
_ADDED = "_added_to_session"
_NO_STREAMS = "the CPU engine has no streams: use run_graph"

_session_ids = itertools.count(1)
# One run at a time in the process, as in the reference; a second one is refused, not queued.
_running = threading.Lock()


@dataclass
class _Added:
    """A graph in a session; its model is made by the first run."""

    graph: Graph
    options: dict[str, str]
    model: _native.Model | None = None


def _given_options(options: Mapping[str, str] | None, name: str) -> dict[str, str]:
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise TypeError(f"{name} must be a dictionary")
    return encoded(options)


class Session:
    """Compiles and runs graphs, each known by a number."""

    def __init__(self, options: dict[str, str] | None = None) -> None:
        """Make a session; GE must have been started for it to be of use.

        Args:
            options: Options of all its graphs, which win over those of the process.

        Raises:
            TypeError: The options are no dictionary.
            AttributeError: A key or value is no text.
        """
        self._options = _given_options(options, "option")
        self._id = next(_session_ids)
        self._graphs: dict[int, _Added] = {}
        self._generation = STATE.generation
        self._dead_because = self._find_fault()

    def add_graph(self, graph_id: int, add_graph: Graph, options: dict[str, str] | None = None) -> int:
        """Give a graph to the session.

        Args:
            graph_id: Its number; one that is taken keeps its graph.
            add_graph: Shared with the session, which changes it when it compiles it.
            options: Options of the graph, which win over those of the session.

        Returns:
            0.

        Raises:
            TypeError: An argument is of another type.
            GeError: GE does not run or the session is stale (E10062), a key is empty (E10059), or the graph is in a
                session already (E19999).
        """
        if not isinstance(graph_id, int):
            raise TypeError("Graph_id must be an integer")
        if not isinstance(add_graph, Graph):
            raise TypeError("Add_graph must be a Graph")
        given = _given_options(options, "options")
        self._check_alive("AddGraph", graph_id)
        if "" in given:
            fail("AddGraph", "E10059", "stage AddGraph: an option's key is empty", graph_id=graph_id)
        try:
            check_graph(given)
        except OptionError as error:
            fail("AddGraph", error.code, error.message, graph_id=graph_id)
        number = graph_id % _GRAPH_IDS
        if number in self._graphs:
            return 0
        if self._is_added(add_graph):
            fail("AddGraph", "E19999", f"graph '{add_graph.name}' is in a session already", graph_id=graph_id)
        add_graph.set_attr(_ADDED, True)
        self._graphs[number] = _Added(add_graph, given)
        return 0

    def remove_graph(self, graph_id: int) -> None:
        """Forget a graph and its model; the number is free again.

        Raises:
            TypeError: `graph_id` is no integer.
            GeError: There is no such graph (E10062).
        """
        if not isinstance(graph_id, int):
            raise TypeError("Graph_id must be an integer")
        self._check_alive("RemoveGraph", graph_id)
        self._find("RemoveGraph", graph_id)
        del self._graphs[graph_id % _GRAPH_IDS]

    def run_graph(self, graph_id: int, inputs: list[Tensor]) -> list[Tensor]:
        """Run a graph; the first run compiles it.

        Args:
            graph_id: Its number.
            inputs: Tensor i goes to the Data node whose `index` is i. Where the graph leaves no dimension open, the
                shapes and types of the first run are those of all.

        Returns:
            One tensor for each output of the graph, in order.

        Raises:
            TypeError: An argument is of another type.
            GeError: No such graph or GE does not run (E10062), another run goes on in the process (E19999), the graph
                cannot be compiled, or the inputs do not fit (E13025).
        """
        if not isinstance(graph_id, int):
            raise TypeError("Graph_id must be an integer")
        if not isinstance(inputs, list) or not all(isinstance(value, Tensor) for value in inputs):
            raise TypeError("inputs must be a list of Tensor")
        self._check_alive("RunGraph", graph_id)
        added = self._find("RunGraph", graph_id)
        if not _running.acquire(blocking=False):
            fail("RunGraph", "E19999", "another run goes on in this process", graph_id=graph_id)
        try:
            if added.model is None:
                added.model = self._compile(added, inputs)
            handles = added.model.run_tensors([value._handle for value in inputs])
        except (RuntimeError, ValueError):
            raise_ge_error("RunGraph", graph_id=graph_id)
        finally:
            _running.release()
        return [Tensor._create_from(handle) for handle in handles]

    def run_graph_with_stream_async(self, graph_id: int, stream: int, inputs: list[Tensor]) -> NoReturn:
        """Not offered: the CPU engine has no streams.

        Raises:
            TypeError: An argument is of another type.
            GeError: Otherwise (E10055); use `run_graph`.
        """
        if not isinstance(graph_id, int):
            raise TypeError("Graph_id must be an integer")
        if not isinstance(stream, int):
            raise TypeError("Stream must be an integer")
        if not isinstance(inputs, list) or not all(isinstance(value, Tensor) for value in inputs):
            raise TypeError("inputs must be a list of Tensor")
        fail("RunGraphWithStreamAsync", "E10055", _NO_STREAMS, graph_id=graph_id, stream=hex(stream))

    def register_external_allocator(self, stream: int, allocator: Allocator) -> NoReturn:
        """Not offered: the CPU engine has no streams.

        Raises:
            TypeError: An argument is of another type.
            GeError: Otherwise (E10055).
        """
        if not isinstance(stream, int):
            raise TypeError("stream must be an integer")
        if not isinstance(allocator, Allocator):
            raise TypeError("allocator must be an Allocator")
        fail("RegisterExternalAllocator", "E10055", _NO_STREAMS, stream=hex(stream))

    def unregister_external_allocator(self, stream: int) -> None:
        """Do nothing: no stream has an allocator.

        Raises:
            TypeError: `stream` is no integer.
        """
        if not isinstance(stream, int):
            raise TypeError("stream must be an integer")

    def __copy__(self) -> NoReturn:
        raise RuntimeError("Session does not support copy")

    def __deepcopy__(self, memo: object) -> NoReturn:
        raise RuntimeError("Session does not support deepcopy")

    def _find_fault(self) -> str | None:
        """Why the session can do nothing, which its first use tells."""
        if STATE.options is None:
            return "GE was not initialised when it was made"
        if "" in self._options:
            return "an option's key is empty"
        try:
            check_session({**STATE.options, **self._options})
        except OptionError as error:
            return f"{error.code}: {error.message}"
        return None

    def _check_alive(self, api_name: str, graph_id: int) -> None:
        if STATE.options is None:
            reason = "GE is not initialised, call GeApi.ge_initialize first"
            fail(api_name, "E10062", f"cannot call {api_name}: {reason}", graph_id=graph_id)
        reason = self._dead_because or ""
        if self._generation != STATE.generation:
            reason = reason or "GE was ended since it was made"
        if reason:
            fail(api_name, "E19999", f"the session does not exist: {reason}", graph_id=graph_id)

    def _find(self, api_name: str, graph_id: int) -> _Added:
        added = self._graphs.get(graph_id % _GRAPH_IDS)
        if added is None:
            fail(api_name, "E10062", f"cannot get the graph: graph_id={graph_id} does not exist", graph_id=graph_id)
        return added

    @staticmethod
    def _is_added(graph: Graph) -> bool:
        try:
            return bool(graph.get_attr(_ADDED))
        except RuntimeError:
            return False

    def _compile(self, added: _Added, inputs: list[Tensor]) -> _native.Model:
        _take_shapes(added.graph, inputs)
        options = {**(STATE.options or {}), **self._options, **added.options}
        return _native.CompiledModel.compile(added.graph._graph, options, self._id).load()


def _take_shapes(graph: Graph, inputs: list[Tensor]) -> None:
    """Give each Data node the shape and type of its tensor, unless the graph leaves a dimension open there."""
    for node in graph.get_direct_nodes():
        if node.type not in _INPUT_TYPES:
            continue
        index = node.get_attr("index")
        desc = node.get_output_desc(0)
        if not isinstance(index, int) or not 0 <= index < len(inputs) or desc.shape.is_unknown_shape():
            continue
        tensor = inputs[index]
        fitting = TensorDesc(list(tensor.shape), desc.format, tensor.data_type)
        node.update_input_desc(0, fitting)
        node.update_output_desc(0, fitting)
