"""Compiles graphs to `.om` files without a session (spec: offline_compile, sections 1-3).

Call `build_initialize` once, `build_model` and `save_model` for each graph, `build_finalize` at the end.
"""

from __future__ import annotations

from ge.offline_compile._build import build_finalize, build_initialize, build_model, save_model
from ge.offline_compile._model_buffer import ModelBuffer
from ge.offline_compile._options import BUILD_OPTIONS

__all__ = [
    "BUILD_OPTIONS",
    "ModelBuffer",
    "build_finalize",
    "build_initialize",
    "build_model",
    "save_model",
]
