"""How far two sets of arrays are apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from ge.passes.testing._inputs import Array

__all__ = ["Difference", "Tolerance", "first_difference", "magnitude_of"]

# Relative tolerances by numpy type; types that are not named must agree exactly.
_RTOL = {
    "float64": 1e-9,
    "complex128": 1e-9,
    "float32": 1e-4,
    "complex64": 1e-4,
    "float16": 1e-2,
    "bfloat16": 3e-2,
    "float8_e4m3fn": 0.125,
    "float8_e5m2": 0.25,
}


@dataclass(frozen=True)
class Tolerance:
    """How far elements may be apart, `atol + rtol * |before|`; None: as the type says."""

    rtol: float | None = None
    atol: float | None = None

    def relative(self, array: Array) -> float:
        """The relative part for an array: its type counts."""
        return _RTOL.get(array.dtype.name, 0.0) if self.rtol is None else self.rtol

    def allowed(self, before: Array, values: Array, largest: float) -> Array:
        """What each element may differ by.

        Args:
            before: As the graph gave it: its type counts.
            values: The same as float64 or complex128.
            largest: The largest finite magnitude that the output has on any inputs: what is small beside it may be
                noise.
        """
        rtol = self.relative(before)
        magnitude = np.abs(values)
        atol = rtol / 10 * largest if self.atol is None else self.atol
        return np.asarray(atol + rtol * np.where(np.isfinite(magnitude), magnitude, 0))


@dataclass(frozen=True)
class Difference:
    """An output that differs.

    Attributes:
        output: Number and name of the output.
        text: What differs: type, shape, or elements.
        index: The worst element; None when type or shape differs.
        before: Its number before; None when type or shape differs.
        after: Its number after; None when type or shape differs.
    """

    output: str
    text: str
    index: tuple[int, ...] | None = None
    before: float | complex | None = None
    after: float | complex | None = None

    def __str__(self) -> str:
        return f"output {self.output}: {self.text}"


def magnitude_of(array: Array) -> float:
    """The largest finite magnitude of an array's elements; 0 when there are none."""
    if array.dtype.kind in "iub":
        return float(np.abs(_wide(array)).max(initial=0))
    magnitude = np.abs(array.astype(np.complex128 if array.dtype.kind == "c" else np.float64))
    return float(magnitude[np.isfinite(magnitude)].max(initial=0))


def first_difference(
    names: Sequence[str],
    before: Sequence[Array],
    after: Sequence[Array],
    largest: Sequence[float],
    tolerance: Tolerance,
) -> Difference | None:
    """The first output that differs by more than is allowed; `largest` by output, as `Tolerance.allowed` has it."""
    if len(before) != len(after):
        return Difference("count", f"{len(before)} outputs before, {len(after)} after")
    for number, (name, old, new) in enumerate(zip(names, before, after)):
        found = _difference(f'{number} "{name}"', old, new, largest[number], tolerance)
        if found:
            return found
    return None


def _difference(output: str, old: Array, new: Array, largest: float, tolerance: Tolerance) -> Difference | None:
    if old.dtype != new.dtype:
        return Difference(output, f"{old.dtype} before, {new.dtype} after")
    if old.shape != new.shape:
        return Difference(output, f"shape {list(old.shape)} before, {list(new.shape)} after")
    if old.dtype.kind in "iub":
        return _worst(output, old, new, np.abs(_wide(old) - _wide(new)), np.zeros(old.shape))
    kind = np.complex128 if old.dtype.kind == "c" else np.float64
    left, right = old.astype(kind), new.astype(kind)
    with np.errstate(invalid="ignore"):
        apart = np.abs(left - right)
    # Equal infinities and two not-a-numbers agree; one of either kind is as far away as can be.
    same = (left == right) | (np.isnan(left) & np.isnan(right))
    apart = np.where(same, 0, np.where(np.isnan(apart), np.inf, apart))
    return _worst(output, old, new, apart, tolerance.allowed(old, left, largest))


def _wide(array: Array) -> Array:
    """Integers whose difference is exact."""
    return array.astype(object) if array.dtype.itemsize == 8 else array.astype(np.int64)


def _worst(output: str, old: Array, new: Array, apart: Array, allowed: Array) -> Difference | None:
    over = np.asarray(apart > allowed, dtype=bool)
    count = int(over.sum())
    if count == 0:
        return None
    excess = np.where(over, np.asarray(apart - allowed, dtype=np.float64), -1)
    place = np.unravel_index(int(np.argmax(excess)), old.shape)
    index = tuple(int(i) for i in place)
    before, after = old[index].item(), new[index].item()
    text = (
        f"{count} of {old.size} elements differ; worst at {list(index)}: {before!r} before, {after!r} after "
        f"(apart {float(apart[index]):.3g}, allowed {float(allowed[index]):.3g})"
    )
    return Difference(output, text, index, before, after)
