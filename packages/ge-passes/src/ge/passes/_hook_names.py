"""Finds hooks whose names are misspelled: nobody would call them."""

from __future__ import annotations

import difflib
import inspect
import warnings
from collections.abc import Sequence

from ge.passes.pattern import is_pattern_method

__all__ = ["warn_of_misspelled_hooks"]

_CLOSE = 0.8  # `meet_requirement`, `replacment`, `runs`; not `replaced` or `requirements`


def warn_of_misspelled_hooks(cls: type, base: type, hooks: Sequence[str]) -> None:
    """Warn of each method of a class that nearly has the name of a hook that neither it nor a parent defines.

    Args:
        cls: Being defined.
        base: The class that says what the hooks are.
        hooks: Their names.
    """
    missing = [name for name in hooks if getattr(cls, name) is getattr(base, name)]
    for name, value in vars(cls).items():
        if not inspect.isfunction(value) or name.startswith("_") or name in hooks or is_pattern_method(value):
            continue
        for meant in difflib.get_close_matches(name, missing, n=1, cutoff=_CLOSE):
            text = f"{cls.__qualname__}.{name} is never called: is {meant} meant?"
            warnings.warn_explicit(text, UserWarning, value.__code__.co_filename, value.__code__.co_firstlineno)
