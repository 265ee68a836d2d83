"""Operators between tensors: each makes one node.

The other operand may be anything that stands for a tensor. It becomes a constant, a Python number one of int64 or
float; the compiler brings the operands to one type, where a number does not change the type of a tensor of its kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ge.es._native import EsOperator, Holder
from ge.es._truth import is_bool
from ge.graph.tensor import Tensor
from ge.graph.types import DataType

if TYPE_CHECKING:
    from ge.es.graph_builder import GraphBuilder
    from ge.es.tensor_holder import TensorHolder
    from ge.es.tensor_like import TensorLike

_OPERATORS = {
    word: EsOperator(op_type)
    for word, op_type in (
        ("add", "Add"),
        ("sub", "Sub"),
        ("mul", "Mul"),
        ("div", "Div"),
        ("floor division", "FloorDiv"),
        ("modulo", "FloorMod"),
        ("power", "Pow"),
        ("less", "Less"),
        ("less_equal", "LessEqual"),
        ("greater", "Greater"),
        ("greater_equal", "GreaterEqual"),
        ("logical and", "LogicalAnd"),
        ("logical or", "LogicalOr"),
        ("bitwise and", "BitwiseAnd"),
        ("bitwise or", "BitwiseOr"),
    )
}
_NEG, _ABS, _NOT, _INVERT = (EsOperator(op_type) for op_type in ("Neg", "Abs", "LogicalNot", "Invert"))
_MATMUL = EsOperator("BatchMatMulV2")


class Arithmetic(Holder):
    """`+ - * / // % ** @ < <= > >= & | ~`, minus and `abs`."""

    __slots__ = ()

    # numpy lets a tensor beside an array do the work, instead of asking it for each element.
    __array_ufunc__ = None

    def add(self, other: TensorHolder | TensorLike) -> TensorHolder:
        """`Add(self, other)`; a plain value becomes a constant: int64 for ints, float for floats."""
        return _binary("add", self, other, self)

    def sub(self, other: TensorHolder | TensorLike) -> TensorHolder:
        """`Sub(self, other)`."""
        return _binary("sub", self, other, self)

    def mul(self, other: TensorHolder | TensorLike) -> TensorHolder:
        """`Mul(self, other)`."""
        return _binary("mul", self, other, self)

    def div(self, other: TensorHolder | TensorLike) -> TensorHolder:
        """`Div(self, other)`: of integers, rounded towards zero."""
        return _binary("div", self, other, self)

    __add__ = add
    __radd__ = add
    __sub__ = sub
    __mul__ = mul
    __rmul__ = mul
    __truediv__ = div

    def __rsub__(self, other: TensorLike) -> TensorHolder:
        return _binary("sub", other, self, self)

    def __rtruediv__(self, other: TensorLike) -> TensorHolder:
        return _binary("div", other, self, self)

    def __floordiv__(self, other: TensorHolder | TensorLike) -> TensorHolder:
        return _binary("floor division", self, other, self)

    def __rfloordiv__(self, other: TensorLike) -> TensorHolder:
        return _binary("floor division", other, self, self)

    def __mod__(self, other: TensorHolder | TensorLike) -> TensorHolder:
        return _binary("modulo", self, other, self)

    def __rmod__(self, other: TensorLike) -> TensorHolder:
        return _binary("modulo", other, self, self)

    def __pow__(self, other: TensorHolder | TensorLike) -> TensorHolder:
        return _binary("power", self, other, self)

    def __rpow__(self, other: TensorLike) -> TensorHolder:
        return _binary("power", other, self, self)

    def __matmul__(self, other: TensorHolder | TensorLike) -> TensorHolder:
        _check_operands("matmul", self, other)
        return cast("TensorHolder", _MATMUL(self, other, None, None, None, False, False, 0))

    def __rmatmul__(self, other: TensorLike) -> TensorHolder:
        _check_operands("matmul", self, other)
        return cast("TensorHolder", _MATMUL(other, self, None, None, None, False, False, 0))

    def __lt__(self, other: TensorHolder | TensorLike) -> TensorHolder:
        return _binary("less", self, other, self)

    def __le__(self, other: TensorHolder | TensorLike) -> TensorHolder:
        return _binary("less_equal", self, other, self)

    def __gt__(self, other: TensorHolder | TensorLike) -> TensorHolder:
        return _binary("greater", self, other, self)

    def __ge__(self, other: TensorHolder | TensorLike) -> TensorHolder:
        return _binary("greater_equal", self, other, self)

    def __and__(self, other: TensorHolder | TensorLike) -> TensorHolder:
        return _binary(f"{_logic(self, other)} and", self, _truth(other), self)

    def __or__(self, other: TensorHolder | TensorLike) -> TensorHolder:
        return _binary(f"{_logic(self, other)} or", self, _truth(other), self)

    __rand__ = __and__
    __ror__ = __or__

    def __invert__(self) -> TensorHolder:
        return cast("TensorHolder", (_NOT if is_bool(self) else _INVERT)(self, None))

    def __neg__(self) -> TensorHolder:
        return cast("TensorHolder", _NEG(self, None))

    def __abs__(self) -> TensorHolder:
        return cast("TensorHolder", _ABS(self, None))


def _binary(operation: str, left: Any, right: Any, holder: Holder) -> TensorHolder:
    """The node for `holder`, which is one of the operands, and the other one, which the operator makes a tensor."""
    _check_operands(operation, holder, right if left is holder else left)
    return cast("TensorHolder", _OPERATORS[operation](left, right, None))


def _check_operands(operation: str, holder: Holder, other: object) -> None:
    if other is None:
        raise AttributeError(f"Cannot perform {operation}: an operand is None")
    owner = cast("GraphBuilder", holder._owner)
    if isinstance(other, Holder) and other._owner is not owner:
        names = f"{owner.name!r} and {cast('GraphBuilder', other._owner).name!r}"
        raise ValueError(f"Cannot perform {operation}: the tensors are of different GraphBuilders, {names}")
    owner._check_open(operation)


def _truth(other: Any) -> Any:
    """True and False as bools, which logic takes only; beside integers they stand for 1 and 0 elsewhere."""
    return Tensor([other], data_type=DataType.DT_BOOL, shape=[]) if isinstance(other, bool) else other


def _logic(holder: Holder, other: object) -> str:
    """Which of the two kinds of "and" and "or" there are for these operands."""
    logical = is_bool(holder) or isinstance(other, bool) or (isinstance(other, Holder) and is_bool(other))
    return "logical" if logical else "bitwise"
