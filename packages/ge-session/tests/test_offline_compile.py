"""Compiling without a session."""

from __future__ import annotations

import copy
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


def test_a_model_is_as_long_as_its_file(building: None, tmp_path: Path) -> None:
    model = build_model(affine_graph())

    save_model(str(tmp_path / "new" / "model.om"), model)

    file = tmp_path / "new" / "model.om.om"
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
    ],
)
def test_wrong_options_are_refused(building: None, options: dict[str, str], code: str) -> None:
    with pytest.raises(GeError, match=f"BuildModel failed; {code}"):
        build_model(affine_graph(), options)


def test_a_file_that_cannot_be_written_is_named(building: None) -> None:
    with pytest.raises(GeError, match=r"SaveModel failed; output_file=/proc/none/model; E13"):
        save_model("/proc/none/model", build_model(affine_graph()))
