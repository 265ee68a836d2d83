"""The public surface, and what importing costs."""

from __future__ import annotations

import subprocess
import sys

import ge.passes
import pytest

NAMES = [
    "Candidate",
    "DecomposePass",
    "Explanation",
    "FuseCheckResult",
    "FusionBasePass",
    "MatchResult",
    "NOT_CHANGED",
    "NodeIo",
    "Obstacle",
    "ObstacleKind",
    "PassContext",
    "PassStage",
    "Pattern",
    "PatternFusionPass",
    "PatternMatcherConfig",
    "PatternMatcherConfigBuilder",
    "SubgraphBoundary",
    "SubgraphInput",
    "SubgraphOutput",
    "SubgraphRewriter",
    "any_of",
    "can_fuse",
    "capture",
    "clear_registered_passes",
    "commutative",
    "create_pattern",
    "create_replacement",
    "explain",
    "get_registered_pass_by_descriptor_key",
    "get_registered_pass_dicts",
    "get_registered_passes",
    "infer_shape",
    "optional",
    "pattern",
    "register_decompose_pass",
    "register_fusion_pass",
    "report_fuse",
    "variadic",
]


def test_every_public_name_is_there() -> None:
    assert sorted(ge.passes.__all__) == NAMES
    for name in NAMES:
        assert getattr(ge.passes, name) is not None
    assert set(NAMES) <= set(dir(ge.passes))


def test_an_unknown_name_is_an_error_that_names_it() -> None:
    with pytest.raises(AttributeError, match=r"'ge\.passes' has no attribute 'nothing'"):
        ge.passes.nothing  # noqa: B018  # the access is the test


@pytest.mark.parametrize("name", ["NodeIo", "capture", "create_pattern", "create_replacement", "pattern"])
def test_importing_loads_nothing_native_until_it_is_needed(name: str) -> None:
    code = f"""
import sys, ge.passes
ge.passes.{name}
assert "ge.passes._ge_pass_native" not in sys.modules
ge.passes.PassStage
assert "ge.passes._ge_pass_native" in sys.modules
assert callable(ge.passes.pattern)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_stages_are_texts() -> None:
    assert [stage == text for stage, text in zip(
        ge.passes.PassStage,
        ["BeforeInferShape", "AfterInferShape", "AfterBuiltinFusionPass", "AfterOriginGraphOptimize"],
    )] == [True] * 4  # fmt: skip


def test_native_types_that_the_compiler_gives_cannot_be_made() -> None:
    for kind in (ge.passes.MatchResult, ge.passes.PassContext, ge.passes.PatternMatcherConfig):
        with pytest.raises(TypeError):
            kind()


def _told(value: object) -> str:
    """A docstring, without the signatures that native functions begin with."""
    return "\n".join(line for line in (getattr(value, "__doc__", None) or "").splitlines() if "->" not in line)


@pytest.mark.parametrize("name", [name for name in NAMES if callable(getattr(ge.passes, name))])
def test_everything_public_has_a_docstring_that_help_shows(name: str) -> None:
    value = getattr(ge.passes, name)
    members = [(member, getattr(value, member)) for member in vars(value)] if isinstance(value, type) else []

    silent = [
        member
        for member, found in members
        if not member.startswith("_") and callable(found) and not _told(found).strip()
    ]

    assert _told(value).strip(), name
    assert silent == []
