"""The text of `pyatc --help`."""

from __future__ import annotations

import textwrap

from pyatc._options import OPTIONS, Effect

_WIDTH = 100
_SAMPLES = (
    "{name} --model=m.onnx --framework=5 --soc_version=Ascend910B1 --output=m",
    '{name} --model=m.onnx --framework=5 --soc_version=Ascend910B1 --output=m --input_shape="x:1,3,224,224"',
)
_EFFECTS = {
    Effect.NONE: "[no effect here]",
    Effect.REFUSED: "[refused here: E10055]",
}
_LEGEND = (
    "Options marked [no effect here] steer the device only; they are accepted. Those marked [refused here: E10055] "
    "would change results and are not offered yet: a value other than the default ends in that error."
)


def usage(name: str) -> str:
    """All options by group, with their values and defaults."""
    lines = [f"usage: {name} <options>", ""]
    lines += ["  " + sample.format(name=name) for sample in _SAMPLES]
    lines += ["", *textwrap.wrap(_LEGEND, _WIDTH)]
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
            if option.effect is not Effect.USED:
                facts.append(_EFFECTS[option.effect])
            lines.append(f"  --{option.name}")
            lines += textwrap.wrap(" ".join(facts), _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6)
    return "\n".join(lines)
