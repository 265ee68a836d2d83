"""What reads graphs survives any bytes.

GE_FUZZ_COUNT sets how many mutated files are read; `python -m fuzz` reads more.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from fuzz.runner import FORMATS, read, run_fuzzer
from fuzz.seeds import corpus_of, seeds_of
from hypothesis import given, settings
from hypothesis import strategies as st

_COUNT = int(os.environ.get("GE_FUZZ_COUNT", "2000"))
_CORPUS = [(name, path) for name, form in FORMATS.items() for path in corpus_of(form)]


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_mutated_files_are_refused_or_read(name: str) -> None:
    form = FORMATS[name]

    failures = run_fuzzer(form, seeds_of(form), _COUNT)

    assert failures == []  # `python -m fuzz NAME --first SEED --count 1` makes a file again


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_the_files_that_mutations_begin_with_are_read(name: str, tmp_path: Path) -> None:
    for seed in seeds_of(FORMATS[name]):
        FORMATS[name].load(seed, tmp_path)


@pytest.mark.parametrize(("name", "path"), _CORPUS, ids=[path.name for _, path in _CORPUS])
def test_what_was_hard_once_is_refused_or_read(name: str, path: Path, tmp_path: Path) -> None:
    read(FORMATS[name], path.read_bytes(), tmp_path)


@given(st.binary(max_size=300))
@settings(deadline=None)
def test_any_bytes_are_refused_or_read(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    for form in FORMATS.values():
        read(form, data, tmp_path_factory.getbasetemp())


@given(
    st.text(alphabet="{}<>[]:;,'\"\\#-0123456789xefai \n", max_size=80).map(lambda text: "graph { name: 'g' " + text)
)
@settings(deadline=None)
def test_any_text_is_refused_or_read(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    read(FORMATS["text"], text.encode(), tmp_path_factory.getbasetemp())
