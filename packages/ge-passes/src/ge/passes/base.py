"""The classes that passes derive from, and the stages at which they run."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Union

from ge.graph import Graph, Node
from ge.passes import _native
from ge.passes._hook_names import warn_of_misspelled_hooks
from ge.passes._native import (
    MatchResult,
    PassContext,
    Pattern,
    PatternMatcherConfig,
    PatternMatcherConfigBuilder,
    SubgraphBoundary,
    SubgraphInput,
    SubgraphOutput,
    SubgraphRewriter,
)
from ge.passes._signatures import adapt_hook, adapt_pattern_replacement, positional_names
from ge.passes.pattern import build_pattern, is_pattern_method

__all__ = [
    "NOT_CHANGED",
    "DecomposePass",
    "FusionBasePass",
    "MatchResult",
    "PassContext",
    "PassStage",
    "PatternFusionPass",
    "PatternMatcherConfig",
    "PatternMatcherConfigBuilder",
    "PatternOrGraph",
    "StatusLike",
    "SubgraphBoundary",
    "SubgraphInput",
    "SubgraphOutput",
    "SubgraphRewriter",
    "infer_shape",
]

PatternOrGraph = Union[Pattern, Graph]
StatusLike = Union[None, bool, int]

NOT_CHANGED = 1343242304  # what `FusionBasePass.run` may return: all is well, and the graph is as it was


class PassStage(str, Enum):
    """When a pass runs in a compilation."""

    BEFORE_INFER_SHAPE = "BeforeInferShape"  # on the graph as the user made it
    AFTER_INFER_SHAPE = "AfterInferShape"  # shapes and types are known
    AFTER_BUILTIN_FUSION_PASS = "AfterBuiltinFusionPass"  # after the compiler's own fusions
    AFTER_ORIGIN_GRAPH_OPTIMIZE = "AfterOriginGraphOptimize"  # last: the graph is optimised


class FusionBasePass:
    """A pass that changes the graph itself, in `run`. The compiler makes an instance, without arguments, a stage."""

    _hooks: ClassVar[tuple[str, ...]] = ("run",)

    def __init_subclass__(cls, **kwargs: Any) -> None:  # whatever other base classes take
        super().__init_subclass__(**kwargs)
        base = next(parent for parent in cls.__mro__ if "_hooks" in vars(parent))
        warn_of_misspelled_hooks(cls, base, cls._hooks)

    def run(self, graph: Graph, context: PassContext) -> StatusLike:
        """Change the graph.

        Args:
            graph: The root graph, then each subgraph in turn: a view, good during the call.
            context: Name of the pass, options, error message.

        Returns:
            None, True or 0 when all is well, `NOT_CHANGED` when besides nothing was changed; False or another status
            fails the compilation.
        """
        raise NotImplementedError(f"{type(self).__name__} must define run(self, graph, context)")


class PatternFusionPass(FusionBasePass):
    """A pass that replaces what looks like its patterns: `@pattern` methods or `patterns`, and `replacement`.

    Args:
        matcher_config: How exactly constants and attributes must agree; None: not at all.
    """

    _hooks = ("patterns", "meet_requirements", "replacement")

    def __init_subclass__(cls, **kwargs: Any) -> None:  # whatever other base classes take
        super().__init_subclass__(**kwargs)
        _refuse_run(cls)
        _collect_patterns(cls)
        _adapt(cls, "meet_requirements", "match_result")
        if "replacement" in vars(cls):
            cls.replacement = adapt_pattern_replacement(  # type: ignore[method-assign]  # same call, other arguments
                cls.__name__, vars(cls)["replacement"]
            )

    def __init__(self, matcher_config: PatternMatcherConfig | None = None) -> None:
        self._matcher_config = matcher_config

    @property
    def matcher_config(self) -> PatternMatcherConfig | None:
        """How exactly constants and attributes must agree."""
        try:
            return self._matcher_config
        except AttributeError:
            name = type(self).__name__
            raise AttributeError(f"{name} has no matcher_config: its __init__ must call super().__init__()") from None

    def patterns(self) -> Sequence[PatternOrGraph]:
        """What to look for, new objects each time: the compiler takes them."""
        raise NotImplementedError(f"{type(self).__name__} must define @pattern methods or patterns(self)")

    if TYPE_CHECKING:
        # Subclasses write the hooks with the arguments that they need.
        def meet_requirements(self, *arguments: Any, **named: Any) -> bool: ...
        def replacement(self, *arguments: Any, **named: Any) -> Any: ...
    else:

        def meet_requirements(self, match_result: MatchResult, context: PassContext | None = None) -> bool:
            """Whether to replace this match. May be written without `context`."""
            return True

        def replacement(self, match_result: MatchResult, context: PassContext | None = None) -> Graph:
            """What to put there: a graph with the inputs and outputs of the pattern.

            May be written without `context`, or `replacement(self, inputs)`, giving tensors computed from `inputs`,
            with `match_result` and `context` behind it as needed.
            """
            raise NotImplementedError(f"{type(self).__name__} must define replacement(self, match_result)")


class DecomposePass(FusionBasePass):
    """A pass that replaces single nodes of some types."""

    op_types: ClassVar[list[str] | None] = None
    _hooks = ("meet_requirements", "replacement")

    def __init_subclass__(cls, **kwargs: Any) -> None:  # whatever other base classes take
        super().__init_subclass__(**kwargs)
        _refuse_run(cls)
        _adapt(cls, "meet_requirements", "node")
        _adapt(cls, "replacement", "node")

    if TYPE_CHECKING:
        # Subclasses write the hooks with the arguments that they need.
        def meet_requirements(self, *arguments: Any, **named: Any) -> bool: ...
        def replacement(self, *arguments: Any, **named: Any) -> Any: ...
    else:

        def meet_requirements(self, node: Node, context: PassContext | None = None) -> bool:
            """Whether to replace this node. May be written without `context`."""
            return True

        def replacement(self, node: Node, context: PassContext | None = None) -> Graph:
            """What to put there: a graph with an input for each tensor that the node reads, and all its outputs.

            May be written without `context`.
            """
            raise NotImplementedError(f"{type(self).__name__} must define replacement(self, node)")


def _refuse_run(cls: type) -> None:
    if "run" in vars(cls):
        raise TypeError(f"{cls.__name__} overrides run(), which is never called for this kind of pass")


def _collect_patterns(cls: type[PatternFusionPass]) -> None:
    """Lets `patterns` give what the class's own `@pattern` methods say."""
    methods = {name: value for name, value in vars(cls).items() if is_pattern_method(value)}
    if not methods:
        return
    if "patterns" in vars(cls):
        raise TypeError(f"{cls.__name__} cannot combine @pattern methods with patterns()")
    for name, method in methods.items():
        names = positional_names(method)
        if names is None or len(names) != 2:
            raise TypeError(f"{cls.__name__}.{name} must be written as an @pattern method(self, inputs)")

    def patterns(self: PatternFusionPass) -> list[PatternOrGraph]:
        return [build_pattern(self, name, method) for name, method in methods.items()]

    cls.patterns = patterns  # type: ignore[method-assign]  # generated from the class's own methods


def _adapt(cls: type, name: str, value_name: str) -> None:
    if name in vars(cls):
        setattr(cls, name, adapt_hook(cls.__name__, vars(cls)[name], value_name))


def infer_shape(replacement: Graph, source: MatchResult | Node | SubgraphBoundary) -> None:
    """Infer shapes, types and formats in a replacement as if it stood in its place already.

    Args:
        replacement: Changed in place.
        source: What it will replace.

    Raises:
        TypeError: An argument is of another class.
        RuntimeError: The replacement is empty, or cannot be inferred.
    """
    if not isinstance(replacement, Graph):
        raise TypeError(f"replacement must be a ge.graph.Graph, got {type(replacement).__name__}")
    if not isinstance(source, (MatchResult, Node, SubgraphBoundary)):
        raise TypeError(f"source must be a MatchResult, a Node or a SubgraphBoundary, got {type(source).__name__}")
    _native.infer_shape(replacement, source)
