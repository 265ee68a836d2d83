"""`python -m ge.passes check my_pass.py --model M.onnx`."""

from __future__ import annotations

import sys

from ge.passes.checking import main

if __name__ == "__main__":
    sys.exit(main())
