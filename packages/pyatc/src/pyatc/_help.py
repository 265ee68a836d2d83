"""The text of `pyatc --help`."""

from __future__ import annotations

import textwrap

from pyatc._options import OPTIONS

_WIDTH = 100
_SAMPLES = (
    "{name} --model=m.onnx --framework=5 --soc_version=Ascend910B1 --output=m",
    '{name} --model=m.onnx --framework=5 --soc_version=Ascend910B1 --output=m --input_shape="x:1,3,224,224"',
)


def usage(name: str) -> str:
    """All options by group, with their values and defaults."""
    lines = [f"usage: {name} <options>", ""]
    lines += ["  " + sample.format(name=name) for sample in _SAMPLES]
    for group in dict.fromkeys(option.group for option in OPTIONS):
        lines += ["", f"[{group}]"]
        for option in OPTIONS:
            if option.group != group or option.hidden:
                continue
            facts = [option.help]
            if option.values:
                facts.append("Values: " + ", ".join(option.values) + ".")
            if option.default:
                facts.append(f"Default: {option.default}.")
            lines.append(f"  --{option.name}")
            lines += textwrap.wrap(" ".join(facts), _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6)
    return "\n".join(lines)
