"""Custom operators in Python.

This version offers nothing yet: the package is here so that its place in the `ge` namespace, its version and
its needs are settled. What it will offer is said in its changelog, release by release.
"""

from __future__ import annotations

__all__: list[str] = []
