"""The `pyatc` command: reads the options, imports the model, compiles it and saves it (spec: offline_compile, 5-8)."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from pyatc import _command_line, _help
from pyatc._command_line import CommandLine
from pyatc._errors import AtcError, UsageError

_START = "ATC start working now, please wait for a moment."
_SUCCESS = "ATC run success, welcome to the next use."
_FAILURE = "ATC run failed, Please check the detail log, Try '{name} --help' for more information"
# All bits set: 255 for the shell.
_FAILED = 255
_MAX_PATH = 4096
_BAD_PATH_SIGN = re.compile(r"[^A-Za-z0-9_\-./\u4e00-\u9fff]")
_ONNX_FORMATS = ("NCHW", "ND", "NCDHW")
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
        _MODES[line.value("mode")](line)
    except UsageError as error:
        print(f"ERROR: {error}", file=sys.stderr)
        print(_FAILURE.format(name=name))
        return _FAILED
    except AtcError as error:
        print(_FAILURE.format(name=name))
        print(error)
        return _FAILED
    except Exception as error:  # Whatever is not foreseen ends in the reference's inner error, not in a traceback.
        print(_FAILURE.format(name=name))
        print(f"E19999: inner error: {type(error).__name__}: {error}")
        return _FAILED
    print(_SUCCESS)
    return 0


def _required(line: CommandLine, name: str, code: str = "E10054") -> str:
    if not line.has(name):
        raise AtcError(code, f"--{name} is missing, which mode {line.value('mode')} needs")
    return line.value(name)


def _checked_path(name: str, path: str) -> str:
    if len(path) >= _MAX_PATH:
        raise AtcError("E10021", f"--{name} has {len(path)} characters, at most {_MAX_PATH - 1} are allowed")
    bad = _BAD_PATH_SIGN.search(path)
    if bad:
        raise AtcError("E10001", f"--{name} is '{path}': the sign '{bad.group()}' is not allowed in a path")
    return path


def _checked_output(line: CommandLine) -> str:
    output = _checked_path("output", _required(line, "output"))
    path = Path(output)
    if not path.name or output.endswith("/") or (path.is_dir() and not path.suffix and output in (".", "..")):
        raise AtcError("E10022", f"--output is '{output}', which has no file name")
    folder = path.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise AtcError("E10001", f"--output is '{output}': its folder cannot be made: {error.strerror}") from error
    if not os.access(folder, os.W_OK):
        raise AtcError("E10001", f"--output is '{output}': its folder cannot be written to")
    return output


def _convert(line: CommandLine) -> None:
    framework = line.value("framework")
    if framework not in ("1", "5"):
        given = "missing" if framework == "-1" else framework
        raise AtcError("E10007", f"--framework is {given}, supported here are 1 (AIR) and 5 (ONNX)")
    soc_version = _required(line, "soc_version")
    if not re.fullmatch(r"[A-Za-z0-9_\-]+", soc_version):
        raise AtcError("E10001", f"--soc_version is '{soc_version}', expected a chip's name such as Ascend910B1")
    output = _checked_output(line)
    model = _checked_path("model", _required(line, "model"))
    if line.has("precision_mode") and line.has("precision_mode_v2"):
        raise AtcError("E10056", "--precision_mode and --precision_mode_v2 cannot be given together")
    input_format = line.value("input_format") or "NCHW"
    if framework == "5" and input_format not in _ONNX_FORMATS:
        raise AtcError("E10001", f"--input_format is '{input_format}', expected one of {', '.join(_ONNX_FORMATS)}")
    if not Path(model).is_file() or not os.access(model, os.R_OK):
        raise AtcError("E10001", f"--model is '{model}', expected a file that can be read")

    # Imported late: `--help` and a wrong command line answer at once.
    from pyatc import _convert

    _convert.convert(line, model, output, framework, input_format)


def _not_available(line: CommandLine) -> None:
    raise AtcError("E10055", f"--mode {line.value('mode')} is not offered yet; 0 (model to .om) is")


_MODES: dict[str, Callable[[CommandLine], None]] = {
    "0": _convert,
    "1": _not_available,
    "3": _not_available,
    "5": _not_available,
    "6": _not_available,
    "7": _not_available,
    "30": _not_available,
}
