"""`Session` (spec: session, sections 4-6)."""

from __future__ import annotations

import itertools
import os
import threading
import warnings
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, overload

from ge.allocator import Allocator
from ge.error import raise_ge_error
from ge.ge_global._options import OptionError, check_graph, check_session
from ge.ge_global._state import STATE, encoded, fail
from ge.graph import DataType, Graph, Node, Tensor, TensorDesc
from ge.graph._handle import Handle
from ge.graph._numpy import data_type_of
from ge.session import _native
from ge.session._inputs import InputNamesError, Tensors, TypedArrays, as_array, in_order, is_array, listed
from numpy.typing import NDArray

_GRAPH_IDS = 2**32
_INPUT_TYPES = ("Data", "RefData", "AippData", "AnnData")
# Marks a graph that some session holds: it is compiled in place, so no other may.
_ADDED = "_added_to_session"
_NO_STREAMS = "the CPU engine has no streams: use run_graph"

_session_ids = itertools.count(1)
# Held while a graph is given to a session or taken from it.
_adding = threading.Lock()


@dataclass(eq=False)
class _Added:
    """A graph in a session; its model is made by the first run, while others wait."""

    graph: Graph
    name: str
    options: dict[str, str]
    model: _native.Model | None = None
    told: bool = False  # that another graph was given with its number
    compiling: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        _all_added.add(self)

    def input_names(self) -> list[str]:
        """Names of the inputs, in order."""
        with self.compiling:
            if self.model is not None:
                return [port[0] for port in self.model.inputs]
            nodes = _inputs_of(self.graph)
            return [nodes[index].name for index in sorted(nodes)]


_all_added: weakref.WeakSet[_Added] = weakref.WeakSet()


def _renew_locks() -> None:
    """In a child after fork: those who held the locks are not there."""
    global _adding
    _adding = threading.Lock()
    for added in _all_added:
        added.compiling = threading.RLock()


os.register_at_fork(after_in_child=_renew_locks)


