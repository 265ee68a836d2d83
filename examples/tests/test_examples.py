"""The example passes on graphs made for them: what becomes of the operators, and that the numbers stay."""

from __future__ import annotations

import ge.es.all as es
import numpy as np
import pytest
from before_and_after import Build, Example, check, const, graph_of, parametrise, random_inputs
from conftest import PASSES, Array, Compile
from ge.es import TensorHolder
from ge.graph import DataType


def test_the_index_lists_every_example() -> None:
    index = (PASSES / "README.md").read_text(encoding="utf-8")
    files = sorted(path.name for path in PASSES.glob("*.py"))

    assert [name for name in files if f"[{name}]({name})" not in index] == []


def zeros(*shape: int) -> Array:
    return np.zeros(shape, np.float32)


def zero_to_both(x: TensorHolder, y: TensorHolder, zero: TensorHolder) -> TensorHolder:
    return es.Mul(x + zero, y + zero)


def relu(x: Array) -> Array:
    return np.maximum(x, 0)


@parametrise(
    Example("a scalar", [(2, 3)], lambda x: es.Exp(x + 0.0), np.exp, "Add Exp", "Exp"),
    Example("on the left", [(2, 3)], lambda x: es.Exp(es.Add(const(x, zeros(3)), x)), np.exp, "Add Exp", "Exp"),
    Example("of the same shape", [(2, 3)], lambda x: es.Exp(x + const(x, zeros(2, 3))), np.exp, "Add Exp", "Exp"),
    Example(
        "read twice",
        [(2, 3), (2, 3)],
        lambda x, y: zero_to_both(x, y, const(x, zeros(1))),
        lambda x, y: x * y,
        "Add Add Mul",
        "Mul",
    ),
    Example("all that there is", [(2, 3)], lambda x: x + 0.0, lambda x: x, "Add", ""),
    Example("another number", [(2, 3)], lambda x: es.Exp(x + 1.0), lambda x: np.exp(x + 1), "Add Exp", "Add Exp"),
    Example(
        "zeros that stretch",
        [(1, 3)],
        lambda x: es.Exp(x + const(x, zeros(2, 3))),
        lambda x: np.exp(np.repeat(x, 2, 0)),
        "Add Exp",
        "Add Exp",
    ),
    Example(
        "zeros that add a dimension",
        [(3,)],
        lambda x: es.Exp(x + const(x, zeros(1, 1))),
        lambda x: np.exp(x)[None],
        "Add Exp",
        "Add Exp",
    ),
    Example("no constant", [(2, 3), (2, 3)], lambda x, y: es.Exp(x + y), lambda x, y: np.exp(x + y), *["Add Exp"] * 2),
)
def test_additions_of_zero_are_deleted(compile_with: Compile, example: Example) -> None:
    check(compile_with, "DeleteAddZero", example)


@parametrise(
    Example("a scalar", [(2, 3)], lambda x: es.Exp(x + 0.0), np.exp, "Add Exp", "Exp"),
    Example("a vector", [(2, 3)], lambda x: es.Exp(x + const(x, zeros(1))), np.exp, "Add Exp", "Add Exp"),
    Example("another number", [(2, 3)], lambda x: es.Exp(x + 1.0), lambda x: np.exp(x + 1), *["Add Exp"] * 2),
)
def test_additions_of_a_zero_as_written_are_deleted(compile_with: Compile, example: Example) -> None:
    check(compile_with, "DeleteAddZeroByValue", example)


def test_an_integer_zero_is_deleted_too(compile_with: Compile) -> None:
    graph = graph_of([(3,)], lambda x: es.Neg(x + 0), data_type=DataType.DT_INT64)

    compiled = compile_with(graph, "DeleteAddZeroByValue")

    assert list(compiled.types.elements()) == ["Neg"]
    assert compiled.run([np.array([1, -2, 3])])[0].tolist() == [-1, 2, -3]


GEMM = [(4, 5), (5, 3), (3,)]


def product_plus(a: Array, b: Array, c: Array) -> Array:
    return np.asarray(a @ b + c)


