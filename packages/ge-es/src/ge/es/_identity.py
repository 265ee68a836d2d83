"""What a tensor under construction is not: a sequence, a number, a truth. Equality is identity, as documented."""

from __future__ import annotations

import sys
from opcode import opmap
from typing import TYPE_CHECKING, NoReturn

from ge.es._native import Holder, es_inferred
from ge.es._truth import is_bool
from ge.graph import _numpy
from ge.graph.tensor import Tensor

_COMPARE = opmap["COMPARE_OP"]


class Identity(Holder):
    """Equality, hash, truth, length, and what Python would try in the absence of `__iter__` and `__array__`."""

    __slots__ = ()

    __hash__ = Holder.__hash__

    def __eq__(self, other: object) -> bool:
        """Whether both are the same object; so tensors can be looked for in lists and dicts.

        Raises:
            TypeError: `==` or `!=` stands between the tensor and another one, or what stands for one: somebody expects
                a tensor of bools, which `es.Equal` makes.
        """
        if self is other:
            return True
        caller = sys._getframe(1)
        if _stands_for_tensor(other) and caller.f_code.co_code[caller.f_lasti] == _COMPARE:
            raise TypeError(
                "== and != do not compare the elements of tensors: use es.Equal(a, b) or es.NotEqual(a, b), or `is` to "
                "tell whether both are the same tensor"
            )
        return NotImplemented

    def __bool__(self) -> bool:
        """True, as for any object.

        Raises:
            TypeError: The tensor is of bools, so that somebody expects the truth of its elements.
        """
        if is_bool(self):
            raise TypeError(
                "a tensor of bools has no value while the graph is built: use SelectV2 or If of ge.es, and & and | in "
                "place of `and` and `or` (a < x < b is (a < x) & (x < b))"
            )
        return True

    def __len__(self) -> int:
        """The first dimension.

        Raises:
            TypeError: It is not known, or the tensor is a scalar.
        """
        shape = es_inferred(self)[0]
        if not shape:
            raise TypeError("a scalar has no length")
        if shape[0] < 0:
            raise TypeError("the first dimension of the tensor is not known while the graph is built")
        return shape[0]

    def __iter__(self) -> NoReturn:
        raise TypeError(
            "a tensor cannot be iterated while the graph is built: index it with x[i], or take x.split(n, axis) apart"
        )

    if not TYPE_CHECKING:  # else checkers take tensors for what numpy computes with

        def __array__(self, *_: object, **__: object) -> NoReturn:
            raise TypeError("a tensor has no elements while the graph is built: numpy cannot make an array of it")


def _stands_for_tensor(value: object) -> bool:
    if isinstance(value, (Holder, int, float, list, tuple, Tensor)):
        return True
    return _numpy.is_array(value) or _numpy.is_scalar(value)
