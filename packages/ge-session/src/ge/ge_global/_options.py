"""What the values of options may be, of the process, a session and a graph (spec: session, section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

_LARGEST_INT = 2**63 - 1
_MOST_THREADS = 1024

PRECISION_MODES = (
    "force_fp16",
    "force_fp32",
    "cube_fp16in_fp32out",
    "allow_mix_precision",
    "allow_mix_precision_fp16",
    "allow_mix_precision_bf16",
    "allow_fp32_to_fp16",
    "allow_fp32_to_bf16",
    "must_keep_origin_dtype",
)
PRECISION_MODES_V2 = (
    "fp16",
    "origin",
    "cube_fp16in_fp32out",
    "mixed_float16",
    "mixed_bfloat16",
    "mixed_hif8",
    "cube_hif8",
)

_BIT = ("0", "1")
_BOOL = ("true", "false")

# Key -> what its value may be, and the code of the error when it is something else. Everywhere:
_VALUES: dict[str, tuple[tuple[str, ...], str]] = {
    "ge.exec.precision_mode": (("", *PRECISION_MODES), "E10001"),
    "ge.exec.precision_mode_v2": (("", *PRECISION_MODES_V2), "E10001"),
    "ge.featureBaseRefreshable": (_BIT, "E10001"),
    "ge.constLifecycle": (("graph", "session"), "E10001"),
    "ge.enableSingleStream": (("", *_BOOL), "E10001"),
    "ge.tiling_schedule_optimize": (("", *_BIT), "E10001"),
    "ge.oo.level": (("O1", "O3"), "E10001"),
    "ge.oo.constantFolding": (_BOOL, "E10001"),
    "ge.oo.deadCodeElimination": (_BOOL, "E10001"),
}

# Key -> the lowest and the largest number it may be. Everywhere:
_NUMBERS = {
    "ge.exec.hostSchedulingMaxThreshold": (0, _LARGEST_INT),
    "ge.exec.threads": (1, _MOST_THREADS),
}

# When a session is made:
_SESSION_VALUES: dict[str, tuple[tuple[str, ...], str]] = {
    "ge.exec.disableReuseMemory": (_BIT, "E10001"),
    "ge.compressFlag": (_BIT, "E10006"),
    "ge.runFlag": (_BIT, "E10006"),
    "ge.enabledLocalFmkop": (_BIT, "E10006"),
    "ge.exec.single_op": (_BIT, "E10006"),
    "ge.hcomParallel": (_BIT, "E10006"),
}


class OptionError(Exception):
    """An option is wrong; `code` is the reference's."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def check_global(options: Mapping[str, str]) -> None:
    """Raises OptionError for what `ge_initialize` refuses."""
    _check_empty(options, "ge.autoTuneMode", "E10060")
    if len(options.get("ge.exec.jobId", "")) > 128:
        raise OptionError("E10051", "option ge.exec.jobId has more than 128 characters")
    _check_common(options)


def check_session(options: Mapping[str, str]) -> None:
    """Raises OptionError for what a session, with its options merged over the global ones, refuses."""
    _check_empty(options, "ge.autoTuneMode", "E10001")
    _check_common(options)
    _check_values(options, _SESSION_VALUES)
    file = options.get("ge.exec.op_precision_mode", "")
    if file and not Path(file).is_file():
        raise OptionError("E10001", f"option ge.exec.op_precision_mode is '{file}', which is no file")


def check_graph(options: Mapping[str, str]) -> None:
    """Raises OptionError for what `add_graph` refuses."""
    _check_empty(options, "ge.autoTuneMode", "E10001")
    _check_values(options, _VALUES)
    _check_numbers(options)


def _check_common(options: Mapping[str, str]) -> None:
    _check_values(options, _VALUES)
    _check_numbers(options)
    modes = (options.get("ge.exec.precision_mode", ""), options.get("ge.exec.precision_mode_v2", ""))
    if all(modes):
        raise OptionError("E10056", "ge.exec.precision_mode and ge.exec.precision_mode_v2 cannot be given together")
    mixed = any("mix" in mode for mode in modes)
    if options.get("ge.exec.modify_mixlist") and not mixed:
        raise OptionError("E10001", "option ge.exec.modify_mixlist needs a mixed precision mode")
    if options.get("ge.AllowMultiGraphParallelCompile") == "1" and options.get("ge.exec.variable_acc") == "True":
        raise OptionError(
            "E10001", "ge.AllowMultiGraphParallelCompile 1 and ge.exec.variable_acc True cannot be given together"
        )


def _check_values(options: Mapping[str, str], rules: Mapping[str, tuple[tuple[str, ...], str]]) -> None:
    for key, value in options.items():
        values, code = rules.get(key, ((value,), ""))
        if value not in values:
            allowed = ", ".join(text or "nothing" for text in values)
            raise OptionError(code, f"option {key} is '{value}', expected one of: {allowed}")


def _check_empty(options: Mapping[str, str], key: str, code: str) -> None:
    if options.get(key):
        raise OptionError(code, f"option {key} was removed, it must be empty")


def _check_numbers(options: Mapping[str, str]) -> None:
    for key, (lowest, largest) in _NUMBERS.items():
        value = options.get(key, str(lowest))
        if not (value.isascii() and value.isdigit() and lowest <= int(value) <= largest):
            raise OptionError("E10001", f"option {key} is '{value}', expected an integer from {lowest} to {largest}")
