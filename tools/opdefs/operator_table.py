"""docs/operators.md: every operator, and which of prototype, shape rule, kernel and test it has.

    operator_table.py           write the table (run in the top folder)
    operator_table.py --check   fail when it is not up to date, a rule or kernel is in another family's file, or a
                                kernel has no shape rule or no test

Rules and kernels are found in the sources of their families by the macros that register them, tests by the operator's
name in the cases and tests of ge-session.
"""

from __future__ import annotations

import pathlib
import re
import sys
from collections.abc import Iterable

from ge.es_gen import OpDef, Port, PortKind, read_definitions

TABLE = pathlib.Path("docs/operators.md")
_SHAPES = re.compile(r"GE_SHAPE\((\w+)\)|ShapeRegistration\s+\w+\(\s*\{([^}]*)\}")
_BODIES = re.compile(r'\{"(\w+)", Kind::k\w+(\})')  # operators that hold graphs
_KERNELS = re.compile(r"GE_(?:\w+_)?KERNEL\(\s*(\w+)|KernelRegistration\s+\w+\(\s*\{([^}]*)\}")
_WORD = re.compile(r"\b[A-Za-z_]\w*\b")
_MARKS = {PortKind.REQUIRED: "", PortKind.OPTIONAL: "?", PortKind.DYNAMIC: "*"}

_HEADER = """\
# Operators

Made by `tools/opdefs/operator_table.py` from `packages/ge-graph/opdefs` and the sources; do not edit.

`x?` is an optional input, `x*` a list of tensors. *Shape* says that shape inference knows the operator, *kernel* that
the CPU engine runs it, *test* that its numbers are tested. {operators} operators: {shapes} with a shape rule, {kernels}
with a kernel, {tests} tested. The function of each is `ge.es.<package>.<operator>`; its docstring says
for which data types the CPU engine computes it.
"""


def registered(sources: Iterable[pathlib.Path], pattern: re.Pattern[str]) -> set[str]:
    """The operator types that the sources register by `pattern`: one by macro, or a list of texts."""
    found: set[str] = set()
    for source in sources:
        for one, many in pattern.findall(source.read_text(encoding="utf-8")):
            found.update([one] if one else re.findall(r'"(\w+)"', many))
    return found


def mentioned(files: Iterable[pathlib.Path]) -> set[str]:
    """Every word in the files."""
    return {word for file in files for word in _WORD.findall(file.read_text(encoding="utf-8"))}


def parts(root: pathlib.Path) -> tuple[set[str], set[str], set[str]]:
    """The operators with a shape rule, those with a kernel, and every word in ge-session's tests."""
    packages = root / "packages"
    shapes = registered(sorted((packages / "ge-graph/native/ops").rglob("*.cc")), _SHAPES)
    shapes |= registered([packages / "ge-graph/native/infer/control_flow.cc"], _BODIES)
    kernels = registered(sorted((packages / "ge-session/native/kernels").rglob("*.cc")), _KERNELS)
    tests = mentioned(
        file
        for file in sorted((packages / "ge-session").rglob("*"))
        if file.is_file() and (file.suffix == ".cases" or re.fullmatch(r"test_.*\.py|.*_test\.cc", file.name))
    )
    return shapes, kernels, tests


def operator_table(root: pathlib.Path) -> str:
    """The whole page."""
    ops = read_definitions(sorted((root / "packages" / "ge-graph" / "opdefs").glob("*.opdef")))
    shapes, kernels, tests = parts(root)
    shapes |= {op.type for op in ops if not op.outputs}  # there is nothing to infer
    sections: dict[str, list[OpDef]] = {}
    for op in ops:
        sections.setdefault(op.family, []).append(op)
    known = {op.type for op in ops}
    counts = [len(known & names) for names in (shapes, kernels, kernels & tests)]
    lines = [_HEADER.format(operators=len(ops), shapes=counts[0], kernels=counts[1], tests=counts[2])]
    for family, members in sorted(sections.items()):
        lines += [f"## {family}", "", "| operator | package | prototype | shape | kernel | test |"]
        lines += ["| --- | --- | --- | --- | --- | --- |"]
        lines += [_row(op, shapes, kernels, kernels & tests) for op in members]
        lines.append("")
    return "\n".join(lines)


def misplaced(root: pathlib.Path) -> list[str]:
    """Rules and kernels in a file whose stem is not the operator's family, and those of no known operator."""
    packages = root / "packages"
    ops = read_definitions(sorted((packages / "ge-graph" / "opdefs").glob("*.opdef")))
    families = {op.type: op.family for op in ops}
    folders = {packages / "ge-graph/native/ops": _SHAPES, packages / "ge-session/native/kernels": _KERNELS}
    return [
        f"{source.relative_to(root)}: {op_type} is of the family {families.get(op_type)}"
        for folder, pattern in folders.items()
        for source in sorted(folder.rglob("*.cc"))
        if not source.name.endswith("_test.cc")
        for op_type in sorted(registered([source], pattern))
        if families.get(op_type) != source.stem
    ]


def unfinished(root: pathlib.Path) -> list[str]:
    """Kernels without a shape rule, and those whose numbers no test looks at."""
    shapes, kernels, tests = parts(root)
    lacking = [f"{op_type} has a kernel, but no shape rule" for op_type in sorted(kernels - shapes)]
    return lacking + [f"{op_type} has a kernel, but no test" for op_type in sorted(kernels - tests)]


def _row(op: OpDef, *columns: set[str]) -> str:
    marks = ["yes" if op.type in names else "" for names in columns]
    status = f" ({op.status}{', use `' + op.use + '`' if op.use else ''})" if op.status else ""
    return f"| `{op.type}`{status} | {op.package} | {prototype(op)} | {' | '.join(marks)} |"


def prototype(op: OpDef) -> str:
    """`(x, bias?) -> (y) strides, groups=`: an attribute with `=` has a default."""
    attrs = [attr.name if attr.required else f"{attr.name}=" for attr in op.attrs]
    graphs = [f"graph{'*' if graph.dynamic else ''} {graph.name}" for graph in op.subgraphs]
    text = f"({_ports(op.inputs)}) -> ({_ports(op.outputs)})"
    return f"`{' '.join([text, ', '.join([*graphs, *attrs])]).rstrip()}`"


def _ports(ports: Iterable[Port]) -> str:
    return ", ".join(port.name + _MARKS[port.kind] for port in ports)


def main() -> None:
    """Write or check."""
    text = operator_table(pathlib.Path())
    if "--check" not in sys.argv[1:]:
        TABLE.write_text(text, encoding="utf-8")
        return
    if wrong := misplaced(pathlib.Path()) + unfinished(pathlib.Path()):
        raise SystemExit("\n".join(wrong))
    if not TABLE.exists() or TABLE.read_text(encoding="utf-8") != text:
        raise SystemExit(f"{TABLE} is not up to date: run tools/opdefs/operator_table.py")


if __name__ == "__main__":
    main()
