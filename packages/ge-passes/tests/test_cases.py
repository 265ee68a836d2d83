"""Files of cases, run by pytest with the plugin."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import INNER_PYTEST

PASSES = """
from ge.es import all as es
from ge.passes import *


@register_fusion_pass(name="DoubleIsMul", stage=PassStage.AFTER_INFER_SHAPE)
class DoubleIsMul(PatternFusionPass):
    @pattern
    def doubled(self, inputs):
        return es.Add(inputs[0], inputs[0])

    def replacement(self, inputs):
        return es.Mul(inputs[0], {factor})
"""

# Relu of the same is the same: right in its numbers, but never done.
GROWING = """
from ge.es import GraphBuilder
from ge.es import all as es
from ge.passes import *


class Growing(FusionBasePass):
    def run(self, graph, context):
        relu = [node for node in graph.get_direct_nodes() if node.type == "Relu"][-1]
        boundary = SubgraphBoundary()
        boundary.add_input(0, SubgraphInput([(relu, 0)]))
        boundary.add_output(0, SubgraphOutput(relu, 0))
        builder = GraphBuilder("two")
        two = builder.build_and_reset([es.Relu(es.Relu(builder.create_input(0)))])
        SubgraphRewriter.replace(boundary, two, context=context)
"""

CASES = """
pass: my_passes.py:DoubleIsMul

case: a doubled input becomes a product   # comments are left out
%x = float32[n, 3]
before:
  %d = Add(%x, %x)
  %y = Relu(%d)
  return %y
after:
  %y = Relu(%p)
  return %y

case: two inputs are no single one
%x = float32[2]
%z = float32[2]
before:
  %y = Add(%x, %z)
  return %y
unchanged because: another operator altogether
"""

RIGHT = CASES.replace("%y = Relu(%p)", "%p = Mul(%x, 2.0)\n  %y = Relu(%p)").replace(
    """case: two inputs are no single one
%x = float32[2]
%z = float32[2]
before:
  %y = Add(%x, %z)
  return %y
unchanged because: another operator altogether""",
    """case: a product is no sum
%x = float32[2]
before:
  %y = Mul(%x, %x)
  return %y
unchanged because: the graph has no Add""",
)

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs pytest over a file of cases in a folder of its own."""

    def run_cases(cases: str, *names: str, factor: str = "2.0") -> subprocess.CompletedProcess[str]:
        (tmp_path / "my_passes.py").write_text(PASSES.format(factor=factor), encoding="utf-8")
        (tmp_path / "double.passcases").write_text(cases, encoding="utf-8")
        command = [*INNER_PYTEST, "-v", *(str(tmp_path / name) for name in names or [""])]
        kept = {
            key: value for key, value in os.environ.items() if not key.startswith(("XML_", "TESTBRIDGE_", "PYTEST_"))
        }
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=kept)

    return run_cases


def test_cases_that_hold_pass_and_are_named_by_their_titles(run: Run) -> None:
    done = run(RIGHT)

    assert done.returncode == 0, done.stdout
    assert "double.passcases::a doubled input becomes a product PASSED" in done.stdout
    assert "double.passcases::a product is no sum PASSED" in done.stdout


# The file of passes was run once for the test's import and again for the cases: its passes were registered twice.
@pytest.mark.parametrize("order", [(), ("double.passcases", "test_mine.py"), ("test_mine.py", "double.passcases")])
def test_cases_stand_beside_tests_that_import_the_pass(run: Run, tmp_path: Path, order: tuple[str, ...]) -> None:
    (tmp_path / "test_mine.py").write_text(
        "def test_mine():\n    import my_passes\n    assert my_passes.DoubleIsMul", encoding="utf-8"
    )
    (tmp_path / "conftest.py").write_text("" if order else "import my_passes", encoding="utf-8")

    done = run(RIGHT, *order)

    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


def test_another_graph_is_shown_as_a_difference_with_what_the_pass_did(run: Run) -> None:
    done = run(RIGHT.replace("Mul(%x, 2.0)", "Mul(%x, 3.0)"))

    assert done.returncode == 1
    for part in ["the pass made another graph", "--- expected", "[3.000000]", "[2.000000]", "1 matches"]:
        assert part in done.stdout, done.stdout
    assert "1 failed, 1 passed" in done.stdout


def test_numbers_that_change_are_shown_with_element_and_seed(run: Run) -> None:
    done = run(RIGHT.replace("Mul(%x, 2.0)", "Mul(%x, 3.0)"), factor="3.0")

    assert done.returncode == 1
    for part in ["the graphs differ: output 0", "worst at [", "inputs of seed 0: float32[3, 3]"]:
        assert part in done.stdout, done.stdout


