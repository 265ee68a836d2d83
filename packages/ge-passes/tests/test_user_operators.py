"""Operators that users define: no engine runs them, but passes find them and put others in their place."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from conftest import Compiler
from ge.es import GraphBuilder
from ge.es._operator import tensor_operator
from ge.es._prototypes import register_prototypes
from ge.graph import Graph
from ge.session import GeError

FLOAT = 1

register_prototypes(
    "test_user_operators",
    [("TimesTwoAndMore", "here:1", [("x", 0, FLOAT, "")], [("y", 0, FLOAT, "")], [("more", "Float", 0.0)], [])],
)
times_two_and_more = tensor_operator("TimesTwoAndMore")


def user_graph() -> Graph:
    builder = GraphBuilder("user")
    x = builder.create_input(0, name="x", shape=[2])
    return builder.build_and_reset([times_two_and_more(x, None, 1.5) + 1.0])


def test_without_a_pass_the_missing_rule_or_kernel_is_named(compiler: Compiler) -> None:
    with pytest.raises(GeError, match=r"TimesTwoAndMore"):
        compiler.compile(user_graph())


def test_a_pass_finds_one_and_puts_known_operators_in_its_place(
    compiler: Compiler, node_types: Callable[[Graph], list[str]]
) -> None:
    compiler.use(
        """
        from ge.es._operator import tensor_operator

        @register_fusion_pass(name="TimesTwoPass", stage=PassStage.BEFORE_INFER_SHAPE)
        class TimesTwoPass(PatternFusionPass):
            @pattern
            def times_two(self, inputs):
                return tensor_operator("TimesTwoAndMore")(inputs[0], None, 0.0)

            def replacement(self, inputs):
                return inputs[0] * 2.0
        """
    )

    graph = compiler.compile(user_graph())

    assert node_types(graph) == ["Add", "Mul"]
    np.testing.assert_allclose(compiler.run(np.array([1.0, -3.0], np.float32)), [3.0, -5.0])
