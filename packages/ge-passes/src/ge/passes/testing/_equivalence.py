"""Whether two graphs compute the same, found out by running both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from ge.error import GeError
from ge.graph import Graph
from ge.passes.testing._difference import Difference, Tolerance, first_difference
from ge.passes.testing._engine import runnable
from ge.passes.testing._inputs import Array, Draw, draws
from numpy.typing import ArrayLike

__all__ = ["Comparison", "GraphsDifferError", "NotComparableError", "Reference", "assert_equivalent"]


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
    """

    runs: int
    difference: Difference | None = None
    where: str = ""
    reason: str = ""

    @property
    def ok(self) -> bool:
        """Whether the graphs agree."""
        return self.difference is None and not self.reason

    def __str__(self) -> str:
        if self.reason:
            return self.reason
        if self.difference is None:
            return f"the numbers are the same ({self.runs} sets of inputs)"
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
        try:
            model = runnable(after)
            names = [port.name for port in model.outputs]
            for run in self._runs:
                outputs = [np.asarray(value) for value in model.run(run.inputs)]
                difference = first_difference(names, run.outputs, outputs, allowed)
                if difference:
                    return Comparison(len(self._runs), difference, str(run))
        except (RuntimeError, ValueError) as error:
            return Comparison(0, reason=f"graph {after.name!r} cannot be run where {self._name!r} can: {error}")
        return Comparison(len(self._runs))


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
            several sizes, first all one and at last all different, and numbers are wild, positive and large in turn.
            Inputs that `before` refuses are replaced by small ones or left out.
        rtol: Relative tolerance; by default that of the output's type: 1e-4 for float32, 1e-2 for float16, 3e-2 for
            bfloat16, 1e-9 for float64, 0 for integers and bools.
        atol: Absolute tolerance; by default a tenth of `rtol` times the largest number of the output, at least 1.
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
