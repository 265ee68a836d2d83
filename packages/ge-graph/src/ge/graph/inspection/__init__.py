"""Look at graphs: what is in a file, a picture of it, and what two of them differ in.

`python -m ge.graph show FILE` and `python -m ge.graph diff A B` are this module on the command line. In a program:

    >>> from ge.graph import Graph
    >>> from ge.graph.inspection import describe
    >>> describe(Graph("empty")).graphs[0].name
    'empty'
"""

from __future__ import annotations

from ge.graph.inspection.diff import Difference, NodeChange, compare
from ge.graph.inspection.dot import dot
from ge.graph.inspection.files import UnreadableFileError, read
from ge.graph.inspection.from_graph import describe
from ge.graph.inspection.model import AttrInfo, GraphInfo, InputInfo, ModelInfo, NodeInfo, OutputInfo, TensorType
from ge.graph.inspection.page import html
from ge.graph.inspection.table import table

__all__ = [
    "AttrInfo",
    "Difference",
    "GraphInfo",
    "InputInfo",
    "ModelInfo",
    "NodeChange",
    "NodeInfo",
    "OutputInfo",
    "TensorType",
    "UnreadableFileError",
    "compare",
    "describe",
    "dot",
    "html",
    "read",
    "table",
]
