"""Pictures of models: text for Graphviz, and a page."""

from __future__ import annotations

import json
import re
import subprocess
from html.parser import HTMLParser
from shutil import which
from typing import Any

import ge.es.all as es
import pytest
from ge.es import GraphBuilder
from ge.graph import Graph
from ge.graph.inspection import ModelInfo, NodeInfo, describe, dot, html
from ge.graph.inspection.model import AttrInfo, GraphInfo

HOSTILE = "</script><!--<img src=x onerror=alert(1)>&amp;\"'\\\n\u2028é"


class Page(HTMLParser):
    """The elements of a page, and the texts in its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.scripts: list[str] = []
        self.title = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] == "script":
            self.scripts.append(data)
        elif self.tags and self.tags[-1] == "title" and not self.title:
            self.title = data

    @property
    def model(self) -> Any:
        return json.loads(self.scripts[0])


def hostile_model() -> ModelInfo:
    node = NodeInfo(HOSTILE, HOSTILE, attributes={HOSTILE: AttrInfo("string", HOSTILE)})
    return ModelInfo("AIR", (GraphInfo(HOSTILE, (node,)),), f"dir/{HOSTILE}", {HOSTILE: HOSTILE})


def test_the_page_holds_the_whole_model_and_loads_nothing(branches: Graph) -> None:
    page = Page("".join(html(describe(branches))))

    assert [graph["name"] for graph in page.model["graphs"]] == ["main", "then", "else"]
    node = page.model["graphs"][0]["nodes"][1]
    assert (node["name"], node["type"], node["subgraphs"][0]) == (
        "If_0",
        "If",
        {"slot": "then_branch", "graph": "then"},
    )
    assert [each["source"] for each in node["inputs"]] == [0, 0]
    assert page.addresses == []
    assert not re.search(r"https?://|@import|url\(", "".join(html(describe(branches))))


def test_hostile_names_stay_text() -> None:
    page = Page("".join(html(hostile_model())))
    plain = Page("".join(html(ModelInfo("AIR", ()))))

    assert page.tags == plain.tags
    assert page.model["graphs"][0]["nodes"][0]["name"] == HOSTILE
    assert page.model["graphs"][0]["nodes"][0]["attributes"][HOSTILE]["value"] == HOSTILE
    assert "innerHTML" not in "".join(page.scripts)


def test_dot_has_a_cluster_for_each_graph_and_a_line_for_each_edge(branches: Graph) -> None:
    lines = [line.strip() for line in dot(describe(branches))]

    assert sum(line.startswith("subgraph cluster_") for line in lines) == 3
    assert 'n0_1 [label="If\\nIf_0", fillcolor="#dbe7f5"];' in lines
    assert 'n0_1 -> n1_0 [style=dotted, label="then_branch"];' in lines
    assert any(line.startswith("n1_0 -> n1_1") for line in lines)


def test_dot_escapes_what_ends_a_text() -> None:
    text = "\n".join(dot(hostile_model()))

    assert "onerror=alert(1)>&amp;\\\"'\\\\\\n" in text
    assert all(re.fullmatch(r'(?:[^"]|"(?:[^"\\]|\\.)*")*', line) for line in text.split("\n"))


@pytest.mark.skipif(which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_takes_it(branches: Graph) -> None:
    for model in (describe(branches), hostile_model()):
        done = subprocess.run(["dot", "-Tsvg"], input="\n".join(dot(model)), capture_output=True, text=True, check=True)
        assert "<svg" in done.stdout


def test_thousands_of_nodes_make_a_page_in_proportion() -> None:
    def size(count: int) -> int:
        builder = GraphBuilder("long")
        tensor = builder.create_input(0, name="x", shape=[2])
        for _ in range(count):
            tensor = es.Relu(tensor)
        return sum(map(len, html(describe(builder.build_and_reset([tensor])))))

    assert size(4000) - size(2000) < 2.5 * (size(2000) - size(1000))
