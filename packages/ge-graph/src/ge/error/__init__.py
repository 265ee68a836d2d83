"""Errors of the bridge: the class, and the newest text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from ge.graph import _native

__all__ = ["GeError", "get_ge_error_msg", "raise_ge_error"]


class GeError(RuntimeError):
    """A call into the bridge failed.

    Attributes:
        error_message: The bridge's own text; None when it gave none.
        api_name: The call that failed.
        context: What the call was about.
    """

    def __init__(
        self,
        message: str,
        error_message: str | None = None,
        api_name: str | None = None,
        context: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(message)
        self.error_message = error_message
        self.api_name = api_name
        self.context = dict(context or {})


def get_ge_error_msg() -> str:
    """The newest error of the bridge in this thread, `code: text`; empty when there was none."""
    return _native.last_error().decode("utf-8", "replace")


def raise_ge_error(api_name: str, status: object = None, **context: object) -> NoReturn:
    """Raises the `GeError` of a call that failed.

    Args:
        api_name: The call.
        status: Not looked at.
        **context: What the call was about; becomes part of the text.
    """
    native = get_ge_error_msg()
    about = ", ".join(f"{key}={value}" for key, value in context.items())
    parts = (f"{api_name} failed", about, native)
    raise GeError("; ".join(part for part in parts if part), native, api_name, context)
