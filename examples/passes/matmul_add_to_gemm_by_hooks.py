"""Fuse a matrix product and an addition into one GEMM, with everything said by hand.

    before  y = Add(MatMul(a, b), c), the product as MatMul or MatMulV2
    after   y = GEMM(a, b, c, alpha=1, beta=1)
    unless  a or b is transposed, c may stretch the product, the elements are not float32, or others read the product

Shows what expressions (`matmul_add_to_gemm.py`) leave to the package: patterns made in a loop, captured tensors that
are neither inputs nor results, a matcher configuration, a replacement as a graph with shapes inferred on the spot.

Run with `ASCEND_GE_PY_PASS_PATH=examples/passes/matmul_add_to_gemm_by_hooks.py pyatc ...`.
"""

from __future__ import annotations

from ge.es import GraphBuilder
from ge.es import all as es
from ge.graph import DataType, Graph
from ge.passes import (
    MatchResult,
    PassContext,
    PassStage,
    Pattern,
    PatternFusionPass,
    PatternMatcherConfigBuilder,
    create_pattern,
    create_replacement,
    infer_shape,
    register_fusion_pass,
)

# The numbers of the captured tensors, in the order of the calls of `capture_tensor`.
PRODUCT, SUM = 0, 1


@register_fusion_pass(name="FuseMatMulAddToGemmByHooks", stage=PassStage.AFTER_INFER_SHAPE)
class FuseMatMulAddToGemmByHooks(PatternFusionPass):
    """Attributes must agree with the pattern's, in which neither matrix is transposed."""

    def __init__(self) -> None:
        super().__init__(PatternMatcherConfigBuilder().enable_ir_attr_match().build())

    def patterns(self) -> list[Pattern]:
        """New patterns for each graph that is searched: the engine takes them."""
        patterns = []
        for kind, multiply in (("MatMul", es.MatMul), ("MatMulV2", es.MatMulV2)):
            builder = GraphBuilder(f"{kind}_and_Add")
            a, b, c = builder.create_inputs(3)
            product = multiply(a, b)
            total = es.Add(product, c)
            found = create_pattern(builder.build_and_reset([total]))
            patterns.append(found.capture_tensor(product).capture_tensor(total))
        return patterns

    def meet_requirements(self, match_result: MatchResult) -> bool:
        """Whether the sum has the shape of the product: GEMM stretches c, never the product."""
        tensors = (match_result.get_captured_tensor(capture) for capture in (PRODUCT, SUM))
        product, total = (tensor.node.get_output_desc(tensor.index) for tensor in tensors)
        known = -1 not in list(product.shape)  # a size of -1 may turn out to be 1, and be stretched
        return known and product.data_type == DataType.DT_FLOAT and list(product.shape) == list(total.shape)

    def replacement(self, match_result: MatchResult, context: PassContext) -> Graph:
        """A graph with as many inputs and outputs as the pattern, in the same order."""
        builder = GraphBuilder(f"{context.get_pass_name()}_replacement")
        a, b, c = builder.create_inputs(3)
        graph = builder.build_and_reset([es.GEMM(a, b, c, 1.0, 1.0)])
        infer_shape(graph, match_result)
        return create_replacement(graph)
