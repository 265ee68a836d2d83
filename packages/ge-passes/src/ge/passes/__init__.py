"""Fusion passes in Python: say what to look for in a graph, and what to put there instead.

    from ge.es import all as es
    from ge.passes import PassStage, PatternFusionPass, pattern, register_fusion_pass

    @register_fusion_pass(name="MulOnePass", stage=PassStage.BEFORE_INFER_SHAPE)
    class MulOnePass(PatternFusionPass):
        @pattern
        def doubled(self, inputs):
            return es.Add(inputs[0], inputs[0])

        def replacement(self, inputs):
            return es.Mul(inputs[0], 2.0)

The compiler loads the files that `ASCEND_GE_PY_PASS_PATH` names and runs each pass at its stage.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ge.passes.pattern import pattern

if TYPE_CHECKING:
    from ge.passes._explanation import Candidate, Explanation, Obstacle, ObstacleKind, explain
    from ge.passes.base import (
        NOT_CHANGED,
        DecomposePass,
        FusionBasePass,
        MatchResult,
        PassContext,
        PassStage,
        PatternFusionPass,
        PatternMatcherConfig,
        PatternMatcherConfigBuilder,
        SubgraphBoundary,
        SubgraphInput,
        SubgraphOutput,
        SubgraphRewriter,
        infer_shape,
    )
    from ge.passes.fuse_inspector import FuseCheckResult, can_fuse, report_fuse
    from ge.passes.pattern import NodeIo, Pattern, create_pattern
    from ge.passes.pieces import any_of, capture, commutative, optional, variadic
    from ge.passes.registry import (
        clear_registered_passes,
        get_registered_pass_by_descriptor_key,
        get_registered_pass_dicts,
        get_registered_passes,
        register_decompose_pass,
        register_fusion_pass,
    )
    from ge.passes.replacement import create_replacement

__all__ = [
    "NOT_CHANGED",
    "Candidate",
    "DecomposePass",
    "Explanation",
    "FuseCheckResult",
    "FusionBasePass",
    "MatchResult",
    "NodeIo",
    "Obstacle",
    "ObstacleKind",
    "PassContext",
    "PassStage",
    "Pattern",
    "PatternFusionPass",
    "PatternMatcherConfig",
    "PatternMatcherConfigBuilder",
    "SubgraphBoundary",
    "SubgraphInput",
    "SubgraphOutput",
    "SubgraphRewriter",
    "any_of",
    "can_fuse",
    "capture",
    "clear_registered_passes",
    "commutative",
    "create_pattern",
    "create_replacement",
    "explain",
    "get_registered_pass_by_descriptor_key",
    "get_registered_pass_dicts",
    "get_registered_passes",
    "infer_shape",
    "optional",
    "pattern",
    "register_decompose_pass",
    "register_fusion_pass",
    "report_fuse",
    "variadic",
]

# Where the names come from: most need the native module, which is loaded when one of them is first asked for.
_HOMES = {
    "ge.passes._explanation": ("Candidate", "Explanation", "Obstacle", "ObstacleKind", "explain"),
    "ge.passes.base": (
        "NOT_CHANGED",
        "DecomposePass",
        "FusionBasePass",
        "MatchResult",
        "PassContext",
        "PassStage",
        "PatternFusionPass",
        "PatternMatcherConfig",
        "PatternMatcherConfigBuilder",
        "SubgraphBoundary",
        "SubgraphInput",
        "SubgraphOutput",
        "SubgraphRewriter",
        "infer_shape",
    ),
    "ge.passes.fuse_inspector": ("FuseCheckResult", "can_fuse", "report_fuse"),
    "ge.passes.pattern": ("NodeIo", "Pattern", "create_pattern"),
    "ge.passes.pieces": ("any_of", "capture", "commutative", "optional", "variadic"),
    "ge.passes.registry": (
        "clear_registered_passes",
        "get_registered_pass_by_descriptor_key",
        "get_registered_pass_dicts",
        "get_registered_passes",
        "register_decompose_pass",
        "register_fusion_pass",
    ),
    "ge.passes.replacement": ("create_replacement",),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:  # any of the public names
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME_OF[name]), name)
    globals()[name] = value
    # Importing the submodule has put it in the place of the decorator of the same name.
    globals()["pattern"] = pattern
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
