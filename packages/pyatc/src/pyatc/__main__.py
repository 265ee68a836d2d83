"""`python3 -m pyatc`."""

from __future__ import annotations

import sys

from pyatc import main

main("pyatc", sys.argv[1:])
