"""The words of a command line become options, or a clear error."""

from __future__ import annotations

import pytest
from pyatc._command_line import parse
from pyatc._errors import AtcError, UsageError


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        (["--model=m.onnx"], "model", "m.onnx"),
        (["--model", "m.onnx"], "model", "m.onnx"),
        (["-model=m.onnx"], "model", "m.onnx"),
        (["--soc-version=Ascend910B1"], "soc_version", "Ascend910B1"),
        (["--soc=Ascend910B1"], "soc_version", "Ascend910B1"),
        (["--input_shape=x:1,3;y:2"], "input_shape", "x:1,3;y:2"),
        (["--log=info", "--log=error"], "log", "error"),
        ([], "oo_level", "O3"),
    ],
)
def test_a_value_is_read(words: list[str], name: str, value: str) -> None:
    assert parse(words).value(name) == value


@pytest.mark.parametrize("word", ["--help", "--h", "-h", "--help=true", "--help=yes"])
def test_help_is_asked_for(word: str) -> None:
    assert parse([word]).wants_help


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--nonsense=1"], "unknown option '--nonsense'"),
        (["--model"], "option '--model' needs a value"),
        (["stray"], "'stray' is not an option"),
        (["--dynamic=1"], "--dynamic_batch_size, --dynamic_image_size, --dynamic_dims"),
    ],
)
def test_a_line_that_cannot_be_read_is_a_usage_error(words: list[str], message: str) -> None:
    with pytest.raises(UsageError) as error:
        parse(words)

    assert message in str(error.value)


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("--framework=9", "E10007"),
        ("--status_check=2", "E10006"),
        ("--log=loud", "E10010"),
        ("--mode=4", "E10001"),
        ("--oo_constant_folding=maybe", "E10001"),
        ("--op_debug_level=-1", "E10001"),
        ("--help=perhaps", "E10003"),
        ("--insert_op_conf=aipp.cfg", "E10055"),
    ],
)
def test_a_value_outside_its_set_has_a_code(word: str, code: str) -> None:
    with pytest.raises(AtcError) as error:
        parse([word])

    assert error.value.code == code
    assert word.partition("=")[2] in error.value.message


def test_given_flags_become_compile_options() -> None:
    line = parse(["--optimization_switch=A:off", "--output=o", "--oo_level=O1"])

    assert line.compile_options() == {"ge.optimizationSwitch": "A:off", "ge.oo.level": "O1"}
