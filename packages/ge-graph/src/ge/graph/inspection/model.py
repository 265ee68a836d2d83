"""What is shown of a model, whatever form of file it comes from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Union

from ge.graph import _native

Dim = Union[int, str]  # a text is a dimension's name: ONNX models have them

# Node types whose output is a parameter: those of graphs, and what ONNX models have instead.
CONSTANT_TYPES = frozenset({"Const", "Constant", "Initializer"})


@dataclass(frozen=True)
class TensorType:
    """Element type, dimensions and layout of a tensor. `[-2]` stands for an unknown number of dimensions."""

    data_type: str  # `float`, `int64`, ...
    shape: tuple[Dim, ...] | None  # None: the file does not tell
    format: str = "ND"

    def __str__(self) -> str:
        layout = "" if self.format == "ND" else f" {self.format}"
        dims = "" if self.shape is None else f"[{', '.join(map(str, self.shape))}]"
        return f"{self.data_type}{dims}{layout}"

    @property
    def elements(self) -> int | None:
        """Number of elements; None when a dimension is not known."""
        if self.shape is None:
            return None
        count = 1
        for dim in self.shape:
            if isinstance(dim, str) or dim < 0:
                return None
            count *= dim
        return count

    @property
    def size_bytes(self) -> int | None:
        """Bytes of the elements; None when their number or size is not known."""
        count = self.elements
        return None if count is None else _native.data_bytes(self.data_type, count)


@dataclass(frozen=True)
class InputInfo:
    """An input of a node and what feeds it."""

    name: str
    source: int  # place of the node in its graph's `nodes`; -1: nothing feeds it
    port: int  # number of that node's output
    type: TensorType | None


@dataclass(frozen=True)
class OutputInfo:
    """An output of a node."""

    name: str
    type: TensorType | None


@dataclass(frozen=True)
class AttrInfo:
    """An attribute of a node or graph."""

    kind: str  # `int`, `list_float`, ...
    text: str  # the value; long ones are shortened
    size_bytes: int = 0  # of the elements of tensors in it


@dataclass(frozen=True)
class NodeInfo:
    """A node; `inputs` and `controls` name nodes by their place in the graph."""

    name: str
    type: str
    inputs: tuple[InputInfo, ...] = ()
    controls: tuple[int, ...] = ()
    outputs: tuple[OutputInfo, ...] = ()
    attributes: dict[str, AttrInfo] = field(default_factory=dict)
    subgraphs: tuple[tuple[str, str], ...] = ()  # slot and name of the graph that fills it
    handle: _native.Node | None = field(default=None, compare=False, repr=False)

    @property
    def parameter_bytes(self) -> int:
        """Bytes of the elements, if the node is a constant."""
        if self.type not in CONSTANT_TYPES:
            return 0
        stored = self.attributes.get("value")
        if stored is not None and stored.size_bytes:
            return stored.size_bytes
        tensor = self._parameter
        return (tensor.size_bytes or 0) if tensor else 0

    @property
    def parameters(self) -> int:
        """Number of elements, if the node is a constant."""
        tensor = self._parameter
        return (tensor.elements or 0) if tensor else 0

    @property
    def _parameter(self) -> TensorType | None:
        return self.outputs[0].type if self.type in CONSTANT_TYPES and self.outputs else None


@dataclass(frozen=True)
class GraphInfo:
    """A graph, with its nodes in the order of the file."""

    name: str
    nodes: tuple[NodeInfo, ...]
    attributes: dict[str, AttrInfo] = field(default_factory=dict)
    handle: _native.Graph | None = field(default=None, compare=False, repr=False)
    results: tuple[InputInfo, ...] = ()  # what it gives, where no node of its own stands for that
    is_function: bool = False  # nodes of its type stand for its nodes

    @property
    def role(self) -> str:
        """What it is when it is no root: `function` or `subgraph`."""
        return "function" if self.is_function else "subgraph"

    def type_counts(self) -> list[tuple[str, int]]:
        """How many nodes there are of each type, the most frequent first."""
        counts = Counter(node.type for node in self.nodes)
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


@dataclass(frozen=True)
class ModelInfo:
    """Everything that a file holds; the first graph is the root, functions and subgraphs follow."""

    kind: str  # `AIR`, `OM`, `ONNX`, ...
    graphs: tuple[GraphInfo, ...]
    path: str = ""
    properties: dict[str, str] = field(default_factory=dict)  # what the file says of itself
    roots: int = 1  # the first so many graphs are models of their own

    @property
    def node_count(self) -> int:
        """Nodes of all graphs."""
        return sum(len(graph.nodes) for graph in self.graphs)

    @property
    def parameters(self) -> int:
        """Elements of all constants."""
        return sum(node.parameters for graph in self.graphs for node in graph.nodes)

    @property
    def parameter_bytes(self) -> int:
        """Bytes of all constants."""
        return sum(node.parameter_bytes for graph in self.graphs for node in graph.nodes)
