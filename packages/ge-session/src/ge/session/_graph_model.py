"""A graph that runs as it stands."""

from __future__ import annotations

from collections.abc import Mapping

from ge.error import raise_ge_error
from ge.graph import Graph
from ge.session import _native
from ge.session._offline_model import Model


class GraphModel(Model):
    """A graph made ready to run without the compiler: no pass changes it, whatever is registered."""

    def __init__(self, graph: Graph, options: Mapping[str, str] | None = None) -> None:
        """Prepare a graph.

        Args:
            graph: Not changed, and not to be changed afterwards. Its shapes and types must be inferred
                (`ge.utils.GeUtils.infer_shape`); dimensions may be open.
            options: `ge.oo.level`: `O1` keeps the engine from joining operators too. `ge.exec.threads`: how many
                threads its runs use, as `threads` of `OfflineModel`.

        Raises:
            TypeError: `graph` is no graph.
            GeError: The engine cannot run it; the text names the node.
        """
        if not isinstance(graph, Graph):
            raise TypeError(f"graph must be a ge.graph.Graph, got {type(graph).__name__}")
        self._graph_name = graph.name
        try:
            model = _native.Model.from_graph(graph._graph, dict(options or {}))
        except (RuntimeError, ValueError):
            raise_ge_error("LoadGraph", graph=graph.name)
        super().__init__(model)

    def _about(self) -> dict[str, object]:
        return {"graph": self._graph_name}