@parametrise(
    Example("product first", GEMM, lambda a, b, c: es.MatMulV2(a, b) + c, product_plus, "Add MatMulV2", "GEMM"),
    Example("product last", GEMM, lambda a, b, c: es.Add(c, es.MatMulV2(a, b)), product_plus, "Add MatMulV2", "GEMM"),
    Example(
        "transposed",
        [(5, 4), (3, 5), (4, 3)],
        lambda a, b, c: es.MatMulV2(a, b, transpose_x1=True, transpose_x2=True) + c,
        lambda a, b, c: a.T @ b.T + c,
        "Add MatMulV2",
        "GEMM",
    ),
    Example(
        "c stretches the product",
        [(1, 5), (5, 3), (4, 3)],
        lambda a, b, c: es.MatMulV2(a, b) + c,
        product_plus,
        *["Add MatMulV2"] * 2,
    ),
    Example(
        "the product is read twice",
        GEMM,
        lambda a, b, c: (lambda product: (product + c, es.Exp(product)))(es.MatMulV2(a, b)),
        lambda a, b, c: (a @ b + c, np.exp(a @ b)),
        *["Add Exp MatMulV2"] * 2,
    ),
)
def test_product_and_addition_become_gemm(compile_with: Compile, example: Example) -> None:
    check(compile_with, "FuseMatMulAddToGemm", example)


def test_a_product_with_unknown_rows_is_fused_with_a_bias(compile_with: Compile) -> None:
    shapes = [[-1, 5], [5, 3], [3]]
    compiled = compile_with(graph_of(shapes, lambda a, b, c: es.MatMulV2(a, b) + c), "FuseMatMulAddToGemm")

    assert list(compiled.types) == ["GEMM"]
    for rows in (4, 1):
        a, b, c = random_inputs([[rows, 5], [5, 3], [3]])
        np.testing.assert_allclose(compiled.run([a, b, c])[0], a @ b + c, rtol=1e-4, atol=1e-5)


@parametrise(
    Example("MatMul", GEMM, lambda a, b, c: es.MatMul(a, b) + c, product_plus, "Add MatMul", "GEMM"),
    Example("MatMulV2", GEMM, lambda a, b, c: es.MatMulV2(a, b) + c, product_plus, "Add MatMulV2", "GEMM"),
    Example(
        "transposed",
        [(4, 5), (3, 5), (3,)],
        lambda a, b, c: es.MatMulV2(a, b, transpose_x2=True) + c,
        lambda a, b, c: a @ b.T + c,
        *["Add MatMulV2"] * 2,
    ),
    Example(
        "c stretches the product",
        [(4, 5), (5, 3), (2, 1, 3)],
        lambda a, b, c: es.MatMulV2(a, b) + c,
        product_plus,
        *["Add MatMulV2"] * 2,
    ),
)
def test_the_same_by_hooks(compile_with: Compile, example: Example) -> None:
    check(compile_with, "FuseMatMulAddToGemmByHooks", example)


def concat(*tensors: TensorHolder, axis: int = 1) -> TensorHolder:
    return es.ConcatD(list(tensors), concat_dim=axis, N=len(tensors))


@parametrise(
    Example(
        "two",
        [(2, 3), (2, 4)],
        lambda a, b: es.Relu(concat(a, b)),
        lambda a, b: relu(np.hstack([a, b])),
        "ConcatD Relu",
        "ConcatD Relu Relu",
    ),
    Example(
        "one tensor three times",
        [(2, 3)],
        lambda a: es.Relu(concat(a, a, a, axis=0)),
        lambda a: relu(np.vstack([a, a, a])),
        "ConcatD Relu",
        "ConcatD Relu",  # equal operators are computed once
    ),
    Example(
        "two levels",
        [(2, 3), (2, 3), (2, 1)],
        lambda a, b, c: es.Relu(concat(es.Relu(concat(a, b, axis=-1)), c)),
        lambda a, b, c: relu(np.hstack([a, b, c])),
        "ConcatD ConcatD Relu Relu",
        "ConcatD ConcatD Relu Relu Relu Relu",
    ),
    Example(
        "a reader besides",
        [(2, 3), (2, 4)],
        lambda a, b: (lambda both: (es.Relu(both), es.Exp(both)))(concat(a, b)),
        lambda a, b: (relu(np.hstack([a, b])), np.exp(np.hstack([a, b]))),
        *["ConcatD Exp Relu"] * 2,
    ),
    Example(
        "a result of the graph besides",
        [(2, 3), (2, 4)],
        lambda a, b: (lambda both: (es.Relu(both), both))(concat(a, b)),
        lambda a, b: (relu(np.hstack([a, b])), np.hstack([a, b])),
        *["ConcatD Relu"] * 2,
    ),
)
def test_relus_are_moved_before_concatenations(compile_with: Compile, example: Example) -> None:
    check(compile_with, "MoveReluBeforeConcat", example)


