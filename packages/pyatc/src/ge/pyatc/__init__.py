"""`pyatc` under its reference name: `ge.pyatc.main`, and `python3 -m ge.pyatc` (spec: offline_compile, section 5)."""

from __future__ import annotations

from pyatc import main

__all__ = ["main"]
