"""Write graphs as Python expressions.

    from ge.es import GraphBuilder
    from ge.es.nn import Relu

    builder = GraphBuilder("net")
    x = builder.create_input(0, shape=[2, 3])
    graph = builder.build_and_reset([Relu(x) + 1.0])

There is a function for each operator, in the module of its package (`ge.es.math`, `ge.es.nn`, ...) and in `ge.es.all`,
which has them all. A module is loaded when it is first used. Further ones may come from plugins.
"""

from __future__ import annotations

import importlib
import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING

# Other distributions add modules, and may be installed elsewhere.
__path__ = list(
    dict.fromkeys(
        [*__path__, *filter(os.path.isdir, (os.path.join(folder, "es") for folder in sys.modules["ge"].__path__))]
    )
)

from ge.es import _operator as _operator  # connects the native side
from ge.es._add_nodes import add_nodes
from ge.es._plugin_loader import load_all_plugins
from ge.es._scopes import name
from ge.es.graph_builder import GraphBuilder, InputType, attr_scope, control_dependency_scope
from ge.es.tensor_holder import TensorHolder

if TYPE_CHECKING:  # what `__getattr__` loads when it is first used
    from ge.es import all as all
    from ge.es import cv as cv
    from ge.es import ge as ge
    from ge.es import hccl as hccl
    from ge.es import legacy as legacy
    from ge.es import math as math
    from ge.es import nn as nn
    from ge.es import transformer as transformer

_OWN = ("all", "cv", "ge", "hccl", "legacy", "math", "nn", "transformer")

__all__ = [
    "GraphBuilder",
    "InputType",
    "TensorHolder",
    "add_nodes",
    "attr_scope",
    "control_dependency_scope",
    "get_plugin",
    "list_plugins",
    "name",
    *_OWN,
]

_plugins: dict[str, ModuleType | None] = dict.fromkeys(_OWN)  # None: not loaded yet


def list_plugins() -> list[str]:
    """The names of the modules of operator functions: our own, then those of plugins in loading order."""
    return list(_plugins)


def get_plugin(plugin_name: str) -> ModuleType | None:
    """The module of this name, loaded when it is one of ours and not loaded yet; None when there is none."""
    if plugin_name in _plugins and _plugins[plugin_name] is None:
        _plugins[plugin_name] = importlib.import_module(f"ge.es.{plugin_name}")
    return _plugins.get(plugin_name)


def __getattr__(name: str) -> ModuleType:
    module = get_plugin(name)
    if module is None:
        raise AttributeError(f"module 'ge.es' has no attribute {name!r}")
    return module


def _register(name: str, module: ModuleType) -> None:
    _plugins[name] = module
    globals()[name] = module
    if name not in __all__:
        __all__.append(name)


load_all_plugins(_register)
