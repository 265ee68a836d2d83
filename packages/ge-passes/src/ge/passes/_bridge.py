"""What the native side calls: instances of passes and their hooks. Graphs and patterns go over as numbers."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from ge.es import GraphBuilder
from ge.es._native import EsExpression
from ge.graph import Graph
from ge.passes import _native, bootstrap, registry
from ge.passes._signatures import graph_of
from ge.passes.base import DecomposePass, FusionBasePass, PassContext, PatternFusionPass, PatternMatcherConfig
from ge.passes.pattern import PatternInputs, ensure_pattern


@dataclass(frozen=True)
class _Holder:
    descriptor_key: str
    instance_id: str
    instance: FusionBasePass


_lock = threading.RLock()
_holders: dict[str, _Holder] = {}
_lent: dict[str, FusionBasePass] = {}  # by a key that no registered pass has

_Pass = TypeVar("_Pass", bound=FusionBasePass)


def load_and_get_pass_descriptors(plugins: bool = False) -> list[dict[str, Any]]:  # as PassDescriptor.to_bridge_dict
    """Load what the environment names, and with `plugins` what installed distributions offer; give all passes."""
    modules = bootstrap.load_pass_plugins()
    if plugins:
        modules += bootstrap.load_installed_plugins()
    registry.restore_passes(module.__name__ for module in modules)
    return registry.get_registered_pass_dicts()


def create_pass_holder(instance_id: str, descriptor_key: str) -> bool:
    """Make the instance of a pass, unless there is one of this number.

    Raises:
        KeyError: No such pass is registered.
    """
    with _lock:
        if instance_id in _holders:
            return True
        if descriptor_key in _lent:
            _holders[instance_id] = _Holder(descriptor_key, instance_id, _lent[descriptor_key])
            return True
        descriptor = registry.get_registered_pass_by_descriptor_key(descriptor_key)
        if descriptor is None:
            raise KeyError(f"no pass is registered as {descriptor_key}")
        _holders[instance_id] = _Holder(descriptor_key, instance_id, descriptor.cls())
        return True


@contextmanager
def lend(instance: FusionBasePass) -> Iterator[str]:
    """Let the native side use this instance: the key by which it does so meanwhile."""
    key = f"{type(instance).__module__}:{type(instance).__name__}:lent {id(instance)}"
    with _lock:
        _lent[key] = instance
    try:
        yield key
    finally:
        with _lock:
            del _lent[key]


def pattern_hooks(instance_id: str) -> tuple[bool, EsExpression | None, bool, bool]:
    """What can be said once of the hooks of a PatternFusionPass, so that a match costs little.

    Returns:
        Whether the pass checks matches at all; its replacement when it is an expression over `inputs`, to be called
        with the match and the context behind as the last two say, and giving a handle as `call_replacement` does.
    """
    instance = _instance_of(instance_id, PatternFusionPass)
    own = type(instance)
    checks = own.meet_requirements is not PatternFusionPass.meet_requirements or "meet_requirements" in vars(instance)
    expression = None if "replacement" in vars(instance) else getattr(own.replacement, "expression", None)
    if expression is None:
        return checks, None, True, True

    def release(builder: GraphBuilder, result: object) -> int:
        return _release(graph_of(expression.class_name, builder, result), "PatternFusionPass.replacement")

    method = expression.method.__get__(instance, own)
    evaluate = EsExpression(method, release, f"{own.__name__}_replacement", GraphBuilder, PatternInputs)
    return checks, evaluate, expression.takes_match, expression.takes_context


def destroy_pass_holder(instance_id: str) -> bool:
    """Drop an instance; False when there is none."""
    with _lock:
        return _holders.pop(instance_id, None) is not None


def _instance(instance_id: str) -> FusionBasePass:
    with _lock:
        if instance_id not in _holders:
            raise KeyError(f"there is no pass instance {instance_id}")
        return _holders[instance_id].instance


def _instance_of(instance_id: str, kind: type[_Pass]) -> _Pass:
    instance = _instance(instance_id)
    if not isinstance(instance, kind):
        raise TypeError(f"{type(instance).__name__} is no {kind.__name__}")
    return instance


def run_fusion_base_pass(instance_id: str, graph: Graph, context: PassContext | None = None) -> object:
    """What `run` gives."""
    instance = _instance(instance_id)
    if context is not None and not isinstance(context, PassContext):
        raise TypeError(f"context must be a PassContext or None, got {type(context).__name__}")
    # The hook is called with what there is, None too.
    run: Callable[[Graph, PassContext | None], object] = instance.run  # type: ignore[assignment]
    return run(graph, context)


def get_pass_patterns(instance_id: str) -> list[int]:
    """Handles of the patterns, which the caller owns."""
    instance = _instance_of(instance_id, PatternFusionPass)
    patterns: object = instance.patterns()
    if patterns is None:
        return []
    if isinstance(patterns, (str, bytes)) or not isinstance(patterns, Iterable):
        raise TypeError(f"{type(instance).__name__}.patterns must give a list, got {type(patterns).__name__}")
    checked = [ensure_pattern(item) for item in patterns]
    return [item.release() for item in checked]


def get_pattern_matcher_config(instance_id: str) -> int | None:
    """Handle of a copy of the configuration, which the caller owns; None for the defaults."""
    instance = _instance_of(instance_id, PatternFusionPass)
    config: object = instance.matcher_config
    if config is None:
        return None
    if not isinstance(config, PatternMatcherConfig):
        raise TypeError(f"matcher_config of {type(instance).__name__} must be a PatternMatcherConfig")
    return _native.clone_pattern_matcher_config(config)


def call_meet_requirements(instance_id: str, match_result_handle: int, context: PassContext | None = None) -> bool:
    """Whether a match is to be replaced."""
    instance = _instance_of(instance_id, PatternFusionPass)
    match_result = _native.borrow_match_result(match_result_handle)
    try:
        return bool(instance.meet_requirements(match_result, context))
    finally:
        match_result._invalidate()


def call_replacement(instance_id: str, match_result_handle: int, context: PassContext | None = None) -> int:
    """Handle of the graph to put there, which the caller owns."""
    instance = _instance_of(instance_id, PatternFusionPass)
    match_result = _native.borrow_match_result(match_result_handle)
    try:
        return _release(instance.replacement(match_result, context), "PatternFusionPass.replacement")
    finally:
        match_result._invalidate()


def call_decompose_meet_requirements(instance_id: str, node_handle: int, context: PassContext | None = None) -> bool:
    """Whether a node is to be replaced."""
    instance = _instance_of(instance_id, DecomposePass)
    return bool(instance.meet_requirements(_native.borrow_node(node_handle), context))


def call_decompose_replacement(instance_id: str, node_handle: int, context: PassContext | None = None) -> int:
    """Handle of the graph to put there, which the caller owns."""
    instance = _instance_of(instance_id, DecomposePass)
    return _release(instance.replacement(_native.borrow_node(node_handle), context), "DecomposePass.replacement")


def _release(graph: object, hook: str) -> int:
    if not isinstance(graph, Graph):
        raise TypeError(f"{hook} must give a ge.graph.Graph, got {type(graph).__name__}")
    return _native.release_graph(graph)


def verify_numbers(before: Graph, after: Graph) -> tuple[bool, str]:
    """Whether two graphs compute the same, and what differs; what cannot be compared counts as the same, with a text.

    Raises:
        EngineMissingError: The CPU engine is not installed.
    """
    from ge.passes.testing import NotComparableError  # numpy and the engine, which only this needs
    from ge.passes.testing._equivalence import Reference

    try:
        reference = Reference(before)
    except NotComparableError as error:
        return True, f"not verified: {error}"
    comparison = reference.compare(after)
    return comparison.ok, "" if comparison.ok else f"the numbers are not what they were: {comparison}"


def clear_pass_holders() -> None:
    """Drop all instances."""
    with _lock:
        _holders.clear()


def clear_loaded_pass_modules() -> None:
    """Forget the modules made from plugin files: the next load runs the files again."""
    for name in [name for name in sys.modules if name.startswith(bootstrap.MODULE_PREFIX)]:
        del sys.modules[name]
