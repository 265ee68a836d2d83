"""Whether two graphs compute the same, found out by running both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from ge.error import GeError
from ge.graph import Graph
from ge.passes.testing._difference import Difference, Tolerance, first_difference, magnitude_of
from ge.passes.testing._engine import runnable
from ge.passes.testing._inputs import Array, Draw, draws
from ge.passes.testing._tensors import TensorPair, giving, has_tensor
from numpy.typing import ArrayLike

__all__ = ["Comparison", "GraphsDifferError", "NotComparableError", "Reference", "assert_equivalent"]


_AT_ONCE = 64  # tensors inside that are outputs of one run: all of a large model would not fit
_STILL = 10  # an output that moves by no more than so many tolerances hardly depends on the inputs


class GraphsDifferError(AssertionError):
    """Two graphs compute different numbers.

    Attributes:
        difference: The first output that differs, and its worst element.
    """

    def __init__(self, message: str, difference: Difference) -> None:
        super().__init__(message)
        self.difference = difference


class NotComparableError(ValueError):
    """A graph cannot be run, so that nothing is known of its numbers."""


@dataclass(frozen=True)
class _Run:
    """One set of inputs, and what the graph made of it."""

    made_by: Draw | None  # None: given
    inputs: list[Array]
    outputs: list[Array]

    def __str__(self) -> str:
        shapes = ", ".join(f"{array.dtype}{list(array.shape)}" for array in self.inputs) or "none"
        if self.made_by is None:
            return f"given inputs {shapes}"
        return f"inputs of seed {self.made_by.seed}{' (tame)' if self.made_by.tame else ''}: {shapes}"


@dataclass(frozen=True)
class Comparison:
    """What running two graphs on the same inputs showed.

    Attributes:
        runs: Number of sets of inputs that both ran on.
        difference: The first output that differs; None when all agree.
        where: The inputs on which it differs.
        reason: Why the second graph cannot be compared; "" when it can.
        tensors: Number of tensors inside of the graphs that were compared besides the outputs.
        warning: Why agreeing says little; "" when it says much.
    """

    runs: int
    difference: Difference | None = None
    where: str = ""
    reason: str = ""
    tensors: int = 0
    warning: str = ""

    @property
    def ok(self) -> bool:
        """Whether the graphs agree."""
        return self.difference is None and not self.reason

    def __str__(self) -> str:
        if self.reason:
            return self.reason
        if self.difference is None:
            inside = f", also at {self.tensors} replaced tensors" if self.tensors else ""
            warning = f"\nwarning: {self.warning}" if self.warning else ""
            return f"the numbers are the same ({self.runs} sets of inputs){inside}{warning}"
        return f"{self.difference}; {self.where}"


class Reference:
    """A graph with its outputs for some inputs, to compare others with."""

    def __init__(self, graph: Graph, inputs: Sequence[ArrayLike] | None = None, *, seed: int = 0) -> None:
        """Run the graph.

        Args:
            graph: Not changed.
            inputs: One array for each input of the graph; None: random ones, for several sizes of open dimensions.
            seed: Of the first set of random inputs.

        Raises:
            EngineMissingError: The CPU engine is not installed.
            NotComparableError: The graph cannot be run, on none of the inputs.
        """
        self._name = graph.name
        try:
            self._model = runnable(graph)
        except (RuntimeError, ValueError) as error:
            raise NotComparableError(f"graph {graph.name!r} cannot be run: {error}") from None
        self._failure = ""
        if inputs is not None:
            self._runs = [run for run in [self._given(inputs)] if run]
        else:
            tried = [self._drawn(draw) for draw in draws(self._model.inputs, seed)]
            self._runs = [run for run in tried if run]
        if not self._runs:
            raise NotComparableError(f"graph {graph.name!r} runs on no inputs that were tried: {self._failure}")

    def _given(self, inputs: Sequence[ArrayLike]) -> _Run | None:
        return self._run(None, [np.asarray(value) for value in inputs])

    def _drawn(self, draw: Draw) -> _Run | None:
        """A set of random inputs that the graph takes; None when it takes neither wild nor tame ones."""
        for attempt in (draw, Draw(draw.seed, draw.size, tame=True)):
            run = self._run(attempt, attempt.inputs(self._model.inputs))
            if run:
                return run
        return None

    def _run(self, made_by: Draw | None, inputs: list[Array]) -> _Run | None:
        try:
            return _Run(made_by, inputs, [np.asarray(value) for value in self._model.run(inputs)])
        except GeError as error:
            self._failure = str(error)
            return None

    def compare(self, after: Graph, tolerance: Tolerance | None = None) -> Comparison:
        """Run another graph on the same inputs.

        Raises:
            EngineMissingError: The CPU engine is not installed.
        """
        allowed = tolerance or Tolerance()
        outputs = [run.outputs for run in self._runs]
        found = self._compare(after, None, outputs, allowed)
        return replace(found, warning=self._warning(allowed)) if found.ok else found

    def compare_inside(self, before: Graph, after: Graph, tensors: Sequence[TensorPair]) -> Comparison:
        """Run both graphs on the same inputs, and compare what they give at tensors inside.

        Args:
            before: The graph of this reference.
            after: Another one.
            tensors: What stands for what; pairs of which one is not on the first level of its graph are left out.

        Raises:
            EngineMissingError: The CPU engine is not installed.
        """
        both = [pair for pair in tensors if has_tensor(before, pair[0]) and has_tensor(after, pair[1])]
        total = Comparison(len(self._runs), tensors=len(both))
        for start in range(0, len(both), _AT_ONCE):
            some = both[start : start + _AT_ONCE]
            names = [f"{old[0]}:{old[1]}" for old, _ in some]
            try:
                model = runnable(giving(before, [old for old, _ in some]))
                outputs = [[np.asarray(value) for value in model.run(run.inputs)] for run in self._runs]
            except (RuntimeError, ValueError) as error:
                return Comparison(0, reason=f"graph {before.name!r} cannot be run with its tensors as outputs: {error}")
            found = self._compare(giving(after, [new for _, new in some]), names, outputs, Tolerance())
            if not found.ok:
                return found
        return total

    def _compare(
        self,
        after: Graph,
        names: Sequence[str] | None,
        expected: Sequence[Sequence[Array]],
        tolerance: Tolerance,
    ) -> Comparison:
        largest = [max(map(magnitude_of, arrays)) for arrays in zip(*expected)]
        try:
            model = runnable(after)
            names = names or [port.name for port in model.outputs]
            for run, before in zip(self._runs, expected):
                outputs = [np.asarray(value) for value in model.run(run.inputs)]
                difference = first_difference(names, before, outputs, largest, tolerance)
                if difference:
                    return Comparison(len(self._runs), difference, str(run))
        except (RuntimeError, ValueError) as error:
            return Comparison(0, reason=f"graph {after.name!r} cannot be run where {self._name!r} can: {error}")
        return Comparison(len(self._runs))

    def _warning(self, tolerance: Tolerance) -> str:
        """Which outputs are nearly the same whatever the inputs are: a wrong pass may not show in them."""
        names = [port.name for port in self._model.outputs]
        outputs = zip(*(run.outputs for run in self._runs))
        still = [f'{number} "{names[number]}"' for number, arrays in enumerate(outputs) if _is_still(arrays, tolerance)]
        if not still:
            return ""
        return f"output {', '.join(still)} hardly depends on the inputs, so that agreeing says little: give inputs"


def _is_still(arrays: Sequence[Array], tolerance: Tolerance) -> bool:
    """Whether arrays of one shape are all nearly the same; False where there are no two of one shape."""
    by_shape: dict[tuple[int, ...], list[Array]] = {}
    for array in arrays:
        by_shape.setdefault(array.shape, []).append(array)
    pairs = [(group[0], other) for group in by_shape.values() for other in group[1:] if other.size]
    largest = max(map(magnitude_of, arrays), default=0.0)
    return bool(pairs) and all(
        _distance(one, other) <= _STILL * tolerance.relative(one) * largest for one, other in pairs
    )


def _distance(one: Array, other: Array) -> float:
    if one.dtype.kind not in "fc" and one.dtype.kind != "V":
        return float((one != other).any())
    with np.errstate(invalid="ignore"):
        return magnitude_of(np.asarray(one.astype(np.complex128) - other.astype(np.complex128)))


def assert_equivalent(
    before: Graph,
    after: Graph,
    inputs: Sequence[ArrayLike] | None = None,
    *,
    rtol: float | None = None,
    atol: float | None = None,
    seed: int = 0,
) -> None:
    """Run both graphs on the CPU engine, without any pass, and compare all outputs.

    An element may differ by `atol + rtol * |before|`. Not-a-number equals itself.

    Args:
        before: Not changed.
        after: Not changed; takes the same inputs and gives as many outputs.
        inputs: One array for each input, in the order of their `index`; None: random ones. Then open dimensions get
            several sizes, also all one and all different, and numbers are wild, positive, and large in patches in turn.
            Inputs that `before` refuses are replaced by small ones or left out.
        rtol: Relative tolerance; by default that of the output's type: 1e-4 for float32, 1e-2 for float16, 3e-2 for
            bfloat16, 1e-9 for float64, 0 for integers and bools.
        atol: Absolute tolerance; by default a tenth of `rtol` times the largest number that the output has.
        seed: Of the random inputs; the error names the one that shows the difference.

    Raises:
        GraphsDifferError: An output differs; the text names it, its worst element and both numbers.
        NotComparableError: `before` runs on no inputs, or `after` does not run where `before` does.
        EngineMissingError: The distribution ge-session, which has the engine, is not installed.
    """
    comparison = Reference(before, inputs, seed=seed).compare(after, Tolerance(rtol, atol))
    if comparison.reason:
        raise NotComparableError(comparison.reason)
    if comparison.difference is not None:
        raise GraphsDifferError(f"the graphs differ: {comparison}", comparison.difference)