@parametrise(
    Example(
        "a batch and a matrix",
        [(2, 5, 8), (8, 3)],
        es.BatchMatMulV2,
        np.matmul,
        "BatchMatMulV2",
        "MatMulV2 Reshape Reshape",
    ),
    Example(
        "two dimensions of batch, a transposed matrix",
        [(2, 3, 5, 8), (3, 8)],
        lambda x, w: es.BatchMatMulV2(x, w, adj_x2=True),
        lambda x, w: x @ w.T,
        "BatchMatMulV2",
        "MatMulV2 Reshape Reshape",
    ),
    Example("two batches", [(2, 5, 8), (2, 8, 3)], es.BatchMatMulV2, np.matmul, *["BatchMatMulV2"] * 2),
    Example("two matrices", [(5, 8), (8, 3)], es.BatchMatMulV2, np.matmul, *["BatchMatMulV2"] * 2),
    Example(
        "a transposed batch",
        [(2, 8, 5), (8, 3)],
        lambda x, w: es.BatchMatMulV2(x, w, adj_x1=True),
        lambda x, w: x.swapaxes(1, 2) @ w,
        *["BatchMatMulV2"] * 2,
    ),
)
def test_batched_products_are_flattened(compile_with: Compile, example: Example) -> None:
    check(compile_with, "FlattenBatchedMatMul", example)


# What stays when sizes are known only as the model runs: they may turn out to be such that something is stretched.
UNKNOWN_SIZES: list[tuple[str, Build, list[list[int]], list[list[int]]]] = [
    ("DeleteAddZero", lambda x: x + const(x, zeros(2, 3)), [[-2]], [[3]]),
    ("DeleteAddZero", lambda x: x + const(x, zeros(4)), [[2, -1]], [[2, 1]]),
    (
        "FuseMatMulAddToGemm",
        lambda a, b, c: es.MatMulV2(a, b) + c,
        [[-1, 5], [5, 3], [-1, 3]],
        [[1, 5], [5, 3], [4, 3]],
    ),
    (
        "FuseMatMulAddToGemmByHooks",
        lambda a, b, c: es.MatMulV2(a, b) + c,
        [[-1, 5], [5, 3], [-1, 3]],
        [[1, 5], [5, 3], [4, 3]],
    ),
    ("FlattenBatchedMatMul", es.BatchMatMulV2, [[-2], [8, 3]], [[2, 5, 8], [8, 3]]),
    ("FlattenBatchedMatMul", es.BatchMatMulV2, [[2, 5, 8], [-2]], [[2, 5, 8], [2, 8, 3]]),
]


@pytest.mark.parametrize(("name", "build", "declared", "given"), UNKNOWN_SIZES)
def test_what_may_turn_out_otherwise_stays(
    compile_with: Compile, name: str, build: Build, declared: list[list[int]], given: list[list[int]]
) -> None:
    off = compile_with(graph_of(declared, build))
    on = compile_with(graph_of(declared, build), name)

    assert on.types == off.types
    inputs = random_inputs(given)
    np.testing.assert_array_equal(on.run(inputs)[0], off.run(inputs)[0])


@pytest.mark.parametrize(("shape", "flattened"), [((-1, 5, 8), 1), ((2, -1, 8), 1), ((-1, -1, 8), 0)], ids=str)
def test_a_batch_of_unknown_size_is_flattened(compile_with: Compile, shape: tuple[int, ...], flattened: int) -> None:
    compiled = compile_with(graph_of([shape, (8, 3)], es.BatchMatMulV2), "FlattenBatchedMatMul")

    assert compiled.types["MatMulV2"] == flattened
    for size in (2, 1):
        x, w = random_inputs([[size if dim < 0 else dim for dim in shape], (8, 3)])
        np.testing.assert_allclose(compiled.run([x, w])[0], x @ w, rtol=1e-4, atol=1e-5)
