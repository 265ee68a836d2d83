"""The sound files that mutations begin with, and the corpus of files that were hard once."""

from __future__ import annotations

import tempfile
from pathlib import Path

import ge.es.all as es
from ge.es import GraphBuilder
from ge.graph import DumpFormat, Graph

from fuzz.runner import Format

__all__ = ["corpus_of", "seeds_of"]

_HERE = Path(__file__).parent


def _small_network() -> Graph:
    builder = GraphBuilder("network")
    x = builder.create_input(0, name="x", shape=[-1, 4])
    weights = builder.create_const_float([0.5] * 16, shape=[4, 4])
    y = es.Relu(es.MatMul(x, weights))
    parts = es.Split(0, es.Add(y, y), 2, num_split=2)
    return builder.build_and_reset([es.ConcatD(parts, concat_dim=0, N=2)])


def seeds_of(form: Format) -> list[bytes]:
    """Sound files of this form."""
    graphs = [_small_network()]
    for text in sorted((_HERE / "seeds").glob("*.txt")):
        graph = Graph()
        graph.load_from_text(text.read_bytes())
        graphs.append(graph)
    if form.suffix == ".txt":
        written = [path.read_bytes() for path in sorted((_HERE / "seeds").glob("*.txt"))]
        return written + [graph.dump_to_stream(DumpFormat.kTxt).encode() for graph in graphs]
    with tempfile.TemporaryDirectory() as folder:
        for number, graph in enumerate(graphs):
            graph.save_to_air(f"{folder}/{number}.air")
        return [path.read_bytes() for path in sorted(Path(folder).iterdir())]


def corpus_of(form: Format) -> list[Path]:
    """Files that a reader did not survive, or took too long for, once."""
    return sorted((_HERE / "corpus").glob(f"*{form.suffix}"))
