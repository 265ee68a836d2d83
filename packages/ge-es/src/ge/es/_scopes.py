"""Scopes: attributes, control edges and the begin of the name for every node that is created while one is open.

The state belongs to the thread, not to a builder.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ge.es._errors import check_text
from ge.es._native import es_close_scope, es_name_prefix, es_open_scope

if TYPE_CHECKING:
    from ge.es.tensor_holder import TensorHolder


class _State(threading.local):
    def __init__(self) -> None:
        self.attrs: dict[str, Any] = {}  # whatever Node.set_attr takes
        self.controls: list[TensorHolder] = []


_state = _State()


@contextmanager
def attr_scope(attr_maps: Mapping[str, Any]) -> Iterator[None]:
    """Set these attributes on every node created inside; an inner scope wins over an outer one, key by key.

    Args:
        attr_maps: Attribute name -> any value that `Node.set_attr` takes. Taken as it is now.
    """
    outer = _state.attrs
    _state.attrs = {**outer, **attr_maps}
    es_open_scope()
    try:
        yield
    finally:
        es_close_scope()
        _state.attrs = outer


@contextmanager
def control_dependency_scope(tensors: Sequence[TensorHolder]) -> Iterator[None]:
    """Let every node created inside wait for the producers of `tensors`, those of outer scopes first."""
    outer = _state.controls
    _state.controls = [*outer, *tensors]
    es_open_scope()
    try:
        yield
    finally:
        es_close_scope()
        _state.controls = outer


@contextmanager
def name(prefix: str) -> Iterator[None]:
    """Begin the names of all operators and constants created inside with `<prefix>/`, within an outer scope's.

    Numbers go on counting, so that the same prefix can be used again. Inputs and variables have the names that they are
    given.

    Raises:
        TypeError: The prefix is no string.
        ValueError: It is empty.
    """
    if not check_text(prefix, "Name"):
        raise ValueError("Name must not be empty")
    outer = es_name_prefix("")
    es_name_prefix(f"{outer}{prefix}/")
    try:
        yield
    finally:
        es_name_prefix(outer)


def apply_scopes(tensor: TensorHolder) -> None:
    """Do for the node of `tensor`, which is new, what the open scopes say: attributes first, then control edges."""
    if _state.attrs:
        node = tensor._get_node_snapshot()
        for name, value in _state.attrs.items():
            node.set_attr(name, value)
    if _state.controls:
        tensor.get_owner_builder().add_control_dependency(tensor, _state.controls)
