"""`python -m ge.es_gen` is the command `ge-es-gen`."""

from __future__ import annotations

import sys

from .command import main

sys.exit(main())
