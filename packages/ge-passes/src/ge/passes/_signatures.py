"""Lets hooks be written with the arguments they need; the compiler calls each with `(self, value, context=None)`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from ge.es import GraphBuilder
from ge.graph import Graph
from ge.passes.pattern import PatternInputs, tensors_of

Hook = Callable[..., Any]  # hooks take and give what their kind says


class Expression(NamedTuple):
    """A replacement that is written as `(self, inputs)`, with the match or the context behind as it says."""

    class_name: str
    method: Hook
    takes_match: bool
    takes_context: bool


def positional_names(method: Hook) -> list[str] | None:
    """Names of the positional parameters, `self` included; None when a keyword argument is required."""
    names = []
    for parameter in inspect.signature(method).parameters.values():
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            names.append(parameter.name)
        elif parameter.kind is parameter.KEYWORD_ONLY and parameter.default is parameter.empty:
            return None
    return names


def adapt_hook(class_name: str, method: Hook, value_name: str) -> Hook:
    """For `(self, value)` and `(self, value, context)`."""
    names = positional_names(method)
    if names is None or len(names) not in (2, 3):
        forms = f"{method.__name__}(self, {value_name}) or {method.__name__}(self, {value_name}, context)"
        raise TypeError(f"{class_name}.{method.__name__} must be written as {forms}")
    takes_context = len(names) == 3

    @functools.wraps(method)
    def hook(self: object, value: object, context: object = None) -> Any:
        return method(self, value, context) if takes_context else method(self, value)

    return hook


def adapt_pattern_replacement(class_name: str, method: Hook) -> Hook:
    """For the replacement of a pattern pass, which may also be an expression over `inputs`."""
    names = positional_names(method)
    if names is not None and len(names) >= 2 and _asks_for_inputs(method, names[1]):
        return _adapt_expression(class_name, method, names)
    if names is None or len(names) not in (2, 3):
        raise TypeError(
            f"{class_name}.replacement must be written as replacement(self, match_result), "
            "replacement(self, match_result, context), replacement(self, inputs), replacement(self, inputs, context), "
            "replacement(self, inputs, match_result) or replacement(self, inputs, match_result, context)"
        )
    hook = adapt_hook(class_name, method, "match_result")
    if names[1] == "match_result":
        return hook

    @functools.wraps(method)
    def explaining(self: object, match_result: object, context: object = None) -> Any:
        try:
            return hook(self, match_result, context)
        except TypeError as error:
            if "MatchResult" not in str(error):
                raise
            raise TypeError(
                f"{error}: {class_name}.replacement(self, {names[1]}) gets the MatchResult; the second parameter must "
                "be named inputs, or annotated as PatternInputs, to get the tensors that stand for the pattern's inputs"
            ) from error

    return explaining


def _asks_for_inputs(method: Hook, name: str) -> bool:
    """Whether the parameter of this name is one for tensors: by its name, or else by its annotation."""
    annotation = inspect.signature(method).parameters[name].annotation
    if isinstance(annotation, str):
        return name == "inputs" or annotation.rpartition(".")[2] == PatternInputs.__name__
    return name == "inputs" or annotation is PatternInputs


def _adapt_expression(class_name: str, method: Hook, names: list[str]) -> Hook:
    if len(names) > 4:
        raise TypeError(f"{class_name}.replacement(self, inputs) takes at most match_result and context besides")
    if len(names) == 4 and names[3] != "context":
        raise TypeError(
            f"{class_name}.replacement with four arguments must be replacement(self, inputs, match_result, context)"
        )
    takes_match = len(names) == 4 or (len(names) == 3 and names[2] != "context")
    takes_context = len(names) == 4 or (len(names) == 3 and names[2] == "context")

    @functools.wraps(method)
    def hook(self: object, match_result: object, context: object = None) -> Graph:
        # What the compiler calls is `expression` below, which does the same.
        builder = GraphBuilder(f"{type(self).__name__}_replacement")
        extra = [match_result] * takes_match + [context] * takes_context
        return graph_of(class_name, builder, method(self, PatternInputs(builder), *extra))

    hook.__dict__["expression"] = Expression(class_name, method, takes_match, takes_context)
    return hook


def graph_of(class_name: str, builder: GraphBuilder, result: object) -> Graph:
    """The graph that an expression of the class stands for when it gave `result`."""
    if isinstance(result, Graph):
        return result
    tensors = tensors_of(result)
    if tensors is None:
        raise TypeError(
            f"Expression-style replacement of {class_name} gives a tensor, a list of tensors or a Graph, "
            f"got {type(result).__name__}"
        )
    return builder.build_and_reset(tensors)
