"""The modules of `ge.es` for the project's operators: one a package, and `all`, which loads them when asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .functions import exported_names, functions_module
from .model import OpDef
from .support import Support

# Operators that a builder's own method creates.
BUILDER_CREATES = frozenset({"Data", "RefData", "AippData", "Variable"})

_ALL = '''\
"""Every operator function of every package; a package is loaded when one of its functions is first used.

Generated from the operator definitions.
"""

from __future__ import annotations

import importlib

_HOMES: dict[str, str] = {{}}
{homes}
__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"ge.es.all has no operator {{name!r}}")
    value: object = getattr(importlib.import_module("ge.es." + home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({{*globals(), *_HOMES}})
'''


def package_modules(ops: Sequence[OpDef], support: Support) -> Mapping[str, str]:
    """File name -> text of every module for `ops`, stubs of `all` included; `support` as in `functions_module`."""
    packages: dict[str, list[OpDef]] = {}
    for op in ops:
        if op.type not in BUILDER_CREATES:
            packages.setdefault(op.package, []).append(op)
    packages = dict(sorted(packages.items()))
    modules = {
        f"{package}.py": functions_module(members, f"The operators of the package `{package}`.", support)
        for package, members in packages.items()
    }
    names = {package: [name for op in members for name in exported_names(op)] for package, members in packages.items()}
    return {**modules, "all.py": _all_module(names), "all.pyi": _all_stub(names)}


_HOME = '''\
_HOMES.update(
    dict.fromkeys(
        """
{names}""".split(),
        "{package}",
    )
)'''


def _all_module(names: Mapping[str, Sequence[str]]) -> str:
    homes = [_HOME.format(names=_block(members), package=package) for package, members in names.items()]
    return _ALL.format(homes="\n".join(homes))


def _block(names: Sequence[str]) -> str:
    return "".join(f"        {name}\n" for name in names)


def _all_stub(names: Mapping[str, Sequence[str]]) -> str:
    lines = [f"from ge.es.{package} import {name} as {name}" for package, members in names.items() for name in members]
    exported = [f'    "{name}",' for members in names.values() for name in members]
    return "\n".join([*lines, "", "__all__ = [", *exported, "]", ""])
