"""Compiling without a session."""

from __future__ import annotations

import copy
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import affine_graph
from ge.offline_compile import ModelBuffer, build_finalize, build_initialize, build_model, save_model
from ge.session import GeError, OfflineModel


@pytest.fixture
def building() -> Iterator[None]:
    build_initialize({"ge.socVersion": "Ascend910B1"})
    yield
    build_finalize()


@pytest.mark.parametrize("ending", ["model", "model.om"])
def test_a_model_is_as_long_as_its_file(ending: str, building: None, tmp_path: Path) -> None:
    model = build_model(affine_graph())

    save_model(str(tmp_path / "new" / ending), model)

    file = tmp_path / "new" / "model.om"
    assert model.length == model.get_length() == file.stat().st_size
    assert len(OfflineModel(file).outputs) == 2


def test_a_shape_can_be_given(building: None, tmp_path: Path) -> None:
    save_model(str(tmp_path / "model"), build_model(affine_graph(), {"input_shape": "x:4,3"}))

    assert list(OfflineModel(tmp_path / "model.om").inputs[0].shape) == [4, 3]


def test_a_model_is_made_by_building_only(building: None) -> None:
    with pytest.raises(RuntimeError, match=r"ModelBuffer.*directly"):
        ModelBuffer()
    model = build_model(affine_graph())
    for act in (copy.copy, copy.deepcopy):
        with pytest.raises(RuntimeError, match="ModelBuffer"):
            act(model)


def test_building_must_be_started() -> None:
    with pytest.raises(GeError, match="BuildModel failed; E10062"):
        build_model(affine_graph())
    build_finalize()


def test_arguments_of_another_type_are_refused(building: None) -> None:
    with pytest.raises(TypeError, match=r"graph.*Graph"):
        build_model("graph")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"build_options.*dictionary"):
        build_model(affine_graph(), [])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"build_options.*strings"):
        build_model(affine_graph(), {"log": 1})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="output_file"):
        save_model(1, build_model(affine_graph()))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"model.*ModelBuffer"):
        save_model("model", b"model")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"ge.socVersion": "Ascend910B1"}, "E10001"),
        ({"ge.exec.precision_mode": "fast"}, "E10001"),
        ({"ge.autoTuneMode": "RL"}, "E10055"),
        ({"ge.dynamicBatchSize": "1,2"}, "E10055"),
        ({"log": "loud"}, "E10010"),
        ({"input_shape": "x:4,3;x:4,3"}, "E10002"),
    ],
)
def test_wrong_options_are_refused(building: None, options: dict[str, str], code: str) -> None:
    with pytest.raises(GeError, match=f"BuildModel failed; {code}"):
        build_model(affine_graph(), options)


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_files_have_the_permissions_of_the_umask(mask: int, building: None, tmp_path: Path) -> None:
    model = build_model(affine_graph())
    before = os.umask(mask)
    try:
        save_model(str(tmp_path / "model"), model)
        affine_graph().save_to_air(str(tmp_path / "model.air"))
    finally:
        os.umask(before)

    modes = [stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()]
    assert modes == [0o666 & ~mask] * 2


def test_the_option_log_sets_the_level(building: None, capfd: pytest.CaptureFixture[str]) -> None:
    build_model(affine_graph(), {"log": "info"})
    assert "[INFO]" in capfd.readouterr().err

    build_model(affine_graph(), {"log": "default"})  # leaves it alone
    assert "[INFO]" in capfd.readouterr().err

    build_model(affine_graph(), {"log": "error"})
    assert "[INFO]" not in capfd.readouterr().err


def test_a_file_that_cannot_be_written_is_named(building: None) -> None:
    with pytest.raises(GeError, match=r"SaveModel failed; output_file=/proc/none/model; E13"):
        save_model("/proc/none/model", build_model(affine_graph()))
