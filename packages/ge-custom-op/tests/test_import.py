from __future__ import annotations

import ge.custom_op


def test_the_package_offers_nothing_that_it_does_not_have() -> None:
    assert ge.custom_op.__all__ == []
