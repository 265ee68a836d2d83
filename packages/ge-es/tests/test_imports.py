"""What importing loads, and what it offers."""

from __future__ import annotations

import subprocess
import sys

import pytest


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_all_operators_loads_none_of_them() -> None:
    loaded = run(
        "import sys, ge.es.all; print([m for m in sys.modules if m.startswith('ge.es.') "
        "and m.split('.')[2] in ('cv', 'ge', 'hccl', 'legacy', 'math', 'nn', 'transformer')])"
    )

    assert loaded == "[]"


def test_importing_ge_es_loads_no_numpy_and_no_other_package() -> None:
    loaded = run(
        "import sys, ge.es.all; print([m for m in sys.modules if m in ('numpy', 'google.protobuf', 'ge.es_gen') "
        "or m.startswith('ge.') and m.split('.')[1] not in ('graph', 'es')])"
    )

    assert loaded == "[]"


def test_a_star_import_brings_every_operator() -> None:
    assert run("from ge.es.all import *; print(Add.__module__, Conv2D.__module__, While.__module__, _If.__name__)") == (
        "ge.es.math ge.es.nn ge.es.legacy _If"
    )


@pytest.mark.parametrize("statement", ["import ge.es.math", "import ge.es; ge.es.math.Add", "from ge.es import math"])
def test_a_package_can_be_reached_in_every_way(statement: str) -> None:
    assert run(f"{statement}; import sys; print('Add' in dir(sys.modules['ge.es.math']))") == "True"


def test_an_operator_that_does_not_exist_is_named() -> None:
    code = "import ge.es.all\ntry: ge.es.all.Conv9D\nexcept AttributeError as error: print(error)"

    assert run(code) == "ge.es.all has no operator 'Conv9D'"
