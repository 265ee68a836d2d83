"""`gen_esb`: the flags of the reference's generator, and the history of releases that it extracts."""

from __future__ import annotations

import datetime
import json
import pathlib

import pytest
from ge.es_gen.gen_esb import main

OPERATORS = """\
package vendor

op KeptOne
  in x1, x2: float float16
  in? bias: NumberType
  out y: float
  attr scale: Float = 1.5
  attr to: DataType = bf16
  attr axes: ListInt
  attr kinds: ListDataType = [float, int8]

op DroppedOne
  type T: float int8
  in* xs: T
  out* ys: T
  graph body
  graph* branches
"""


@pytest.fixture
def opp(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A folder of definitions that the environment names."""
    folder = tmp_path / "opp/op_proto"
    folder.mkdir(parents=True)
    (folder / "vendor.opdef").write_text(OPERATORS)
    monkeypatch.setenv("ASCEND_OPP_PATH", str(tmp_path / "opp"))
    return folder


def test_the_functions_of_the_definitions_under_the_environments_folder_are_made(
    opp: pathlib.Path, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "made"
    flags = ["--h_guard_prefix=X", "--history_registry=none", "--release_version=1.0"]
    status = main([f"--output_dir={out}", "--module_name=vendor", "--exclude_ops=DroppedOne, Unknown", *flags])

    assert status == 0
    assert (out / "es_vendor/es_KeptOne.py").exists()
    assert not (out / "es_vendor/es_DroppedOne.py").exists()
    printed = capsys.readouterr()
    assert printed.out.startswith("ge.es.vendor: 1 operators in ")
    assert printed.err == "gen_esb: --exclude_ops: no operator Unknown is defined\n"


def test_further_definitions_are_named(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ASCEND_OPP_PATH", raising=False)
    (tmp_path / "ops.json").write_text('[{"type": "FromJson"}]')

    status = main(["--ops", str(tmp_path / "ops.json"), f"--output_dir={tmp_path}/out", "--module_name=mine"])

    assert status == 0
    assert (tmp_path / "out/es_mine/es_FromJson.py").exists()


@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        (["--module_name=all"], "module name 'all' is taken"),
        (["--es_mode=extract_history"], "--release_version must be given"),
        (["--es_mode=extract_history", "--release_version=../x"], "release version '../x' must be"),
        (["--es_mode=extract_history", "--release_version=1", "--release_date=2026-13-01"], "must be YYYY-MM-DD"),
        (["--es_mode=extract_history", "--release_version=1", "--release_date=2026-1-01"], "must be YYYY-MM-DD"),
    ],
)
def test_what_cannot_be_made_ends_with_1_and_the_reason(
    opp: pathlib.Path, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str], flags: list[str], reason: str
) -> None:
    assert main([*flags, f"--output_dir={tmp_path}/out"]) == 1
    assert reason in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_without_definitions_it_ends_with_1(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("ASCEND_OPP_PATH", raising=False)
    assert main([]) == 1
    monkeypatch.setenv("ASCEND_OPP_PATH", str(tmp_path))
    assert main([]) == 1

    first, second = capsys.readouterr().err.splitlines()
    assert first == "gen_esb: ASCEND_OPP_PATH must name the folder with the operator definitions, or --ops the files"
    assert second == f"gen_esb: no operator is defined in {tmp_path}"


def extract(registry: pathlib.Path, version: str, date: str, *flags: str) -> int:
    dated = [f"--release_version={version}", f"--release_date={date}"]
    return main(["--es_mode=extract_history", f"--output_dir={registry}", *dated, *flags])


def test_releases_are_recorded_by_date(opp: pathlib.Path, tmp_path: pathlib.Path) -> None:
    registry = tmp_path / "history"

    assert extract(registry, "2.0.0", "2026-03-01", "--branch_name=main") == 0
    assert extract(registry, "1.0.0", "2025-03-01") == 0

    assert json.loads((registry / "index.json").read_text()) == {
        "version": "1.0.0",
        "releases": [
            {"release_version": "1.0.0", "release_date": "2025-03-01"},
            {"release_version": "2.0.0", "release_date": "2026-03-01"},
        ],
    }
    metadata = [json.loads((registry / f"registry/{v}/metadata.json").read_text()) for v in ("1.0.0", "2.0.0")]
    assert metadata == [{"release_version": "1.0.0"}, {"release_version": "2.0.0", "branch_name": "main"}]


def test_a_release_tells_all_of_its_operators(opp: pathlib.Path, tmp_path: pathlib.Path) -> None:
    assert extract(tmp_path, "1.0.0", "2025-03-01") == 0

    dropped, kept = json.loads((tmp_path / "registry/1.0.0/operators.json").read_text())["operators"]
    assert dropped == {
        "op_type": "DroppedOne",
        "inputs": [{"name": "xs", "type": "DYNAMIC_INPUT", "dtype": "T"}],
        "outputs": [{"name": "ys", "type": "DYNAMIC_OUTPUT", "dtype": "T"}],
        "attrs": [],
        "subgraphs": [{"name": "body", "type": "STATIC"}, {"name": "branches", "type": "DYNAMIC"}],
    }
    assert kept["inputs"] == [
        {"name": "x1", "type": "INPUT", "dtype": "DT_FLOAT, DT_FLOAT16"},
        {"name": "x2", "type": "INPUT", "dtype": "DT_FLOAT, DT_FLOAT16"},
        {"name": "bias", "type": "OPTIONAL_INPUT", "dtype": "NumberType"},
    ]
    assert kept["attrs"] == [
        {"name": "scale", "type": "Float", "required": False, "default_value": "1.5"},
        {"name": "to", "type": "Type", "required": False, "default_value": '"DT_BF16"'},
        {"name": "axes", "type": "ListInt", "required": True},
        {"name": "kinds", "type": "ListType", "required": False, "default_value": '["DT_FLOAT", "DT_INT8"]'},
    ]


def test_a_release_that_is_there_is_refused_before_anything_is_written(
    opp: pathlib.Path, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    extract(tmp_path, "1.0.0", "2025-03-01")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.json")}

    assert extract(tmp_path, "1.0.0", "2026-03-01", "--branch_name=other") == 1
    assert capsys.readouterr().err == f"gen_esb: {tmp_path} has release 1.0.0 already\n"
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*.json")}


def test_a_release_is_of_today_unless_a_date_is_given(opp: pathlib.Path, tmp_path: pathlib.Path) -> None:
    days = [datetime.date.today().isoformat()]
    assert extract(tmp_path, "1.0.0", "") == 0
    days.append(datetime.date.today().isoformat())

    (entry,) = json.loads((tmp_path / "index.json").read_text())["releases"]
    assert entry["release_date"] in days


@pytest.mark.parametrize("index", ["{", "[]", '{"releases": 3}', "\udcff"])
def test_an_index_that_cannot_be_read_is_replaced_with_a_message(
    opp: pathlib.Path, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str], index: str
) -> None:
    (tmp_path / "index.json").write_bytes(index.encode(errors="surrogateescape"))

    assert extract(tmp_path, "1.0.0", "2025-03-01") == 0
    assert "index.json is replaced" in capsys.readouterr().err
    assert len(json.loads((tmp_path / "index.json").read_text())["releases"]) == 1


def test_bad_entries_of_the_index_are_dropped_with_a_message(
    opp: pathlib.Path, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = {"release_version": "0.9", "release_date": "2024-01-01"}
    bad = [good, 3, {"release_version": "0.8"}, {"release_version": "0.7", "release_date": "yesterday"}]
    (tmp_path / "index.json").write_text(json.dumps({"version": "1.0.0", "releases": [good, *bad]}))

    assert extract(tmp_path, "1.0.0", "2025-03-01") == 0

    assert capsys.readouterr().err.count("dropped the entry") == len(bad)
    releases = json.loads((tmp_path / "index.json").read_text())["releases"]
    assert [release["release_version"] for release in releases] == ["0.9", "1.0.0"]


@pytest.mark.parametrize("flag", ["--unknown=1", "--es_mode=other", "--exclude=A"])
def test_unknown_flags_are_refused(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([flag])

    assert ended.value.code == 2
    assert "usage: gen_esb" in capsys.readouterr().err
