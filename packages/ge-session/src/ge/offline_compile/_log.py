"""The option `log`: which messages the process writes (spec: offline_compile, 3.3; formats, 6.1)."""

from __future__ import annotations

import os

from ge.session import _native

# Each word -> its number in ASCEND_GLOBAL_LOG_LEVEL.
LEVELS = {"debug": 0, "info": 1, "warning": 2, "error": 3, "null": 4}

# `null` does not silence a process whose messages are collected.
_COLLECTS = "NPU_COLLECT_PATH"


def set_log_level(word: str) -> None:
    """Set the process's level; `default`, and nothing, leave it as `ASCEND_GLOBAL_LOG_LEVEL` says."""
    if word in LEVELS and not (word == "null" and os.environ.get(_COLLECTS)):
        _native.set_log_level(LEVELS[word])
