"""The native side of ge.es, which lives in ge-graph's bridge: checked once, then offered under typed names."""

from __future__ import annotations

from ge.es import _version
from ge.graph import _native
from ge.graph._native import EsBuilder as NativeBuilder
from ge.graph._native import (
    EsExpression,
    EsInputs,
    EsOperator,
    Holder,
    es_close_scope,
    es_inferred,
    es_name,
    es_name_prefix,
    es_node,
    es_open_scope,
    es_register_prototype,
    es_rename,
    es_set_data_type,
    es_set_format,
    es_set_hooks,
    es_set_shape,
)

__all__ = [
    "EsExpression",
    "EsInputs",
    "EsOperator",
    "Holder",
    "NativeBuilder",
    "es_close_scope",
    "es_inferred",
    "es_name",
    "es_name_prefix",
    "es_node",
    "es_open_scope",
    "es_register_prototype",
    "es_rename",
    "es_set_data_type",
    "es_set_format",
    "es_set_hooks",
    "es_set_shape",
]

_native.check_bridge_abi("ge.es", "ge-es", *_version.BRIDGE_ABIS)
