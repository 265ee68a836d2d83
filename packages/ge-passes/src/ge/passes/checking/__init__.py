"""Checks passes on a model: what they hit, what they nearly hit, how long they take, and whether the numbers stay.

`python -m ge.passes check my_pass.py --model M.onnx` is this module on the command line; `check` is what it does.
"""

from __future__ import annotations

from ge.passes.checking._check import CheckResult, PassCheck, check
from ge.passes.checking._command import main
from ge.passes.checking._load import UnusableError

__all__ = ["CheckResult", "PassCheck", "UnusableError", "check", "main"]
