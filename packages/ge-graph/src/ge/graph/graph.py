"""Graphs: nodes, edges and subgraphs."""

from __future__ import annotations

from enum import Enum
from typing import Any, NoReturn

from ge.graph import _native
from ge.graph._messages import check_text, failed, none_value, wrong_type
from ge.graph._native import GraphBase
from ge.graph.node import Node

__all__ = ["DumpFormat", "Graph"]


class DumpFormat(Enum):
    """Forms of a graph as text."""

    kOnnx = 0
    kTxt = 1
    kReadable = 2


class Graph(GraphBase):
    """A graph of operators. Nodes are made by `ge.es`, or by loading a file.

    The root graph holds the subgraphs of every depth; a node names the ones it uses. Graphs can be cloned and pickled:
    a pickle holds what an AIR file does.

    Args:
        name: Name of the graph.
    """

    _is_lent = False
    _clones = 0  # made of this because it was in use; their number is in their names
    _held_by: Any = None  # a builder, or what lent the graph: classes that this package does not know

    def __init__(self, name: str = "graph") -> None:
        check_text(name, "Graph name")
        self._hold(_native.Graph(name))

    @classmethod
    def _create_from(cls, handle: _native.Graph | None, owns_handle: bool = True, owner: Any = None) -> Graph:
        """The graph that a native one is; `owner` lives as long as it."""
        if not handle:
            raise none_value("Graph pointer")
        graph = cls.__new__(cls)
        graph._hold(handle)
        if not owns_handle:
            graph._is_lent = True
        if owner is not None:
            graph._held_by = owner
        return graph

    def _hand_over(self) -> None:
        """Lets go of the native graph, which somebody else has taken."""
        self._hold(None)
        self._is_lent = True
        self._held_by = None

    def _transfer_ownership_when_pass_as_subgraph(self, new_owner: Any) -> None:
        """Lets the builder `new_owner` have the graph, once; this object stays a view of it."""
        if self._held_by is not None:
            raise RuntimeError(
                f"Graph '{self.name}' is already owned by builder '{self._held_by.name}': "
                "ownership cannot be transferred again"
            )
        self._is_lent = True
        self._held_by = new_owner

    # --- what stands for native objects (docs/handles.md); `_handle` is native

    @property
    def _owns_handle(self) -> bool:
        return not self._is_lent

    @property
    def _owner(self) -> Any:
        return self._held_by

    @property
    def _name(self) -> str | None:
        return None if self._handle is None else self.name

    @property
    def _graph(self) -> _native.Graph:
        if self._handle is None:
            raise RuntimeError("This Graph was handed over and cannot be used any more")
        return self._handle

    @property
    def name(self) -> str:
        """The name."""
        return self._graph.name

    def get_all_nodes(self) -> list[Node]:
        """The nodes of this graph and its subgraphs: each node is followed by those of its subgraphs."""
        return self._graph.all_nodes()

    def get_direct_nodes(self) -> list[Node]:
        """The nodes of this graph alone, in the order they were added."""
        return self._graph.nodes()

    def find_node_by_name(self, name: str) -> Node:
        """The first node of this name in this graph; subgraphs are not searched.

        Raises:
            RuntimeError: There is none.
        """
        node = self._graph.find_node(check_text(name, "name"))
        if node is None:
            raise failed(f"find Node name {name}")
        return Node._create_from(node)

    def get_attr(self, key: str) -> Any:
        """The value of an attribute of the graph.

        Raises:
            RuntimeError: There is none, or Python has no value for its kind.
        """
        check_text(key, "Attribute key")
        try:
            return self._graph.attr(key)
        except KeyError:
            raise failed(f"get attribute '{key}' from Graph {self.name}") from None

    def set_attr(self, key: str, value: object) -> None:
        """Sets an attribute; the type of the value tells its kind, as `Node.set_attr` says.

        Raises:
            ValueError: No kind of attribute takes the value.
        """
        check_text(key, "Attribute key")
        try:
            self._graph.set_attr(key, value)
        except RuntimeError as error:
            raise failed(f"set attribute '{key}' on Graph {self.name}", error) from None

    def dump_to_file(self, format: DumpFormat = DumpFormat.kReadable, suffix: str = "") -> None:
        """Writes the graph as text to a numbered file in the dump directory.

        The options `ge.maxDumpFileNum` and `ge.maxDumpFileSize` that GE was initialised with are its limits: files of
        more bytes are not written, and for kOnnx and kTxt numbers beyond the limit are an error.

        Args:
            format: Form of the text.
            suffix: Last part of the file's name.

        Raises:
            RuntimeError: The file cannot be written, or there are as many as may be.
        """
        check_text(suffix, "Suffix")
        _check_format(format)
        try:
            _native.dump_to_file(self._graph, format.value, suffix)
        except RuntimeError as error:
            action = f"dump graph: {self.name} to file format {format} with suffix {suffix}"
            raise failed(action, error) from None

    def dump_to_stream(self, format: DumpFormat = DumpFormat.kReadable) -> str:
        """The graph as text."""
        _check_format(format)
        try:
            return _native.dump(self._graph, format.value)
        except RuntimeError as error:
            raise failed(f"dump graph: {self.name} to stream", error) from None

    def save_to_air(self, file_path: str) -> None:
        """Writes graph, subgraphs and constants to an AIR file; missing directories are made.

        Args:
            file_path: A bare name goes to the directory that `ASCEND_WORK_PATH` names, else to the current one.

        Raises:
            RuntimeError: The file cannot be written; then none is left behind.
        """
        check_text(file_path, "file_path")
        try:
            _native.save_air(self._graph, file_path)
        except (RuntimeError, ValueError) as error:
            raise failed("save graph to AIR format", error) from None

    def load_from_air(self, file_path: str) -> None:
        """Replaces everything in this graph, its name too, by what an AIR file holds.

        Nodes obtained before are gone; subgraphs obtained before stay what they were. It is the same graph for all who
        have it: within a graph pass, what is loaded is what is compiled further.

        Raises:
            RuntimeError: The file cannot be read, or holds no sound graph, or this graph is the body of a node; then
                nothing is changed.
        """
        check_text(file_path, "file_path")
        try:
            self._graph.replace_content(_native.load_air(file_path))
        except (RuntimeError, ValueError) as error:
            raise failed("load graph from AIR format", error) from None

    def load_from_text(self, text: str | bytes) -> None:
        """Replaces everything in this graph, its name too, by what a text dump (`DumpFormat.kTxt`) shows.

        Such a dump has no values of constants: `Const` nodes come back without `value`. Everything else comes back.

        Args:
            text: What `dump_to_stream(DumpFormat.kTxt)` gave or `dump_to_file` wrote; bytes are UTF-8.

        Raises:
            RuntimeError: The text shows no sound graph; the message tells line and column. Then nothing is changed.
        """
        if not isinstance(text, (str, bytes)):
            raise wrong_type("text", "a string or bytes")
        try:
            self._graph.replace_content(_native.load_text(text if isinstance(text, bytes) else text.encode()))
        except (RuntimeError, ValueError) as error:
            raise failed("load graph from text", error) from None

    def clone(self, name: str | None = None) -> Graph:
        """A graph of its own that equals this one, subgraphs included; `copy.deepcopy` gives the same.

        Elements of constants are shared, since tensors never change. A subgraph's clone is a root: what it was the body
        of stays behind. Sessions do not know the clone.

        Args:
            name: Its name, by default that of this graph.
        """
        named = self.name if name is None else check_text(name, "Graph name")
        return Graph._create_from(self._graph.clone(named, ""))

    def __deepcopy__(self, memo: object) -> Graph:
        return self.clone()

    def __copy__(self) -> NoReturn:
        raise RuntimeError("Graph does not support copy: use clone() or copy.deepcopy")

    def __reduce__(self) -> tuple[object, ...]:
        return _load, (self._graph.save(),)

    def get_all_subgraphs(self) -> list[Graph]:
        """The subgraphs that this graph holds, in the order added; the root holds those of every depth."""
        return [Graph._create_from(subgraph) for subgraph in self._graph.subgraphs()]

    def get_subgraph(self, name: str) -> Graph | None:
        """The subgraph of this name, looked for in the root; None when there is none."""
        subgraph = self._graph.subgraph(check_text(name, "name"))
        return None if subgraph is None else Graph._create_from(subgraph)

    def add_subgraph(self, subgraph: Graph) -> None:
        """Puts back a subgraph that was removed.

        Raises:
            RuntimeError: It is not the body of a node below this graph's root, or its name is taken.
        """
        if not isinstance(subgraph, Graph):
            raise wrong_type("subgraph", "a Graph")
        try:
            self._graph.add_subgraph(subgraph._graph)
        except RuntimeError as error:
            raise failed(f"add subgraph '{subgraph.name}' to graph '{self.name}'", error) from None

    def remove_subgraph(self, name: str) -> None:
        """Takes a subgraph, and those in it, out of the root's list; nothing happens when there is none."""
        self._graph.remove_subgraph(check_text(name, "name"))

    def __repr__(self) -> str:
        if self._handle is None:
            return "<Graph that was handed over>"
        subgraphs = len(self._handle.subgraphs())
        bodies = f", {subgraphs} subgraphs" if subgraphs else ""
        return f"<Graph {self._handle.name!r}: {self._handle.node_count} nodes{bodies}>"

    def __str__(self) -> str:
        return self.dump_to_stream(DumpFormat.kReadable)


def _load(saved: bytes) -> Graph:
    """The graph that was pickled."""
    return Graph._create_from(_native.Graph.load(saved))


def _check_format(format: DumpFormat) -> None:
    if not isinstance(format, DumpFormat):
        raise wrong_type("format", "DumpFormat.kOnnx, DumpFormat.kTxt or DumpFormat.kReadable")
