"""What a pattern may say of its tensors besides how they are computed: names, and what it leaves open.

The matcher tries what is left open where it stands; a pattern is never multiplied.
"""

from __future__ import annotations

import threading
from typing import cast

from ge.es import TensorHolder
from ge.es._native import EsOperator, es_register_prototype

__all__ = ["any_of", "capture", "commutative", "optional", "variadic"]

_ANY_OF = "PatternAnyOf"  # as native/match/pieces.cc knows it
_REQUIRED, _DYNAMIC = 0, 2  # kinds of inputs and outputs
_lock = threading.Lock()
_any_of_operator: list[EsOperator] = []


def capture(tensor: TensorHolder, name: str) -> TensorHolder:
    """Give a tensor of a pattern a name, by which a match tells what stands there: `match["bias"]`.

    Args:
        tensor: An input of the pattern, or what one of its nodes gives. It has one name: another one replaces it.
        name: For this tensor of the pattern only.

    Returns:
        The tensor itself.

    Raises:
        TypeError: `name` is no text.
        ValueError: It is empty.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a capture must be a str, got {type(name).__name__}")
    if not name:
        raise ValueError("the name of a capture must not be empty")
    tensor.get_owner_builder().set_tensor_attr_string(tensor, "_pattern_name", name)
    return tensor


def commutative(tensor: TensorHolder) -> TensorHolder:
    """Let the two inputs of the node that makes a tensor stand in either order: `commutative(es.Add(x, bias))`.

    Args:
        tensor: The result of an operator with two inputs, which the pass knows to be commutative.

    Returns:
        The tensor itself.

    Raises:
        ValueError: The node has another number of inputs.
    """
    node = tensor._get_node_snapshot()
    count = node.get_inputs_size()
    if count != 2:
        raise ValueError(f"commutative: {node.type} {node.name!r} has {count} inputs, expected 2")
    tensor.get_owner_builder().set_node_attr_bool(tensor, "_pattern_commutative", True)
    return tensor


def any_of(*alternatives: TensorHolder) -> TensorHolder:
    """What one of several tensors of a pattern stands for: `any_of(es.Relu(x), es.Tanh(x))`.

    The first that fits is taken; a later one where something else would not fit then. What alternatives share stands
    for the same. Inputs of the pattern that only alternatives read which were not taken are no inputs of the match,
    and those after them close up: `match.index_of` tells where a named one is.

    Args:
        alternatives: Tensors of one pattern; not an input when an output of the pattern is made of it.

    Returns:
        A tensor that stands for the one that fits; where it is read twice, for the same one.

    Raises:
        ValueError: There is none.
        TypeError: One is no tensor.
    """
    if not alternatives:
        raise ValueError("any_of needs at least one tensor")
    for alternative in alternatives:
        if not isinstance(alternative, TensorHolder):
            raise TypeError(f"any_of takes tensors of the pattern, got {type(alternative).__name__}")
    return cast(TensorHolder, _operator()(list(alternatives), None))


def optional(tensor: TensorHolder, otherwise: TensorHolder) -> TensorHolder:
    """A piece that may be missing: `optional(es.Cast(x, dst_type=0), x)`; the same as `any_of(tensor, otherwise)`.

    Args:
        tensor: What the piece makes.
        otherwise: What stands in its place where it is missing, mostly what it reads.
    """
    return any_of(tensor, otherwise)


def variadic(tensor: TensorHolder, name: str) -> list[TensorHolder]:
    """Let an input of a pattern stand for one or more inputs in a row: `es.ConcatD(variadic(inputs[0], "xs"), ...)`.

    `match["xs"]` is the list of what stands there. In the replacement each has a place among the inputs of its own,
    where this input has its: `inputs[match.slice_of("xs")]`. The attribute `N` of the operator, a number of inputs, is
    not compared.

    Args:
        tensor: An input of the pattern, which one operator reads, once; not one that is commutative.
        name: As for `capture`.

    Returns:
        The tensor in a list, as operators take any number of inputs.

    Raises:
        ValueError: It is no input of the pattern.
        TypeError: `name` is no text.
    """
    node = tensor._get_node_snapshot()
    if node.type not in ("Data", "RefData", "AippData", "AnnData"):
        raise ValueError(f"variadic: {node.type} {node.name!r} is no input of the pattern")
    capture(tensor, name)
    tensor.get_owner_builder().set_node_attr_bool(tensor, "_pattern_variadic", True)
    return [tensor]


def _operator() -> EsOperator:
    with _lock:
        if not _any_of_operator:
            inputs, outputs = [("x", _DYNAMIC, 0, "")], [("y", _REQUIRED, 0, "")]
            es_register_prototype(_ANY_OF, "ge.passes", inputs, outputs, [], [])
            _any_of_operator.append(EsOperator(_ANY_OF))
        return _any_of_operator[0]
