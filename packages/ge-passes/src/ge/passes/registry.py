"""The passes of this process, by name."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from ge.passes.base import DecomposePass, FusionBasePass, PassStage, PatternFusionPass

__all__ = [
    "PASS_KIND_DECOMPOSE",
    "PASS_KIND_FUSION_BASE",
    "PASS_KIND_PATTERN_FUSION",
    "PassDescriptor",
    "clear_registered_passes",
    "get_registered_pass_by_descriptor_key",
    "get_registered_pass_dicts",
    "get_registered_passes",
    "register_decompose_pass",
    "register_fusion_pass",
]

PASS_KIND_FUSION_BASE = "fusion_base"
PASS_KIND_PATTERN_FUSION = "pattern_fusion"
PASS_KIND_DECOMPOSE = "decompose"

_PassClass = TypeVar("_PassClass", bound=type[FusionBasePass])


@dataclass(frozen=True)
class PassDescriptor:
    """A registered pass."""

    descriptor_key: str
    pass_name: str
    module_name: str
    class_name: str
    stage: PassStage
    kind: str
    cls: type[FusionBasePass]
    op_types: list[str] = field(default_factory=list)

    def to_bridge_dict(self) -> dict[str, Any]:  # texts, and the list of types
        """What the native side needs to know, in texts."""
        return {
            "descriptor_key": self.descriptor_key,
            "pass_name": self.pass_name,
            "module_name": self.module_name,
            "class_name": self.class_name,
            "stage": self.stage.value,
            "kind": self.kind,
            "op_types": list(self.op_types),
        }


_lock = threading.RLock()
_by_key: dict[str, PassDescriptor] = {}
_key_of_name: dict[str, str] = {}
# What was registered when the compiler dropped all passes, by module: importing a module again registers nothing.
_retired: dict[str, list[PassDescriptor]] = {}


def _register(descriptor: PassDescriptor) -> None:
    with _lock:
        if descriptor.descriptor_key in _by_key:
            raise ValueError(f"pass {descriptor.descriptor_key} is registered already")
        if descriptor.pass_name in _key_of_name:
            taken = _key_of_name[descriptor.pass_name]
            if _is_same_source(descriptor, _by_key[taken]):
                return
            raise ValueError(f"a pass named {descriptor.pass_name!r} is registered already, by {taken}")
        _by_key[descriptor.descriptor_key] = descriptor
        _key_of_name[descriptor.pass_name] = descriptor.descriptor_key


def _is_same_source(one: PassDescriptor, other: PassDescriptor) -> bool:
    """Whether it is one class of one file, run as two modules: imported, as a plugin, or for its cases."""
    if one.class_name != other.class_name or one.module_name == other.module_name:
        return False
    file = _file_of(one)
    return file is not None and file == _file_of(other)


def _file_of(descriptor: PassDescriptor) -> str | None:
    """The file of the class's module, with links followed; None for a module without one."""
    file: str | None = getattr(sys.modules.get(descriptor.module_name), "__file__", None)
    return file and os.path.realpath(file)


def _check_stage(name: str, stage: PassStage | str) -> PassStage:
    """The stage, which may be given by its name.

    Raises:
        ValueError: There is none of this name.
    """
    given: object = stage  # anything, in untyped code: what has a `value` is taken as it is
    if not isinstance(given, str):
        return cast(PassStage, stage)
    try:
        return PassStage(stage)
    except ValueError:
        names = ", ".join(known.value for known in PassStage)
        raise ValueError(f"pass {name!r}: stage is {stage!r}, expected a PassStage or one of {names}") from None


def _describe(cls: type[FusionBasePass], name: str, stage: PassStage, kind: str, op_types: list[str]) -> PassDescriptor:
    key = f"{cls.__module__}:{cls.__name__}:{name}"
    return PassDescriptor(key, name, cls.__module__, cls.__name__, stage, kind, cls, op_types)


