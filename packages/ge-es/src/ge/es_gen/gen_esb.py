"""The command `gen_esb`: what `ge-es-gen` does, and a history of releases, for build scripts that call the reference's.

    ASCEND_OPP_PATH=opp gen_esb --output_dir=vendor --module_name=vendor --exclude_ops=Old,Older
    ASCEND_OPP_PATH=opp gen_esb --es_mode=extract_history --output_dir=history --release_version=1.2.0

The definitions are the `.opdef` files under ASCEND_OPP_PATH, and the files that `--ops` names, in either form.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
from collections.abc import Mapping, Sequence
from typing import Callable

from .command import generate, reporting
from .history import extract_history
from .model import OpDef
from .read import read_definitions


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status: 0 done, 1 refused, with the reason on standard error."""
    options = _parser().parse_args(arguments)
    return reporting("gen_esb", lambda: _MODES[options.es_mode](_operators(options), options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gen_esb",
        description="Make a package of operator functions, or an entry in a history of releases, from definitions.",
        epilog="C and C++ headers are not made: what is for them only is accepted and has no effect.",
        allow_abbrev=False,
    )
    folder = pathlib.Path
    parser.add_argument("--es_mode", choices=sorted(_MODES), default="codegen", help="what to make")
    parser.add_argument("--output_dir", type=folder, default=folder("."), metavar="DIR", help="made when missing")
    parser.add_argument("--module_name", default="all", metavar="NAME", help="name of the module of ge.es")
    parser.add_argument("--exclude_ops", default="", metavar="A,B", help="operator types to skip")
    parser.add_argument("--ops", type=folder, nargs="+", default=[], metavar="FILE", help="further definitions")
    parser.add_argument("--release_version", default="", metavar="V", help="of the entry in the history")
    parser.add_argument("--release_date", default="", metavar="YYYY-MM-DD", help="of the entry; today when not given")
    parser.add_argument("--branch_name", default="", metavar="NAME", help="of the entry")
    parser.add_argument("--h_guard_prefix", metavar="PREFIX", help="for headers only")
    parser.add_argument("--history_registry", metavar="DIR", help="for headers only")
    return parser


def _operators(options: argparse.Namespace) -> Sequence[OpDef]:
    root = os.environ.get("ASCEND_OPP_PATH")
    if not root and not options.ops:
        raise ValueError("ASCEND_OPP_PATH must name the folder with the operator definitions, or --ops the files")
    files = [*(sorted(pathlib.Path(root).rglob("*.opdef")) if root else []), *options.ops]
    ops = read_definitions(files, package=options.module_name)
    if not ops:
        raise ValueError(f"no operator is defined in {', '.join(map(str, files)) or root}")
    return ops


def _codegen(ops: Sequence[OpDef], options: argparse.Namespace) -> None:
    excluded = {name.strip() for name in options.exclude_ops.split(",")} - {""}
    for name in sorted(excluded - {op.type for op in ops}):
        print(f"gen_esb: --exclude_ops: no operator {name} is defined", file=sys.stderr)
    kept = [op for op in ops if op.type not in excluded]
    generate("gen_esb", kept, options.module_name, options.output_dir)


def _extract_history(ops: Sequence[OpDef], options: argparse.Namespace) -> None:
    folder = extract_history(
        ops,
        options.output_dir,
        version=options.release_version,
        date=options.release_date,
        branch=options.branch_name,
    )
    print(f"{len(ops)} operators of release {options.release_version} in {folder}")


_MODES: Mapping[str, Callable[[Sequence[OpDef], argparse.Namespace], None]] = {
    "codegen": _codegen,
    "extract_history": _extract_history,
}
