"""The command `ge-es-gen`: operator definitions in, a distribution with their functions out.

    ge-es-gen --ops my_ops.opdef --module vendor --out vendor
    pip wheel ./vendor

gives a wheel that installs beside ge-es and brings `ge.es.vendor`.
"""

from __future__ import annotations

import argparse
import pathlib
import re
import sys
from collections.abc import Sequence
from typing import Callable

from .distribution import check_module_name, distribution_files, left_out, mark
from .errors import DefinitionError
from .model import OpDef
from .place import check_folder, place
from .prototypes import prototype_row
from .read import read_definitions

_VERSION = re.compile(r"\d+(\.\d+)*((a|b|rc)\d+)?(\.post\d+)?(\.dev\d+)?\Z")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status: 0 done, 1 refused, with the reason on standard error."""
    options = _parser().parse_args(arguments)
    return reporting("ge-es-gen", lambda: _run(options))


def reporting(program: str, run: Callable[[], None]) -> int:
    """The exit status of `run`: 1 when it refuses, with the reason on standard error."""
    try:
        run()
    except (DefinitionError, ValueError) as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{program}: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


def _run(options: argparse.Namespace) -> None:
    if not _VERSION.match(options.version):
        raise ValueError(f"version {options.version!r} must be like 1.0.0 or 1.0.0rc1")
    check_module_name(options.module)
    ops = read_definitions(options.ops, package=options.module)
    if not ops:
        raise ValueError(f"{', '.join(map(str, options.ops))}: no operator is defined")
    generate("ge-es-gen", ops, options.module, options.out, version=options.version)


def generate(program: str, ops: Sequence[OpDef], module: str, out: pathlib.Path, *, version: str = "1.0.0") -> None:
    """Write the distribution of `module` and say what is in it; everything that can be refused is refused before.

    Raises:
        ValueError: The module's name cannot be used, or `out` holds something else.
        DefinitionError: No function can be made of an operator.
        OSError: A file cannot be written; what stood in `out` is as it was.
    """
    check_module_name(module)
    files = distribution_files(ops, module, version=version, needs=_needs())
    check_folder(out, mark(module))
    _check_against_engine(ops, f"es_{module}")
    place(files, out)
    for op in ops:
        if (reason := left_out(op)) is not None:
            print(f"{program}: {op.type} gets no function: {reason}", file=sys.stderr)
    made = sum(left_out(op) is None for op in ops)
    print(f"ge.es.{module}: {made} operators in {out}; next: pip wheel {out.resolve()}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ge-es-gen",
        description="Make a package of operator functions, ge.es.MODULE, from operator definitions.",
        epilog="Then: pip wheel ./DIR. The forms of definitions are described in docs/operator_definitions.md.",
    )
    parser.add_argument(
        "--ops",
        type=pathlib.Path,
        nargs="+",
        required=True,
        metavar="FILE",
        help="definitions: as JSON when the name ends in .json, else as text",
    )
    parser.add_argument("--module", required=True, metavar="NAME", help="name of the module of ge.es")
    parser.add_argument(
        "--out", type=pathlib.Path, required=True, metavar="DIR", help="folder of the distribution; made when missing"
    )
    parser.add_argument("--version", default="1.0.0", help="version of the distribution (default: %(default)s)")
    return parser


def _needs() -> str:
    """Generated code works with the ge-es that made it, and others of the same minor version."""
    from ge.es._version import VERSION  # late: reading definitions needs no native library

    major, minor = map(int, VERSION.split(".")[:2])
    return f"ge-es>={major}.{minor},<{major}.{minor + 1}"


def _check_against_engine(ops: Sequence[OpDef], package: str) -> None:
    """Register the operators in this process, so that a conflict with ge-graph's own comes up now, not on import."""
    from ge.es._prototypes import register_prototypes  # late, as above

    register_prototypes(package, [prototype_row(op) for op in ops])
