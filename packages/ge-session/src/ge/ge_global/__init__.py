"""Starting and ending GE in a process (spec: session, section 3)."""

from __future__ import annotations

from ge.ge_global._ge_api import GeApi

__all__ = ["GeApi"]