_Description = tuple[list[int], DataType]  # of a tensor: dimensions, type of the elements


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
            graph_id: Its number; one that is taken keeps its graph, of which a RuntimeWarning tells once.
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
        with _adding:
            kept = self._graphs.get(number)
            if kept is None:
                self._mark_added(add_graph, graph_id)
                self._graphs[number] = _Added(add_graph, add_graph.name, given)
        if kept is not None and kept.graph is not add_graph and not kept.told:
            kept.told = True
            stays = f"graph_id {graph_id} is taken: it stays '{kept.name}', and '{add_graph.name}' is not added"
            warnings.warn(f"{stays}; call remove_graph({graph_id}) first", RuntimeWarning, stacklevel=2)
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
        with _adding:
            self._find("RemoveGraph", graph_id)
            del self._graphs[graph_id % _GRAPH_IDS]

    @overload
    def run_graph(  # type: ignore[overload-overlap]  # Tensors are arrays too
        self, graph_id: int, inputs: Tensors
    ) -> list[Tensor]: ...
    @overload
    def run_graph(self, graph_id: int, inputs: TypedArrays) -> list[NDArray[Any]]: ...
    def run_graph(self, graph_id: int, inputs: Tensors | TypedArrays) -> list[Tensor] | list[NDArray[Any]]:
        """Run a graph; the first run compiles it. Any number of threads may run graphs, also the same one.

        Args:
            graph_id: Its number.
            inputs: Tensors, or arrays of numpy or of anything on the host with `__array__` or `__dlpack__`. In a list
                or tuple, item i goes to the Data node whose `index` is i; a dictionary has them by the names of the
                Data nodes; an array by itself is the only one. Where the graph says shape `[]`, which is what inputs
                have that are made without a shape, shape and type of the first run are those of all.

        Returns:
            One for each output of the graph, in order: tensors for tensors, numpy arrays for arrays.

        Raises:
            TypeError: An argument is of another type, or tensors and arrays are mixed.
            GeError: No such graph or GE does not run (E10062), the graph cannot be compiled, or the inputs do not fit
                (E13025): the text names the input, what the graph says and what was given.
        """
        if not isinstance(graph_id, int):
            raise TypeError("Graph_id must be an integer")
        values = _run_inputs(inputs)
        self._check_alive("RunGraph", graph_id)
        added = self._find("RunGraph", graph_id)
        if isinstance(inputs, Mapping):
            try:
                values = in_order(inputs, added.input_names())
            except InputNamesError as error:
                fail("RunGraph", "E13025", str(error), graph_id=graph_id)
        tensors = [value for value in values if isinstance(value, Tensor)]
        arrays = [as_array(value, None, f"input {i}") for i, value in enumerate(values)] if not tensors else []
        try:
            if not arrays:
                model = self._ready(added, [(list(value.shape), value.data_type) for value in tensors])
                return [Tensor._create_from(handle) for handle in model.run_tensors([v._handle for v in tensors])]
            model = self._ready(added, [(list(array.shape), data_type_of(array.dtype)) for array in arrays])
            return model.run_arrays(arrays)
        except (RuntimeError, ValueError):
            raise_ge_error("RunGraph", graph_id=graph_id)

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

    # --- what stands for native objects (docs/handles.md)

    @property
    def _handle(self) -> Handle | None:
        alive = STATE.options is not None and self._dead_because is None and self._generation == STATE.generation
        return Handle("Session", self._id) if alive else None

    @property
    def _owns_handle(self) -> bool:
        return self._handle is not None

    @property
    def _owner(self) -> None:
        return None

    @property
    def _name(self) -> str:
        return f"session_{self._id}"

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
    def _mark_added(graph: Graph, graph_id: int) -> None:
        try:
            added = bool(graph.get_attr(_ADDED))
        except RuntimeError:
            added = False
        if added:
            fail("AddGraph", "E19999", f"graph '{graph.name}' is in a session already", graph_id=graph_id)
        graph.set_attr(_ADDED, True)

    def _ready(self, added: _Added, given: Sequence[_Description]) -> _native.Model:
        """The graph's model. The first to ask makes it; who asks meanwhile waits."""
        if added.model is None:
            with added.compiling:
                if added.model is None:
                    _take_shapes(added.graph, given)
                    options = {**(STATE.options or {}), **self._options, **added.options}
                    compiled = _native.CompiledModel.compile(added.graph._graph, options, self._id)
                    added.model = compiled.load()
        return added.model


def _run_inputs(inputs: object) -> list[object]:
    """The inputs of a run, all of one kind: Tensors or arrays."""
    wanted = "inputs must be a list, a tuple or a dictionary of Tensor, or of arrays"
    if isinstance(inputs, Tensor) or not (isinstance(inputs, (list, tuple, Mapping)) or is_array(inputs)):
        raise TypeError(f"{wanted}; got {type(inputs).__name__}")
    values = listed(inputs)
    kinds = {isinstance(value, Tensor) for value in values}
    odd = [type(value).__name__ for value in values if not isinstance(value, Tensor) and not is_array(value)]
    if odd:
        raise TypeError(f"{wanted}; among them is {odd[0]}")
    if len(kinds) > 1:
        raise TypeError(f"{wanted}; some are the one, some the other")
    return values


def _inputs_of(graph: Graph) -> dict[int, Node]:
    """The nodes that are inputs, by their index."""
    nodes = (node for node in graph.get_direct_nodes() if node.type in _INPUT_TYPES)
    return {index: node for node in nodes if isinstance(index := node.get_attr("index"), int)}


def _take_shapes(graph: Graph, given: Sequence[_Description]) -> None:
    """Give the inputs of which the graph does not say more than `[]` the shapes and types of what is given."""
    for index, node in _inputs_of(graph).items():
        desc = node.get_output_desc(0)
        if len(desc.shape) != 0 or not 0 <= index < len(given):
            continue
        shape, data_type = given[index]
        fitting = TensorDesc(shape, desc.format, data_type)
        node.update_input_desc(0, fitting)
        node.update_output_desc(0, fitting)
