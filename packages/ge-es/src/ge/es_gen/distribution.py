"""The files of a distribution with a package of operator functions: `es_<module>`, reached as `ge.es.<module>`.

pyproject.toml, build_backend.py       what `pip wheel` needs; the entry point that ge.es discovers
es_<module>/__init__.py                everything, and `get_module`
es_<module>/_prototypes.py             makes the operators known to the engine
es_<module>/es_<module>_ops.py         the functions of all operators
es_<module>/es_<Operator>.py           the function of one
ge/es/<module>/__init__.py             the same names, for who reads files: type checkers, editors
"""

from __future__ import annotations

import keyword
from collections.abc import Mapping, Sequence
from importlib import resources

from .errors import DefinitionError
from .functions import exported_names, functions_module
from .model import OpDef, check_name
from .packages import BUILDER_CREATES
from .prototypes import prototypes_module
from .signature import ANNOTATIONS, signature

# What ge.es has already, besides its private modules.
RESERVED = frozenset(
    [
        "all",
        "cv",
        "ge",
        "hccl",
        "legacy",
        "math",
        "nn",
        "transformer",
        "graph_builder",
        "tensor_holder",
        "tensor_like",
        "GraphBuilder",
        "InputType",
        "TensorHolder",
        "add_nodes",
        "attr_scope",
        "control_dependency_scope",
        "get_plugin",
        "list_plugins",
        "name",
    ]
)


def check_module_name(name: str) -> None:
    """Refuse, with `ValueError`, what cannot be a module of ge.es or is one already."""
    check_name(name, "module name")
    if keyword.iskeyword(name) or name.startswith("_"):
        raise ValueError(f"module name {name!r} is a Python keyword or private")
    if name in RESERVED:
        raise ValueError(f"module name {name!r} is taken: ge-es has ge.es.{name} itself")


def mark(module: str) -> str:
    """The first line of a generated pyproject.toml, by which a later run knows it."""
    return f"# Made by ge-es-gen for module {module}."


def left_out(op: OpDef) -> str | None:
    """Why an operator gets no function though its definition is good; None when it gets one."""
    if op.type in BUILDER_CREATES:
        return "a method of GraphBuilder makes it"
    kinds = [attr.kind.value for attr in op.attrs if attr.kind not in ANNOTATIONS]
    return f"an attribute's kind has no Python form: {', '.join(kinds)}" if kinds else None


def distribution_files(ops: Sequence[OpDef], module: str, *, version: str, needs: str) -> Mapping[str, str]:
    """Path -> text of every file.

    Args:
        ops: In the order in which their functions are imported.
        module: Name of the module of ge.es; see `check_module_name`.
        version: Of the distribution.
        needs: The requirement on ge-es, as `ge-es>=0.1,<0.2`.

    Raises:
        DefinitionError: No function can be made of an operator, or two would have one name.
    """
    package = f"es_{module}"
    made = [op for op in ops if left_out(op) is None]
    names = _exported(made)
    files = {
        "pyproject.toml": _PYPROJECT.format(
            mark=mark(module), module=module, package=package, version=version, needs=needs
        ),
        "build_backend.py": (resources.files(__package__) / "build_backend.py").read_text(encoding="utf-8"),
        f"{package}/__init__.py": _PACKAGE.format(module=module, package=package, names=_listed(names)),
        f"{package}/py.typed": "",
        f"{package}/_prototypes.py": prototypes_module(ops, package),
        f"{package}/{package}_ops.py": _operators_module(ops, package, names),
        f"ge/es/{module}/__init__.py": _FACE.format(package=package),
        f"ge/es/{module}/py.typed": "",
    }
    for op in made:
        files[f"{package}/es_{op.type}.py"] = functions_module([op], f"The operator {op.type}.")
    return files


def _exported(ops: Sequence[OpDef]) -> list[str]:
    """The names that the package offers, checked."""
    owners: dict[str, str] = {"get_module": "the package itself"}
    for op in ops:
        try:
            signature(op)
        except ValueError as error:
            raise DefinitionError(op.file, op.line, f"operator {op.type}: {error}") from None
        for name in exported_names(op):
            if name in owners:
                reason = f"operator {op.type}: the name {name!r} is taken by {owners[name]}"
                raise DefinitionError(op.file, op.line, reason)
            owners[name] = f"operator {op.type}"
    return [name for name in owners if name != "get_module"]


def _listed(names: Sequence[str]) -> str:
    return "".join(f'    "{name}",\n' for name in names)


def _operators_module(ops: Sequence[OpDef], package: str, names: Sequence[str]) -> str:
    reasons: dict[str, list[str]] = {}
    for op in ops:
        if (reason := left_out(op)) is not None:
            reasons.setdefault(reason, []).append(op.type)
    notes = "".join(f"\n{', '.join(types)}: no function, {reason}.\n" for reason, types in reasons.items())
    imports = "".join(f"from .es_{op.type} import *\n" for op in ops if left_out(op) is None)
    return _OPERATORS.format(package=package, notes=notes, imports=imports, names=_listed(names))


_PYPROJECT = """\
{mark}
[build-system]
requires = ["tomli; python_version < '3.11'"]
build-backend = "build_backend"
backend-path = ["."]

[project]
name = "{package}"
version = "{version}"
description = "Operator functions for ge.es, as ge.es.{module}."
requires-python = ">=3.9"
dependencies = ["{needs}"]

[project.entry-points."ge.es.plugins"]
{module} = "{package}:get_module"
"""

# `get_module` stands first: importing ge.es, which the rest needs, asks every plugin for its module.
_PACKAGE = '''\
"""The operator functions of the module ge.es.{module}; importing it makes their operators known to the engine."""

from __future__ import annotations

import sys
from types import ModuleType


def get_module() -> ModuleType:
    """This module, for ge.es, which discovers it as the plugin `{module}`."""
    return sys.modules[__name__]


from . import _prototypes as _prototypes  # noqa: E402
from .{package}_ops import *  # noqa: E402, F403

__all__ = [
{names}    "get_module",
]
'''

_OPERATORS = '''\
"""The functions of all operators of {package}.
{notes}"""

from __future__ import annotations

{imports}
__all__ = [
{names}]
'''

_FACE = '''\
"""What {package} offers."""

from {package} import *  # noqa: F403
from {package} import __all__ as __all__
'''
