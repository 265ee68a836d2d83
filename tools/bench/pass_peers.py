"""The same two rewrites in each library, over the same chain: every eighth node begins a match of two nodes.

`GEMM`: MatMul(x, w) and Add(product, b) become one product. `ZERO`: Add(x, 0) goes away. Each class is made only when
its library is there: its modules are imported inside.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

EVERY = 8
GEMM, ZERO = "MatMul+Add to GEMM", "Add(x, 0) removed"

# Peers have no common type, and some no types at all: Any is a graph of theirs.


class GePy:
    """Python passes of ge.passes, run as a compilation runs those of one stage."""

    def __init__(self) -> None:
        import ge.es.all

        os.environ["ASCEND_GE_PY_PASS_PATH"] = str(Path(__file__).with_name("fusion_passes.py"))
        from ge.passes import _native

        self.es, self.native = ge.es.all, _native

    def build(self, rewrite: str, count: int) -> Any:
        """A graph of about `count` nodes."""
        from ge.es import GraphBuilder

        es = self.es
        builder = GraphBuilder("chain")
        x, w, b = (builder.create_input(i, shape=[8, 8]) for i in range(3))
        for _ in range(count // EVERY):
            x = es.Add(es.MatMul(x, w), b) if rewrite == GEMM else es.Add(x, 0.0)
            for _ in range(EVERY - 2):
                x = es.Relu(x)
        return builder.build_and_reset([x])

    def apply(self, rewrite: str, graph: Any) -> None:
        """Rewrites every match."""
        other = "DropZero" if rewrite == GEMM else "ToGemm"
        if not self.native.run_stage(graph, "BeforeInferShape", {"ge.optimizationSwitch": f"{other}:off"}):
            raise AssertionError("nothing was rewritten")


class OnnxIrLoop:
    """A loop by hand over onnx-ir: the least that Python code of one's own costs."""

    def __init__(self) -> None:
        import numpy
        import onnx_ir

        self.ir, self.numpy = onnx_ir, numpy

    def build(self, rewrite: str, count: int) -> Any:
        """A model of about `count` nodes; zeros are initializers."""
        ir = self.ir
        kind = ir.TensorType(ir.DataType.FLOAT)
        entries = [ir.Input(name, ir.Shape([8, 8]), kind) for name in ("x", "w", "b")]
        x, w, b = entries
        nodes: list[Any] = []
        zeros: list[Any] = []

        def op(op_type: str, *inputs: Any) -> Any:
            nodes.append(ir.node(op_type, list(inputs), name=f"n{len(nodes)}"))
            value = nodes[-1].outputs[0]
            value.name = f"v{len(nodes)}"
            return value

        for i in range(count // EVERY):
            if rewrite == GEMM:
                x = op("Add", op("MatMul", x, w), b)
            else:
                zero = ir.Value(
                    name=f"zero{i}", const_value=ir.tensor(self.numpy.zeros((), "float32"), name=f"zero{i}")
                )
                zeros.append(zero)
                x = op("Add", x, zero)
            for _ in range(EVERY - 2):
                x = op("Relu", x)
        graph = ir.Graph(entries, [x], nodes=nodes, initializers=zeros, opset_imports={"": 18}, name="chain")
        return ir.Model(graph, ir_version=10)

    def apply(self, rewrite: str, model: Any) -> None:
        """Rewrites every match."""
        replace = self._to_gemm if rewrite == GEMM else self._drop_zero
        for node in model.graph:
            if node.op_type == "Add":
                replace(model.graph, node)

    def _to_gemm(self, graph: Any, add: Any) -> None:
        product, bias = add.inputs
        matmul = product.producer()
        if matmul is None or matmul.op_type != "MatMul" or len(product.uses()) != 1:
            return
        gemm = self.ir.node("Gemm", [*matmul.inputs, bias], name=f"{add.name}_gemm")
        graph.insert_before(add, gemm)
        add.outputs[0].replace_all_uses_with(gemm.outputs[0])
        graph.remove([add, matmul], safe=True)

    def _drop_zero(self, graph: Any, add: Any) -> None:
        constant = add.inputs[1].const_value
        if constant is None or constant.numpy().item() != 0:
            return
        add.outputs[0].replace_all_uses_with(add.inputs[0])
        graph.remove(add, safe=True)


class OnnxScript(OnnxIrLoop):
    """onnxscript's rewriter; where it removes a node it puts Identity."""

    def __init__(self) -> None:
        super().__init__()
        from onnxscript.rewriter import pattern

        def product_and_sum(op: Any, x: Any, w: Any, b: Any) -> Any:
            return op.Add(op.MatMul(x, w), b)

        def gemm(op: Any, x: Any, w: Any, b: Any) -> Any:
            return op.Gemm(x, w, b)

        def sum_with_zero(op: Any, x: Any) -> Any:
            return op.Add(x, 0.0)

        def nothing(op: Any, x: Any) -> Any:
            return op.Identity(x)

        rules = {GEMM: (product_and_sum, gemm), ZERO: (sum_with_zero, nothing)}
        self.rules = {
            kind: pattern.RewriteRuleSet([pattern.RewriteRule(before, after)])
            for kind, (before, after) in rules.items()
        }

    def apply(self, rewrite: str, model: Any) -> None:
        """Rewrites every match."""
        if not self.rules[rewrite].apply_to_model(model):
            raise AssertionError("nothing was rewritten")


class OpenVino:
    """A MatcherPass; having no GEMM, it puts a Concat of the three in its place."""

    def __init__(self) -> None:
        import numpy
        import openvino
        from openvino import opset13, passes

        self.ov, self.ops, self.passes, self.numpy = openvino, opset13, passes, numpy

    def build(self, rewrite: str, count: int) -> Any:
        """A model of about `count` nodes."""
        ops, number = self.ops, self.numpy.float32
        entries = [ops.parameter([8, 8], number) for _ in range(3)]
        x, w, b = entries
        for _ in range(count // EVERY):
            x = ops.add(ops.matmul(x, w, False, False), b) if rewrite == GEMM else ops.add(x, ops.constant(0, number))
            for _ in range(EVERY - 2):
                x = ops.relu(x)
        return self.ov.Model([x], entries, "chain")

    def apply(self, rewrite: str, model: Any) -> None:
        """Rewrites every match."""
        manager = self.passes.Manager()
        manager.register_pass(self._pass(rewrite))
        manager.run_passes(model)

    def _pass(self, rewrite: str) -> Any:
        ops, passes = self.ops, self.passes

        class Rewrite(passes.MatcherPass):  # type: ignore[misc,name-defined]  # the peer has no types
            def __init__(self) -> None:
                super().__init__()
                first = passes.WrapType("opset13.MatMul") if rewrite == GEMM else passes.AnyInput()
                second = passes.AnyInput() if rewrite == GEMM else passes.WrapType("opset13.Constant")
                root = passes.WrapType("opset13.Add", [first.output(0), second.output(0)])

                def gemm(matcher: Any) -> bool:
                    add = matcher.get_match_root()
                    product = add.input_value(0).get_node()
                    made = ops.concat([product.input_value(0), product.input_value(1), add.input_value(1)], 0)
                    add.output(0).replace(made.output(0))
                    return True

                def drop(matcher: Any) -> bool:
                    add = matcher.get_match_root()
                    if add.input_value(1).get_node().get_data().item() != 0:
                        return False
                    add.output(0).replace(add.input_value(0))
                    return True

                self.register_matcher(passes.Matcher(root, "Rewrite"), gemm if rewrite == GEMM else drop)

        return Rewrite()


class TorchFx:
    """torch.fx.subgraph_rewriter."""

    def __init__(self) -> None:
        import torch
        import torch.fx.subgraph_rewriter

        self.torch, self.replace = torch, torch.fx.subgraph_rewriter.replace_pattern

    def build(self, rewrite: str, count: int) -> Any:
        """A module of about `count` nodes."""
        torch = self.torch
        graph = torch.fx.Graph()
        x, w, b = (graph.placeholder(name) for name in ("x", "w", "b"))
        for _ in range(count // EVERY):
            if rewrite == GEMM:
                x = graph.call_function(torch.add, (graph.call_function(torch.matmul, (x, w)), b))
            else:
                x = graph.call_function(torch.add, (x, 0.0))
            for _ in range(EVERY - 2):
                x = graph.call_function(torch.relu, (x,))
        graph.output(x)
        return torch.fx.GraphModule(torch.nn.Module(), graph)

    def apply(self, rewrite: str, module: Any) -> None:
        """Rewrites every match."""
        torch = self.torch

        def product_and_sum(x: Any, w: Any, b: Any) -> Any:
            return torch.add(torch.matmul(x, w), b)

        def gemm(x: Any, w: Any, b: Any) -> Any:
            return torch.addmm(b, x, w)

        def sum_with_zero(x: Any) -> Any:
            return torch.add(x, 0.0)

        def nothing(x: Any) -> Any:
            return x

        before, after = (product_and_sum, gemm) if rewrite == GEMM else (sum_with_zero, nothing)
        if not self.replace(module, before, after):
            raise AssertionError("nothing was rewritten")
