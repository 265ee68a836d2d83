"""Whether a tensor under construction is of bools."""

from __future__ import annotations

from ge.es._native import Holder, es_inferred
from ge.graph.types import DataType


def is_bool(tensor: Holder) -> bool:
    """Whether inference is sure of it; a tensor that nothing is known of is none."""
    return es_inferred(tensor)[1] == DataType.DT_BOOL
