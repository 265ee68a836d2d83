"""What an engine computes, as the build writes it down, and how a docstring says it."""

from __future__ import annotations

from collections.abc import Mapping

from .signature import Signature

# Operator type -> data types of the first input (of the first output where there is no input); `*` stands for all.
Support = Mapping[str, tuple[str, ...]]

_ALL = ("*",)


def read_support(text: str) -> Support:
    """Read lines of an operator's type and its data types; what has no line is not computed."""
    return {words[0]: tuple(words[1:]) for words in (line.split() for line in text.splitlines()) if words}


def support_sentence(op_type: str, sig: Signature, support: Support) -> str:
    """For example `The CPU engine computes it for x of float or int32.`"""
    types = support.get(op_type)
    if types is None:
        return "The CPU engine does not compute it."
    if types == _ALL:
        return "The CPU engine computes it for all data types."
    port = [*sig.inputs, *(result.name for result in sig.results)][0]
    several = ", ".join(types[:-1])
    return f"The CPU engine computes it for {port} of {several + ' or ' if several else ''}{types[-1]}."
