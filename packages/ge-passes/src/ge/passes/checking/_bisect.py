"""Which pass first breaks the numbers: compiles with ever fewer passes switched on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ge.error import GeError
from ge.graph import Graph
from ge.passes import _native
from ge.passes._single_pass import copy_of
from ge.passes.checking._compile import compiled
from ge.passes.checking._inputs import load_inputs
from ge.passes.checking._load import UnusableError, load_model, passes_of
from ge.passes.testing._engine import check_engine
from ge.passes.testing._equivalence import NotComparableError, Reference

__all__ = ["BisectResult", "bisect"]


@dataclass(frozen=True)
class BisectResult:
    """What bisecting showed.

    Attributes:
        culprit: The first pass, in the order in which they run, that breaks the numbers or fails; "" when none does.
        where: The stage at which it does, for a built-in pass the phase: such a pass may run in several.
        text: What is wrong with it switched on; "" when nothing is.
        tried: The passes, built-in ones among them, in the order in which they were switched on, each with its stage
            or phase.
        compilations: Number of compilations that it took.
    """

    culprit: str
    where: str
    text: str
    tried: tuple[tuple[str, str], ...]
    compilations: int


@dataclass
class _Prefixes:
    """Compiles with the first passes of an order only, and says what is wrong then."""

    graph: Graph
    reference: Reference
    order: Sequence[tuple[str, str]]
    input_shape: str
    compilations: int = 0

    def fault(self, count: int) -> str:
        """What is wrong with the first `count` passes on; "" when nothing is."""
        self.compilations += 1
        try:
            with _native.PassObserver(None, None, without=set(self.order[count:])):
                result = compiled(copy_of(self.graph), input_shape=self.input_shape)
        except GeError as error:
            return str(error)
        comparison = self.reference.compare(result)
        return "" if comparison.ok else str(comparison)


def bisect(passes: Sequence[Path], model: Path, *, input_shape: str = "", inputs: Path | None = None) -> BisectResult:
    """Find the first pass, built in or of the files, that breaks the numbers of a model.

    All passes are switched off, then the first half of them on, and so on: a pass that runs in several places is
    switched in each by itself. What the model gives without the compiler is right.

    Args:
        passes, model, input_shape, inputs: As `check` has them.

    Raises:
        UnusableError: A file cannot be used, the inputs are not those of the model, or the model cannot be run without
            passes.
        EngineMissingError: The distribution ge-session is not installed.
    """
    check_engine()
    with passes_of(passes):
        order = _native.pass_order()
        graph = _with_input_shape(load_model(model), input_shape)
        given = load_inputs(inputs, graph) if inputs else None
        try:
            prefixes = _Prefixes(graph, Reference(graph, given), order, input_shape)
        except NotComparableError as error:
            raise UnusableError(str(error)) from None
        fault = prefixes.fault(len(order))
        if not fault:
            return BisectResult("", "", "", tuple(order), prefixes.compilations)
        return _search(prefixes, fault)


def _with_input_shape(graph: Graph, input_shape: str) -> Graph:
    """The graph with open dimensions as the compiler will make them, so that both run on the same inputs."""
    from ge.ge_global._options import OptionError
    from ge.offline_compile._input_shape import parse_input_shape, set_input_shapes

    try:
        set_input_shapes(graph, parse_input_shape(input_shape))
    except OptionError as error:
        raise UnusableError(str(error)) from None
    return graph


def _search(prefixes: _Prefixes, fault: str) -> BisectResult:
    order = tuple(prefixes.order)
    nothing = prefixes.fault(0)
    if nothing:
        raise UnusableError(f"the numbers are wrong with every pass switched off: {nothing}")
    good, bad = 0, len(order)
    while bad - good > 1:
        middle = (good + bad) // 2
        found = prefixes.fault(middle)
        if found:
            bad, fault = middle, found
        else:
            good = middle
    culprit, where = order[bad - 1]
    return BisectResult(culprit, where, fault, order, prefixes.compilations)
