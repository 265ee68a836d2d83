"""The command line: `show` prints what is in a file or draws it, `diff` compares two.

Exit status: 0 done (for `diff`: equal), 1 different, 2 a file or an argument is wrong.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from ge._internal.whole_file import replacing
from ge.graph.inspection.diff import compare
from ge.graph.inspection.diff_table import difference_table
from ge.graph.inspection.dot import dot
from ge.graph.inspection.files import UnreadableFileError, read
from ge.graph.inspection.page import html
from ge.graph.inspection.plain import Plain, plain_difference, plain_model
from ge.graph.inspection.table import table

_EQUAL, _DIFFERENT, _ERROR = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line, by default that of the process, and returns its exit status."""
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # whatever the terminal can show
    try:
        status = _show(options) if options.command == "show" else _diff(options)
        sys.stdout.flush()
    except UnreadableFileError as error:
        print(f"error: {error}", file=sys.stderr)
        return _ERROR
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _EQUAL
    except OSError as error:
        print(f"error: E13004: cannot write {error.filename!r}: {error.strerror}", file=sys.stderr)
        return _ERROR
    return status


def _show(options: argparse.Namespace) -> int:
    model = read(options.file)
    if options.dot:
        _write(options.dot, (f"{line}\n" for line in dot(model)))
    if options.html:
        _write(options.html, html(model))
    if options.json:
        _print_json(plain_model(model))
    elif not (options.dot or options.html):
        for line in table(model, nodes=not options.summary, attributes=options.attributes):
            print(line)
    return _EQUAL


def _diff(options: argparse.Namespace) -> int:
    difference = compare(read(options.before), read(options.after))
    if options.json:
        _print_json(plain_difference(difference))
    else:
        for line in difference_table(difference):
            print(line)
    return _DIFFERENT if difference else _EQUAL


def _print_json(value: Plain) -> None:
    json.dump(value, sys.stdout, indent=1)
    print()


def _write(path: str, pieces: Iterable[str]) -> None:
    """Writes the file whole or not at all; what is no file, like a terminal, is written to as it is."""
    if os.path.exists(path) and not os.path.isfile(path):
        _fill(Path(path), "w", pieces)
        return
    with replacing(path) as temporary:
        _fill(temporary, "x", pieces)


def _fill(place: Path, mode: str, pieces: Iterable[str]) -> None:
    with open(place, mode, encoding="utf-8", errors="replace") as file:
        file.writelines(pieces)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ge.graph", description="Look at graphs in files.")
    commands = parser.add_subparsers(dest="command", required=True)
    show = commands.add_parser(
        "show",
        help="what is in a file",
        description="Print what is in a file, or draw it. Reads AIR, OM and ONNX files and all dumps.",
    )
    show.add_argument("file", help="told apart by its contents, not by its name")
    show.add_argument("--summary", action="store_true", help="print no line for each node")
    show.add_argument("--attributes", action="store_true", help="print attributes too")
    show.add_argument("--json", action="store_true", help="print everything as JSON")
    show.add_argument("--dot", metavar="OUT", help="write a picture for Graphviz instead of printing")
    show.add_argument("--html", metavar="OUT", help="write a page with a picture to click in, instead of printing")
    diff = commands.add_parser(
        "diff",
        help="what two files differ in",
        description="Print added, removed and changed nodes. Exit status: 0 equal, 1 different, 2 error.",
    )
    diff.add_argument("before", help="any file that `show` reads")
    diff.add_argument("after")
    diff.add_argument("--json", action="store_true", help="print the difference as JSON")
    return parser
