"""Describes what a readable dump tells: nodes, types, edges, attributes of the prototype. It knows no tensor types."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ge.graph.inspection.model import AttrInfo, GraphInfo, InputInfo, ModelInfo, NodeInfo, OutputInfo

_GRAPH = re.compile(r'graph\("(?P<name>.*)"\):', re.DOTALL)
_NODE = re.compile(
    r"  %(?P<name>.*?) : \[#users=(?P<outputs>\d{1,9})\] = Node\[type=(?P<type>.*?)\] \((?P<args>.*)\)", re.DOTALL
)
_ELEMENT = re.compile(
    r"  %(?P<name>ret(?:_\d+)?) : \[#users=\d+\] = get_element\[node=%(?P<node>.*)\]\((?P<port>\d{1,9})\)", re.DOTALL
)
_RETURN = re.compile(r"  return \((?P<results>.*)\)", re.DOTALL)
_LINE_START = re.compile(r'(graph\("|  %|  return \()')
_INPUT_START = re.compile(r"(?:^|, )(\w+)=%")
_ATTR_START = re.compile(r"(?:^|, )(\w+): ")
_ATTRS = ", attrs = {"
_QUOTES_AND_BRACKETS = re.compile(r'["{}\[\]]')


def model_of(text: str, path: str) -> ModelInfo:
    """The model of a dump.

    Raises:
        ValueError: A line is none that such dumps have; the message tells its number.
    """
    graphs: list[_Lines] = []
    for number, line in _logical_lines(text):
        header = _GRAPH.fullmatch(line)
        if header:
            graphs.append(_Lines(header["name"]))
        elif not graphs or not graphs[-1].take(line):
            raise ValueError(f"E13005: {path}:{number}: expected a node, a port or a result, not {line[:80]!r}")
    return ModelInfo("readable dump", tuple(graph.graph() for graph in graphs), path)


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers; what a text attribute breaks is put together again."""
    begin, parts = 1, list[str]()
    for number, line in enumerate(text.split("\n"), 1):
        if _LINE_START.match(line):
            if parts:
                yield begin, "\n".join(parts).rstrip("\n")
            begin, parts = number, [line]
        elif parts or line.strip():
            parts.append(line)
    if parts:
        yield begin, "\n".join(parts).rstrip("\n")


@dataclass
class _Lines:
    """The lines of one graph."""

    name: str
    nodes: list[re.Match[str]] = field(default_factory=list)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)  # what a `%name` stands for
    elements: Counter[str] = field(default_factory=Counter)  # outputs of nodes with several
    results: str = ""

    def take(self, line: str) -> bool:
        """Whether it is a line of a graph."""
        node = _NODE.fullmatch(line)
        if node:
            self.places.setdefault(node["name"], (len(self.nodes), 0))
            self.nodes.append(node)
            return True
        element = _ELEMENT.fullmatch(line)
        if element:
            self.elements[element["node"]] += 1
            self.places[element["name"]] = (self.places.get(element["node"], (-1, 0))[0], int(element["port"]))
            return True
        result = _RETURN.fullmatch(line)
        if result:
            self.results = result["results"]
        return bool(result)

    def graph(self) -> GraphInfo:
        nodes = [self._node(node) for node in self.nodes]
        if self.results:
            single = self.results.startswith("%")
            results = f"output_0={self.results}" if single else self.results
            nodes.append(NodeInfo("NetOutput", "NetOutput", self._inputs(results)))
        return GraphInfo(self.name, tuple(nodes))

    def _node(self, line: re.Match[str]) -> NodeInfo:
        inputs, attributes = _arguments(line["args"])
        values = list(_attributes(attributes))
        outputs = self.elements[line["name"]] or min(1, int(line["outputs"]))
        return NodeInfo(
            line["name"],
            line["type"],
            self._inputs(inputs),
            outputs=tuple(OutputInfo(str(port), None) for port in range(outputs)),
            attributes={name: AttrInfo("", value) for name, value in values if not value.startswith("%")},
            subgraphs=tuple((name, value[1:]) for name, value in values if value.startswith("%")),
        )

    def _inputs(self, text: str) -> tuple[InputInfo, ...]:
        found = []
        for name, source in _split(_INPUT_START, text):
            place, port = self.places.get(source, (-1, 0))
            found.append(InputInfo(name, place, port, None))
        return tuple(found)


def _arguments(text: str) -> tuple[str, str]:
    """The texts in `inputs = (...)` and `attrs = {...}`."""
    inputs, both, attributes = text.partition(")" + _ATTRS)
    if both:
        return inputs.removeprefix("inputs = ("), attributes[:-1]
    if text.startswith("inputs = ("):
        return text[len("inputs = (") : -1], ""
    return "", text.removeprefix("attrs = {")[:-1]


def _split(start: re.Pattern[str], text: str) -> Iterator[tuple[str, str]]:
    begins = list(start.finditer(text))
    for begin, following in zip(begins, [*begins[1:], None]):
        yield begin[1], text[begin.end() : following.start() if following else len(text)]


def _attributes(text: str) -> Iterator[tuple[str, str]]:
    """Names and values; commas and colons in quotes or brackets end none."""
    outside = _without_nested(text)
    begins = list(_ATTR_START.finditer(outside))
    for begin, following in zip(begins, [*begins[1:], None]):
        yield begin[1], text[begin.end() : following.start() if following else len(text)]


def _without_nested(text: str) -> str:
    """The text with blanks where it is in quotes or brackets."""
    pieces, depth, quoted, last = [], 0, False, 0
    for mark in _QUOTES_AND_BRACKETS.finditer(text):
        piece = text[last : mark.start()]
        pieces.append(" " * len(piece) if depth or quoted else piece)
        pieces.append("\0")
        last = mark.end()
        if mark[0] == '"':
            quoted = not quoted
        elif not quoted:
            depth = max(0, depth + (1 if mark[0] in "{[" else -1))
    pieces.append(text[last:])
    return "".join(pieces)
