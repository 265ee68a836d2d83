"""The command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from ge.passes.base import PassStage
from ge.passes.checking._bisect import BisectResult, bisect
from ge.passes.checking._check import CheckResult, check
from ge.passes.checking._examples import write_examples
from ge.passes.checking._load import UnusableError
from ge.passes.checking._page import write_page
from ge.passes.checking._report import as_data, report_lines
from ge.passes.testing import EngineMissingError

__all__ = ["main"]

_FINE, _BROKEN, _UNUSABLE = 0, 1, 2

_EPILOG = """exit status: 0 all is well; 1 a pass, one of its patterns or hooks fails, or it changes the numbers or
cannot be compared; 2 the command line, a file of passes, the model or the inputs cannot be used"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ge.passes", description="Tools for writers of fusion passes.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    command = commands.add_parser(
        "check", help="run passes on a model and say what they do, and why not", epilog=_EPILOG
    )
    command.add_argument("passes", nargs="+", type=Path, help="files or folders of passes")
    command.add_argument("--model", required=True, type=Path, help="the model: an .air or .onnx file")
    stages = [stage.value for stage in PassStage]
    command.add_argument("--stage", choices=stages, help="only passes of this stage")
    command.add_argument("--input-shape", default="", metavar="SHAPES", help="open dimensions: 'x:1,3,224,224;y:2'")
    command.add_argument(
        "--inputs",
        type=Path,
        metavar="FILE",
        help="compare on these inputs: an .npz file or a folder of .npy files, arrays called like the model's inputs",
    )
    command.add_argument("--near", type=int, default=10, metavar="N", help="near misses shown for a pass (default 10)")
    command.add_argument("--no-numbers", action="store_true", help="do not run the graphs and compare")
    command.add_argument("--diff", action="store_true", help="show what each pass changed")
    command.add_argument("--html", type=Path, metavar="OUT", help="write a page with pictures before and after")
    command.add_argument(
        "--bisect", action="store_true", help="find the first pass, built in or not, that breaks the numbers"
    )
    command.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    examples = commands.add_parser("examples", help="write the example passes, with a page about them, to a folder")
    examples.add_argument("folder", type=Path, metavar="DIR", help="is made when it is not there")
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        words: The command's words; None: those of the process.

    Returns:
        The exit status: 0, 1 or 2, as the help says.
    """
    try:
        options = _parser().parse_args(words)
    except SystemExit as done:  # argparse has said why
        return int(done.code or 0)
    return _examples(options.folder) if options.command == "examples" else _check(options)


def _examples(folder: Path) -> int:
    try:
        written = write_examples(folder)
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return _UNUSABLE
    print("\n".join(str(path) for path in written))
    return _FINE


def _check(options: argparse.Namespace) -> int:
    stage = PassStage(options.stage) if options.stage else None
    try:
        result = check(
            options.passes,
            options.model,
            stage=stage,
            numbers=not options.no_numbers,
            input_shape=options.input_shape,
            inputs=options.inputs,
        )
        found = _bisected(options)
        if options.html:
            write_page(result, options.html)
    except (UnusableError, EngineMissingError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return _UNUSABLE
    _print(result, found, options)
    return _FINE if result.ok and not (found and found.culprit) else _BROKEN


def _bisected(options: argparse.Namespace) -> BisectResult | None:
    if not options.bisect:
        return None
    return bisect(options.passes, options.model, input_shape=options.input_shape, inputs=options.inputs)


def _print(result: CheckResult, found: BisectResult | None, options: argparse.Namespace) -> None:
    if options.json:
        print(json.dumps(as_data(result, found), indent=2))
        return
    for line in report_lines(result, near=options.near, diff=options.diff):
        print(line)
    if found:
        culprit = f"bisect: {found.culprit} at {found.where} breaks the numbers first: {found.text}"
        print(culprit if found.culprit else "bisect: no pass breaks the numbers")
        print(f"  {len(found.tried)} passes, {found.compilations} compilations")
