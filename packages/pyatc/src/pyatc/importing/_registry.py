"""Which function imports which operator, from which version of its operator set on."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from pyatc.importing._node import Outputs, SourceNode

NodeT = TypeVar("NodeT", bound=SourceNode)


class Registry(Generic[NodeT]):
    """The importers of one front end; an operator has one for each of its meanings.

    Example:
        >>> registry: Registry[SourceNode] = Registry()
        >>> @registry.register("Softmax", since=13)
        ... def softmax(n): ...
        >>> registry.find("", "Softmax", 12) is None
        True
    """

    def __init__(self) -> None:
        self._importers: dict[tuple[str, str], dict[int, Callable[[NodeT], Outputs]]] = {}

    def register(
        self, *types: str, domain: str = "", since: int = 1
    ) -> Callable[[Callable[[NodeT], Outputs]], Callable[[NodeT], Outputs]]:
        """Let the decorated function import nodes of these operators.

        Args:
            types: Operator types.
            domain: Their domain; '' is the format's own.
            since: First version of the operator set in which the function is right; it is taken up to the next one
                that is registered.

        Raises:
            ValueError: There is such a function for one of them already.
        """

        def register(function: Callable[[NodeT], Outputs]) -> Callable[[NodeT], Outputs]:
            for op_type in types:
                versions = self._importers.setdefault((domain, op_type), {})
                if since in versions:
                    other = versions[since]
                    raise ValueError(
                        f"{domain or 'the standard domain'}::{op_type} since {since} is imported by "
                        f"{other.__module__}.{other.__qualname__} already, and cannot be by "
                        f"{function.__module__}.{function.__qualname__}"
                    )
                versions[since] = function
            return function

        return register

    def find(self, domain: str, op_type: str, version: int) -> Callable[[NodeT], Outputs] | None:
        """The function for an operator of a version of its set; None when there is none."""
        versions = self._importers.get((domain, op_type), {})
        reached = [since for since in versions if since <= version]
        return versions[max(reached)] if reached else None

    def since(self, domain: str, op_type: str) -> tuple[int, ...]:
        """The versions from which on there is another function, ascending; empty for an unknown operator."""
        return tuple(sorted(self._importers.get((domain, op_type), {})))

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """(domain, type) of all operators."""
        return iter(sorted(self._importers))


def load_families(package: str) -> None:
    """Import every module of a package, for what it registers.

    Raises:
        ValueError: Two of them register the same.
    """
    folder = importlib.import_module(package).__path__
    for family in sorted(module.name for module in pkgutil.iter_modules(folder)):
        importlib.import_module(f"{package}.{family}")
