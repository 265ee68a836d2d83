"""Whether GE runs in this process, and with which options."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import NoReturn

from ge.error import raise_ge_error
from ge.graph import _native as _bridge


def _engine() -> ModuleType:
    """The native module of ge.session, which imports this one."""
    from ge.session import _native

    return _native


class GlobalState:
    """The one state of the process.

    Attributes:
        options: Those of the first `ge_initialize`; None while GE does not run.
        generation: Number of times that GE was started. What was made under another one is stale.
    """

    def __init__(self) -> None:
        self.options: dict[str, str] | None = None
        self.generation = 0

    def start(self, options: Mapping[str, str]) -> None:
        """Load passes and keep the options, unless GE runs already.

        Raises:
            RuntimeError, ValueError: Passes that the environment names cannot be loaded; GE does not run then.
        """
        if self.options is None:
            _engine().load_passes(options)
            self.options = dict(options)
            self.generation += 1
            limits = (options.get(name, "") for name in ("ge.maxDumpFileNum", "ge.maxDumpFileSize"))
            _bridge.set_dump_limits(*(int(limit) if limit.isdecimal() else 0 for limit in limits))

    def stop(self) -> None:
        """Forget the options; sessions are stale from now on."""
        if self.options is not None:
            _engine().unload_passes()
        self.options = None
        _bridge.set_dump_limits(0, 0)


STATE = GlobalState()


def fail(api_name: str, code: str, message: str, **context: object) -> NoReturn:
    """Raise the GeError of a call that failed for a reason of ours."""
    _bridge.set_last_error(code, message)
    raise_ge_error(api_name, **context)


def encoded(options: Mapping[str, str]) -> dict[str, str]:
    """A copy; a key or value that is no text raises AttributeError, as in the reference."""
    return {key.encode("utf-8").decode(): value.encode("utf-8").decode() for key, value in options.items()}
