"""What one often does to a tensor, under the names that array libraries have for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from ge.es._arguments import DataTypeLike, Dims, data_type_of, dims_of
from ge.es._errors import wrong_type
from ge.es._native import EsOperator, Holder, es_inferred
from ge.graph.types import DataType

if TYPE_CHECKING:
    from ge.es.tensor_holder import TensorHolder

_RESHAPE, _TRANSPOSE, _CAST = (EsOperator(op_type) for op_type in ("Reshape", "Transpose", "Cast"))
_SUM, _MEAN = EsOperator("ReduceSum"), EsOperator("ReduceMean")
_SPLIT, _SPLIT_V = EsOperator("Split"), EsOperator("SplitV")


class Methods(Holder):
    """`reshape`, `transpose`, `sum`, `mean`, `cast`, `split`."""

    __slots__ = ()

    def reshape(self, *shape: SupportsIndex | Dims) -> TensorHolder:
        """`Reshape`: the same elements in another shape, given as ints or as one list; -1 is what is left."""
        return cast("TensorHolder", _RESHAPE(self, _ints(shape, "Shape"), None, 0, -1))

    def transpose(self, *axes: SupportsIndex | Dims) -> TensorHolder:
        """`Transpose`: dimension i is dimension `axes[i]` of this tensor; without axes they are turned round.

        Raises:
            TypeError: No axes are given, and the number of dimensions is not known.
        """
        order = _ints(axes, "Axes")
        if not axes:
            shape = es_inferred(self)[0]
            if shape == [-2]:
                raise TypeError("transpose() needs axes where the number of dimensions is not known")
            order = list(range(len(shape)))[::-1]
        return cast("TensorHolder", _TRANSPOSE(self, order, None))

    def sum(self, axis: SupportsIndex | Dims | None = None, *, keepdims: bool = False) -> TensorHolder:
        """`ReduceSum` over one dimension, several, or all of them."""
        return _reduced(_SUM, self, axis, keepdims)

    def mean(self, axis: SupportsIndex | Dims | None = None, *, keepdims: bool = False) -> TensorHolder:
        """`ReduceMean` over one dimension, several, or all of them."""
        return _reduced(_MEAN, self, axis, keepdims)

    def cast(self, data_type: DataTypeLike) -> TensorHolder:
        """`Cast`: the elements in another type, a DataType or one of numpy's."""
        wanted = data_type_of(data_type)
        if not isinstance(wanted, DataType):
            raise wrong_type("Data type", "a DataType or a type of numpy")
        return cast("TensorHolder", _CAST(self, None, int(wanted)))

    def split(self, parts: int | Sequence[int], axis: int = 0) -> list[TensorHolder]:
        """`Split` into so many equal parts along a dimension, or `SplitV` into parts of these sizes (-1: the rest)."""
        if isinstance(parts, int):
            return cast("list[TensorHolder]", _SPLIT(axis, self, None, parts, parts))
        sizes = _ints((parts,), "Parts")
        return cast("list[TensorHolder]", _SPLIT_V(self, sizes, axis, None, len(sizes), len(sizes)))


def _reduced(operator: EsOperator, tensor: Holder, axis: SupportsIndex | Dims | None, keepdims: bool) -> TensorHolder:
    axes: list[int] = [] if axis is None else _ints((axis,), "Axis")
    # Without axes: all dimensions, which is what `noop_with_empty_axes` is not.
    return cast("TensorHolder", operator(tensor, axes, None, keepdims, axis is not None))


def _ints(given: Sequence[Any], subject: str) -> list[int]:
    """Ints given one by one, or as one list, tuple or array of them."""
    whole = given[0] if len(given) == 1 and not hasattr(type(given[0]), "__index__") else given
    return dims_of(whole, subject)
