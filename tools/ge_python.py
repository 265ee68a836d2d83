"""Becomes a Python interpreter that finds the six packages as they were built; see tools/python."""

from __future__ import annotations

import os
import sys

os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
