"""Where the user's program is: for errors, and for nodes that shall know where they were made."""

from __future__ import annotations

import sys
from types import FrameType

_OURS = ("ge.es", "ge.passes", "pyatc")


def user_line() -> str:
    """`file:line` of the innermost call that is not of these packages, nor of generated functions; "" without one."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        is_ours = name.startswith("ge.es.") or name in _OURS or name.startswith(("ge.passes.", "pyatc."))
        if not is_ours and f"_op_{frame.f_code.co_name}" not in frame.f_globals:
            return f"{frame.f_code.co_filename}:{frame.f_lineno}"
        frame = frame.f_back
    return ""