def register_fusion_pass(
    *, name: str, stage: PassStage | str, kind: str | None = None
) -> Callable[[_PassClass], _PassClass]:
    """Let the compiler run a class's passes.

    Args:
        name: Unique in the process; switches and statistics use it, and passes of a stage run in its order.
        stage: When it runs: a member of PassStage, or its value.
        kind: One of the `PASS_KIND_` values; by default what the class says.

    Returns:
        A class decorator.

    Raises:
        TypeError: When applied: not a FusionBasePass class.
        ValueError: There is no such stage; when applied: the name is taken by another class or file.
    """
    at = _check_stage(name, stage)

    def decorate(cls: _PassClass) -> _PassClass:
        if not isinstance(cls, type) or not issubclass(cls, FusionBasePass):
            raise TypeError(f"register_fusion_pass takes a subclass of FusionBasePass, got {cls!r}")
        own = PASS_KIND_PATTERN_FUSION if issubclass(cls, PatternFusionPass) else PASS_KIND_FUSION_BASE
        descriptor = _describe(cls, name, at, own if kind is None else kind, [])
        _register(descriptor)
        setattr(cls, "__ge_pass_descriptor__", descriptor)  # noqa: B010  # no attribute that classes declare
        return cls

    return decorate


_DecomposeClass = TypeVar("_DecomposeClass", bound=type[DecomposePass])


def register_decompose_pass(
    *, name: str, stage: PassStage | str, op_types: Iterable[str]
) -> Callable[[_DecomposeClass], _DecomposeClass]:
    """Let the compiler run a class that replaces nodes of some types.

    Args:
        name: Unique in the process.
        stage: When it runs: a member of PassStage, or its value.
        op_types: The types of nodes to replace; at least one.

    Raises:
        TypeError: `op_types` is a text or holds anything but texts; when applied: not a DecomposePass class.
        ValueError: `op_types` is empty, or there is no such stage; when applied: the name is taken by another class or
            file.
    """
    types = _check_op_types(op_types)
    at = _check_stage(name, stage)

    def decorate(cls: _DecomposeClass) -> _DecomposeClass:
        if not isinstance(cls, type) or not issubclass(cls, DecomposePass):
            raise TypeError(f"register_decompose_pass takes a subclass of DecomposePass, got {cls!r}")
        descriptor = _describe(cls, name, at, PASS_KIND_DECOMPOSE, list(types))
        _register(descriptor)
        cls.op_types = list(types)
        setattr(cls, "__ge_pass_descriptor__", descriptor)  # noqa: B010  # no attribute that classes declare
        return cls

    return decorate


def _check_op_types(op_types: Iterable[str]) -> list[str]:
    if isinstance(op_types, (str, bytes)) or not isinstance(op_types, Iterable):
        raise TypeError(f"op_types must be an iterable of operator types, got {type(op_types).__name__}")
    types = list(op_types)
    if not types:
        raise ValueError("op_types must name at least one operator type")
    for item in types:
        if not isinstance(item, str) or not item:
            raise TypeError(f"op_types must hold non-empty texts only, got {item!r}")
    return types


def get_registered_passes() -> list[PassDescriptor]:
    """All passes, in the order of their registration."""
    with _lock:
        return list(_by_key.values())


def get_registered_pass_dicts() -> list[dict[str, Any]]:  # as to_bridge_dict
    """All passes as the native side takes them."""
    return [descriptor.to_bridge_dict() for descriptor in get_registered_passes()]


def get_registered_pass_by_descriptor_key(key: str) -> PassDescriptor | None:
    """The pass of this key, or None."""
    with _lock:
        return _by_key.get(key)


def retire_registered_passes() -> None:
    """Forget all passes, but for what `restore_passes` needs."""
    with _lock:
        _retired.clear()
        for descriptor in _by_key.values():
            _retired.setdefault(descriptor.module_name, []).append(descriptor)
        clear_registered_passes()


def restore_passes(modules: Iterable[str]) -> None:
    """Register again what was retired of these modules, and of those in them, unless running them has done so."""
    wanted = tuple(modules)
    with _lock:
        for module in list(_retired):
            if not any(module == name or module.startswith(name + ".") for name in wanted):
                continue
            for descriptor in _retired.pop(module):
                if descriptor.descriptor_key not in _by_key:
                    _register(descriptor)


def clear_registered_passes() -> None:
    """Forget all passes of this side; what the compiler knows already it keeps until it loads passes anew."""
    with _lock:
        _by_key.clear()
        _key_of_name.clear()
