"""What the tests of ge-es share."""

from __future__ import annotations

import pathlib

import pytest


@pytest.fixture(scope="session")
def opdefs() -> list[pathlib.Path]:
    """The project's own definition files."""
    folder = pathlib.Path(__file__).resolve().parents[2] / "ge-graph" / "opdefs"
    return sorted(folder.glob("*.opdef"))
