"""Patterns as expressions: a method that computes its result from `inputs` is a pattern."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, overload

from ge.es import GraphBuilder, TensorHolder
from ge.es._native import EsInputs
from ge.graph import Graph
from ge.passes._node_io import NodeIo

if TYPE_CHECKING:
    from ge.passes._native import Pattern

__all__ = ["NodeIo", "Pattern", "PatternInputs", "create_pattern", "ensure_pattern", "pattern"]

_PATTERN_MARK = "_ge_pass_pattern"

_Method = TypeVar("_Method", bound=Callable[..., Any])  # a method of any pass


def __getattr__(name: str) -> Any:  # the native Pattern: loaded when asked for
    if name != "Pattern":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module("ge.passes._native").Pattern


def pattern(method: _Method) -> _Method:
    """Mark a method `(self, inputs)` of a PatternFusionPass as one pattern: what it returns is what to look for.

    Args:
        method: Gives a tensor, a list of tensors, a Graph or a Pattern.

    Returns:
        The method itself.
    """
    setattr(method, _PATTERN_MARK, True)
    return method


def is_pattern_method(value: object) -> bool:
    """Whether `pattern` marked it."""
    return callable(value) and getattr(value, _PATTERN_MARK, False) is True


class PatternInputs(EsInputs):
    """The inputs of a pattern or a replacement, made when first asked for: `inputs[0]`, `inputs[:3]`."""

    __slots__ = ()

    if TYPE_CHECKING:
        # The base class answers plain indexes: replacements are made by the ten thousand.
        @overload
        def __getitem__(self, key: int) -> TensorHolder: ...
        @overload
        def __getitem__(self, key: slice) -> list[TensorHolder]: ...
        def __getitem__(self, key: int | slice) -> TensorHolder | list[TensorHolder]: ...

    def _other_item(self, key: int | slice) -> TensorHolder | list[TensorHolder]:
        if isinstance(key, slice):
            return self._slice(key)
        if not isinstance(key, int):
            raise TypeError(f"inputs takes an integer or slice, not {type(key).__name__}")
        if key < 0:
            raise ValueError(f"the index of an input must be non-negative, got {key}")
        return self[int(key)]

    def _slice(self, key: slice) -> list[TensorHolder]:
        if key.step is not None and key.step != 1:
            raise ValueError(f"a slice of inputs: step must be 1, got {key.step}")
        if key.stop is None:
            raise ValueError("a slice of inputs needs a stop index: there is no last input")
        start = 0 if key.start is None else key.start
        if start < 0 or key.stop < 0:
            raise ValueError(f"a slice of inputs: start and stop must be non-negative, got {start}:{key.stop}")
        if key.stop < start:
            raise ValueError(f"a slice of inputs: stop must be greater than or equal to start, got {start}:{key.stop}")
        if start == key.stop:
            return []
        return [self[i] for i in range(start, key.stop)]

    def __iter__(self) -> NoReturn:
        raise TypeError("inputs cannot be iterated: there is no last input; write inputs[0], inputs[1] or inputs[:2]")

    def __contains__(self, item: object) -> NoReturn:
        raise TypeError("inputs cannot be iterated: there is no last input")

    def created(self) -> list[TensorHolder]:
        """The inputs made so far, in order."""
        return list(self._tensors)


def tensors_of(result: object) -> list[TensorHolder] | None:
    """The tensors that a method gave: one, or a list of them; None for anything else and for an empty list."""
    if isinstance(result, TensorHolder):
        return [result]
    if isinstance(result, (list, tuple)) and result and all(isinstance(item, TensorHolder) for item in result):
        return list(result)
    return None


def create_pattern(graph: Graph) -> Pattern:
    """The pattern that a graph is. The graph is handed over: the Python object is empty afterwards."""
    made: Pattern = importlib.import_module("ge.passes._native").Pattern(graph)
    return made


def ensure_pattern(value: object) -> Pattern:
    """A Pattern as it is, a Graph as `create_pattern` makes it.

    Raises:
        TypeError: It is neither.
    """
    native = importlib.import_module("ge.passes._native")
    if isinstance(value, Graph):
        return create_pattern(value)
    if isinstance(value, native.Pattern):
        found: Pattern = value
        return found
    raise TypeError(f"a pattern must be a Pattern or a Graph, got {type(value).__name__}")


def build_pattern(owner: object, name: str, method: Callable[[Any, PatternInputs], object]) -> Pattern:
    """The pattern that an `@pattern` method stands for; its inputs and results are captured, in this order."""
    builder = GraphBuilder(f"{type(owner).__name__}_{name}_pattern")
    inputs = PatternInputs(builder)
    result = method(owner, inputs)
    tensors = tensors_of(result)
    if tensors is not None:
        return _from_tensors(builder, inputs, tensors)
    if _is_pattern(result):
        return ensure_pattern(result)
    if isinstance(result, (list, tuple)) and result and all(_is_pattern(item) for item in result):
        raise TypeError(f"@pattern method {name} supports a single pattern only: write patterns(self) for several")
    raise TypeError(
        f"Expression-style patterns give a tensor, a list of tensors, a Graph or a Pattern; "
        f"@pattern method {name} gave {type(result).__name__}"
    )


def _is_pattern(value: object) -> bool:
    return isinstance(value, (Graph, importlib.import_module("ge.passes._native").Pattern))


def _from_tensors(builder: GraphBuilder, inputs: PatternInputs, outputs: Sequence[TensorHolder]) -> Pattern:
    made = create_pattern(builder.build_and_reset(list(outputs)))
    for tensor in [*inputs.created(), *outputs]:
        made.capture_tensor(tensor)
    return made
