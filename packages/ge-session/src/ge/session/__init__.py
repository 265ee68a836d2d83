"""Runs graphs and compiled models on the CPU engine.

`Session` is the reference's (spec: session); `OfflineModel` runs an `.om` file, `GraphModel` a graph as it stands.
Importing this package loads the engine.
"""

from __future__ import annotations

from ge.error import GeError
from ge.session._graph_model import GraphModel
from ge.session._offline_model import OfflineModel, Port
from ge.session._session import Session

__all__ = ["GeError", "GraphModel", "OfflineModel", "Port", "Session"]
