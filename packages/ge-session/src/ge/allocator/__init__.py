"""Memory that users manage themselves (spec: session, section 10)."""

from __future__ import annotations

from ge.allocator._allocator import Allocator, MemBlock

__all__ = ["Allocator", "MemBlock"]
