"""The `pyatc` command: reads the options, imports the model, compiles it and saves it (spec: offline_compile, 5-8)."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import NoReturn

from pyatc import _command_line, _help
from pyatc._command_line import CommandLine
from pyatc._errors import AtcError, UsageError

_START = "ATC start working now, please wait for a moment."
_SUCCESS = "ATC run success, welcome to the next use."
_FAILURE = "ATC run failed, Please check the detail log, Try '{name} --help' for more information"
# All bits set: 255 for the shell.
_FAILED = 255
_ONNX_FORMATS = ("NCHW", "ND", "NCDHW")
# The families of chips, each with the number of a member: Ascend910B1, Ascend310P3, KirinX90, Hi3796CV300ES, BS9SX1AA.
_CHIP = re.compile(r"(Ascend|AS|BS|Hi|Kirin|MC|SD)[0-9A-Z]*[0-9][0-9A-Za-z_]*")
_MODULE = " -m ge.pyatc"


def main(cmdline_argv0: str | None = None, args: Sequence[str] | None = None) -> NoReturn:
    """Run one conversion and end the process.

    Args:
        cmdline_argv0: The command's name; None: the whole command line is `sys.argv`.
        args: The words after it; not looked at when `cmdline_argv0` is None.

    Raises:
        SystemExit: Always: 0 after success and help, 255 after a failure.
    """
    if cmdline_argv0 is None:
        words = list(sys.argv)
        if os.path.basename(words[0]) == "__main__.py":
            words[0] = f"{sys.executable}{_MODULE}"
    else:
        words = [cmdline_argv0, *(args or ())]
    sys.exit(run(words[0], words[1:]))


def _shown_name(argv0: str) -> str:
    if argv0.endswith(_MODULE):
        return f"python3{_MODULE}"
    return "pyatc" if os.path.basename(argv0) == "pyatc" else "atc"


def run(argv0: str, words: Sequence[str]) -> int:
    """Run one conversion.

    Args:
        argv0: The command's name.
        words: The words after it.

    Returns:
        The exit status: 0 after success and help, 255 after a failure, which standard output tells.
    """
    name = _shown_name(argv0)
    print(_START)
    try:
        line = _command_line.parse(words)
        if line.wants_help:
            print(_help.usage(name))
            return 0
        warnings = _convert(line)
    except UsageError as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return _failed(name)
    except AtcError as error:
        return _failed(name, str(error))
    except OSError as error:
        return _failed(name, f"E10063: the system refused: {error}")
    except Exception as error:  # Whatever is not foreseen ends in the reference's inner error, not in a traceback.
        return _failed(name, f"E19999: inner error: {type(error).__name__}: {error}")
    _say(_SUCCESS, *warnings)
    return 0


def _failed(name: str, *said: str) -> int:
    _say(_FAILURE.format(name=name), *said)
    return _FAILED


def _say(*lines: str) -> None:
    """Print; what standard output cannot encode is escaped, so that a message never ends in another error."""
    encoding = sys.stdout.encoding or "utf-8"
    for line in lines:
        print(line.encode(encoding, "backslashreplace").decode(encoding))


def _required(line: CommandLine, name: str) -> str:
    if not line.has(name):
        raise AtcError("E10054", f"--{name} is missing, which mode {line.value('mode')} needs")
    return line.value(name)


def _convert(line: CommandLine) -> list[str]:
    """Mode 0, the one that there is. Returns warnings."""
    framework = line.value("framework")
    if framework not in ("1", "5"):
        given = "missing" if framework == "-1" else framework
        raise AtcError("E10007", f"--framework is {given}, supported here are 1 (AIR) and 5 (ONNX)")
    soc_version = _required(line, "soc_version")
    if not _CHIP.fullmatch(soc_version):
        raise AtcError("E10001", f"--soc_version is '{soc_version}', expected a chip's name such as Ascend910B1")
    output, model = _required(line, "output"), _required(line, "model")
    if line.has("precision_mode") and line.has("precision_mode_v2"):
        raise AtcError("E10056", "--precision_mode and --precision_mode_v2 cannot be given together")
    input_format = line.value("input_format") or "NCHW"
    if framework == "5" and input_format not in _ONNX_FORMATS:
        raise AtcError("E10001", f"--input_format is '{input_format}', expected one of {', '.join(_ONNX_FORMATS)}")

    # Imported late: `--help` and a wrong command line answer at once.
    from pyatc import _convert

    return _convert.convert(line, model, output, framework, input_format)
