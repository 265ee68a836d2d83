"""`python3 -m ge.pyatc`."""

from __future__ import annotations

from ge.pyatc import main

main()
