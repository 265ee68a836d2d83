"""What the front ends share: a model of some format, node by node, becomes a graph of ours, built through `ge.es`.

A front end reads its format into nodes (`SourceNode`), fills a `Scope` with what names stand for, and keeps one
`Registry` of functions, each of which adds the nodes that compute the same as one operator of the format.
`import_node` calls them; what it cannot import it writes down, so that `Refusals.check` tells everything at once.
"""

from pyatc.importing._node import Outputs, SourceNode, UnknownRank
from pyatc.importing._refusals import Refusals
from pyatc.importing._registry import Registry, load_families
from pyatc.importing._scope import Scope, ValueType
from pyatc.importing._walk import finish, import_node
from pyatc.importing._weights import Weight, map_file

__all__ = [
    "Outputs",
    "Refusals",
    "Registry",
    "Scope",
    "SourceNode",
    "UnknownRank",
    "ValueType",
    "Weight",
    "finish",
    "import_node",
    "load_families",
    "map_file",
]
