"""`python -m ge.graph show FILE`, `python -m ge.graph diff A B`."""

from __future__ import annotations

import sys

from ge.graph.inspection.command import main

if __name__ == "__main__":
    sys.exit(main())
