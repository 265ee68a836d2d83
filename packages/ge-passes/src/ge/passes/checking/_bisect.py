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
from ge.passes.checking._load import UnusableError, load_model, passes_of
from ge.passes.testing._engine import check_engine
from ge.passes.testing._equivalence import NotComparableError, Reference

__all__ = ["BisectResult", "bisect"]


@dataclass(frozen=True)
class BisectResult:
    """What bisecting showed.

    Attributes:
        culprit: The first pass, in the order in which they run, that breaks the numbers or fails; "" when none does.
        text: What is wrong with it switched on; "" when nothing is.
        tried: The passes, built-in ones among them, in the order in which they were switched on.
        compilations: Number of compilations that it took.
    """

    culprit: str
    text: str
    tried: tuple[str, ...]
    compilations: int


@dataclass
class _Prefixes:
    """Compiles with the first passes of an order only, and says what is wrong then."""

    graph: Graph
    reference: Reference
    names: Sequence[str]
    input_shape: str
    compilations: int = 0

    def fault(self, count: int) -> str:
        """What is wrong with the first `count` passes on; "" when nothing is."""
        self.compilations += 1
        try:
            result = compiled(copy_of(self.graph), self.names[count:], self.input_shape)
        except GeError as error:
            return str(error)
        comparison = self.reference.compare(result)
        return "" if comparison.ok else str(comparison)


def bisect(passes: Sequence[Path], model: Path, *, input_shape: str = "") -> BisectResult:
    """Find the first pass, built in or of the files, that breaks the numbers of a model.

    All passes are switched off, then the first half of them on, and so on: a pass that runs several times is switched
    as a whole. What the model gives without the compiler is right.

    Raises:
        UnusableError: A file cannot be used, or the model cannot be run without passes.
        EngineMissingError: The distribution ge-session is not installed.
    """
    check_engine()
    with passes_of(passes):
        names = list(dict.fromkeys(_native.pass_order()))
        graph = load_model(model)
        try:
            prefixes = _Prefixes(graph, Reference(graph), names, input_shape)
        except NotComparableError as error:
            raise UnusableError(str(error)) from None
        fault = prefixes.fault(len(names))
        if not fault:
            return BisectResult("", "", tuple(names), prefixes.compilations)
        return _search(prefixes, fault)


def _search(prefixes: _Prefixes, fault: str) -> BisectResult:
    names = tuple(prefixes.names)
    nothing = prefixes.fault(0)
    if nothing:
        raise UnusableError(f"the numbers are wrong with every pass switched off: {nothing}")
    good, bad = 0, len(names)
    while bad - good > 1:
        middle = (good + bad) // 2
        found = prefixes.fault(middle)
        if found:
            bad, fault = middle, found
        else:
            good = middle
    return BisectResult(names[bad - 1], fault, names, prefixes.compilations)
