"""Which peers are there: each is made once, and one that cannot be is named with the reason."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any


def present(makers: Mapping[str, Callable[[], Any]]) -> dict[str, Any]:  # peers have no common type
    """The peers by name, without those whose library is missing."""
    found = {}
    for name, make in makers.items():
        try:
            found[name] = make()
        except ImportError as error:
            print(f"bench: {name} is left out: {error}", file=sys.stderr)
    return found
