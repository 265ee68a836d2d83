"""The one place that loads the native module; its names, typed, are for the other modules of this package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ge.passes.runtime import ensure_native_module

ensure_native_module()

if TYPE_CHECKING:
    from ge.passes._ge_pass_native import (
        MatchResult,
        PassContext,
        PassObserver,
        Pattern,
        PatternMatcherConfig,
        PatternMatcherConfigBuilder,
        SubgraphBoundary,
        SubgraphInput,
        SubgraphOutput,
        SubgraphRewriter,
        borrow_match_result,
        borrow_node,
        can_fuse,
        clone_graph,
        clone_pattern_matcher_config,
        graph_listing,
        infer_shape,
        pass_order,
        release_graph,
        report_fuse,
        run_pass,
        run_stage,
    )
else:
    import sys

    _module = sys.modules["ge.passes._ge_pass_native"]
    globals().update({name: getattr(_module, name) for name in dir(_module) if not name.startswith("_")})

__all__ = [
    "MatchResult",
    "PassContext",
    "PassObserver",
    "Pattern",
    "PatternMatcherConfig",
    "PatternMatcherConfigBuilder",
    "SubgraphBoundary",
    "SubgraphInput",
    "SubgraphOutput",
    "SubgraphRewriter",
    "borrow_match_result",
    "borrow_node",
    "can_fuse",
    "clone_graph",
    "clone_pattern_matcher_config",
    "graph_listing",
    "infer_shape",
    "pass_order",
    "release_graph",
    "report_fuse",
    "run_pass",
    "run_stage",
]