def test_numbers_need_not_be_compared(run: Run) -> None:
    loose = "numbers: off" + RIGHT.replace("Mul(%x, 2.0)", "Mul(%x, 3.0)")

    assert run(loose, factor="3.0").returncode == 0


def test_a_reason_must_be_the_one_that_the_explanation_gives(run: Run) -> None:
    unchanged = RIGHT.replace("the graph has no Add", "a consumer outside")

    done = run(unchanged)

    assert done.returncode == 1
    assert "unchanged, but nothing says 'a consumer outside'" in done.stdout
    assert "no candidates: the graph has no Add" in done.stdout


def test_a_pass_that_changes_what_it_should_not_is_shown(run: Run) -> None:
    done = run(RIGHT.replace("%y = Mul(%x, %x)", "%y = Add(%x, %x)"))

    assert done.returncode == 1
    assert "the pass changed the graph" in done.stdout


def test_a_pass_that_goes_on_when_run_again_is_shown(run: Run, tmp_path: Path) -> None:
    grows = """
pass: growing.py:Growing

case: one becomes two
%x = float32[2]
before:
  %y = Relu(%x)
  return %y
after:
  %y = Relu(%x)
  %z = Relu(%y)
  return %z
"""
    (tmp_path / "growing.py").write_text(GROWING, encoding="utf-8")

    done = run(grows)

    assert done.returncode == 1
    assert "run again, the pass changes its own result" in done.stdout, done.stdout


@pytest.mark.parametrize(
    ("cases", "reason"),
    [
        ("case: no pass\n", "double.passcases:1: 'pass: file.py:Name' must stand above the first case"),
        ("pass: x\n", "there is no case"),
        ("pass: x\nstage: Late\n", "double.passcases:2: stage is 'Late', expected one of BeforeInferShape"),
        ("pass: x\ncolour: red\n", "double.passcases:2: expected 'case: title' or one of pass, stage"),
        ("pass: x\ncase: t\nafter:\n", "double.passcases:3: 'before:' must come first"),
        ("pass: x\ncase: t\nbefore:\n", "double.passcases:2: case 't' needs 'before:', and 'after:' or"),
        ("pass: x\ncase:\n", "double.passcases:2: a case needs a title"),
    ],
)
def test_a_file_that_cannot_be_read_is_an_error_that_says_where(run: Run, cases: str, reason: str) -> None:
    done = run(cases)

    assert done.returncode == 2
    assert reason in done.stdout, done.stdout


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("%y = Nothing(%x)", "ge.es has no operator Nothing"),
        ("%y = Relu(%q)", "%q is not defined above"),
        ("%x = Relu(%x)", "%x is defined already"),
        ("%y = Relu(%x", "expected an input, a constant, an operator call"),
        ("%a, %b = Relu(%x)", "the operator has 1 outputs, but 2 are named"),
        ("%y = real[2]", "there is no type real"),
        ("%y = const float32[2]", "a constant is written as"),
        ("%y = Relu(%x, %x)", "Relu"),
    ],
)
def test_a_graph_that_cannot_be_built_is_an_error_that_names_the_line(run: Run, line: str, reason: str) -> None:
    done = run(
        f"pass: my_passes.py:DoubleIsMul\ncase: c\n%x = float32[2]\nbefore:\n {line}\n return %x\nafter:\n return %x\n"
    )

    assert done.returncode == 1
    assert f"double.passcases:5: {line}" in done.stdout
    assert reason in done.stdout, done.stdout


def test_every_form_of_line_is_read(run: Run) -> None:
    text = """
    pass: PrunePass

    case: what nobody reads goes
    %x = float32[4, ?]
    %k = int32[]
    %axis = const int32[] {0}
    %w = const float16[2, 2] {1, 2, 3.5, -1e-3}
    before:
      %a, %b = Split(%axis, %x, 2, num_split=2)
      %dead = Exp(%b)
      %y = ConcatV2([%a, %b], 0, N=2)
      %h = Cast(%w, dst_type=float32)
      %z = Add(%h, 1.5)
      %z after %y
      return %y, %z, %k
    after:
      %a, %b = Split(%axis, %x, 2, num_split=2)
      %y = ConcatV2([%a, %b], 0, N=2)
      %h = Cast(%w, dst_type=float32)
      %z = Add(%h, 1.5)
      %z after %y
      return %y, %z, %k
    """

    done = run(textwrap.dedent(text))

    assert done.returncode == 0, done.stdout


def test_a_pass_that_is_not_there_is_named(run: Run) -> None:
    done = run(RIGHT.replace(":DoubleIsMul", ":Missing"))

    assert done.returncode == 1
    assert "my_passes.py has no pass Missing" in done.stdout


def test_the_plugin_costs_other_tests_nothing(tmp_path: Path) -> None:
    code = "import sys, pytest_ge_passes; assert not [name for name in sys.modules if name.startswith('ge.')]"

    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path)
