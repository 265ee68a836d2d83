"""The error function."""

from __future__ import annotations

from math import erf
from typing import Any

import numpy as np
import pytest
from kernel_runs import FLOATS, check, numbers


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_erf(dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(7)
    x = np.concatenate([numbers(rng, (500,), dtype, -6, 6), np.array([0, np.inf, -np.inf, np.nan], dtype)])

    check("Erf", [x], np.vectorize(erf)(x.astype(np.float64)).astype(dtype))
    check("Erf", [x[:1].reshape(())], np.array(erf(float(x[0])), dtype))
