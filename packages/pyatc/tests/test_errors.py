"""Bad input to `pyatc` ends in a clear error with its code, exit status 255, and no file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper
from pyatc._options import OPTIONS, Effect

RunPyatc = Callable[..., "CompletedProcess[str]"]
GOOD = ("--framework=5", "--soc_version=Ascend910B1", "--output=out", "--model=m.onnx")


def _save(folder: Path, *nodes: onnx.NodeProto, shape: tuple[int, ...] = (2, 3)) -> None:
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["a", "b"])],
    )
    opset = [helper.make_opsetid("", 15), helper.make_opsetid("our.own", 1)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=8), folder / "m.onnx")


@pytest.fixture
def relu(tmp_path: Path) -> None:
    _save(tmp_path, helper.make_node("Relu", ["x"], ["y"], name="relu"))


@pytest.mark.usefixtures("relu")
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--framework=5", "--output=out", "--model=m.onnx"), "E10054", "--soc_version"),
        (("--framework=5", "--soc_version=Ascend910B1", "--model=m.onnx"), "E10054", "--output"),
        (("--framework=5", "--soc_version=Ascend910B1", "--output=out"), "E10054", "--model"),
        (("--soc_version=Ascend910B1", "--output=out", "--model=m.onnx"), "E10007", "--framework"),
        ((*GOOD, "--model=missing.onnx"), "E10001", "missing.onnx"),
        ((*GOOD, "--input_format=NHCW"), "E10001", "NHCW"),
        ((*GOOD, "--input_shape=z:1"), "E10016", "'z'"),
        ((*GOOD, "--input_shape=x:2,3,4"), "E10049", "'x'"),
        ((*GOOD, "--input_shape=x:2,7"), "E10050", "7"),
        ((*GOOD, "--precision_mode=force_fp16", "--precision_mode_v2=fp16"), "E10056", "precision_mode"),
        ((*GOOD, "--dynamic_batch_size=1,2"), "E10055", "dynamic_batch_size"),
        ((*GOOD, "--mode=6"), "E10055", "--mode 6"),
        (("--mode=1", "--om=out.om", "--json=out.json"), "E10055", "--mode 1 is not offered yet"),
        (("--om=out.txt", "--json=out.json", "--mode=5"), "E10055", "--mode 5 is not offered yet"),
        ((*GOOD, "--om=out.om"), "E10055", "--om is 'out.om'"),
        ((*GOOD, "--output=out/"), "E10022", "out/"),
        ((*GOOD, "--output=" + 253 * "n"), "E10021", "more than 255 bytes"),
        ((*GOOD, "--output=" + 4096 * "n"), "E10021", "4096 bytes"),
        ((*GOOD, "--model=" + 300 * "m"), "E10001", "expected a file"),
        ((*GOOD, "--model=" + 4096 * "m"), "E13002", "4096 bytes"),
        ((*GOOD, "--output=a_folder"), "E10001", "'a_folder.om' is a folder"),
        ((*GOOD, "--output=m.onnx/out"), "E10001", "its folder cannot be made"),
        ((*GOOD, "--output=\udcff"), "E10001", "no UTF-8"),
        ((*GOOD, "--framework=1"), "E10041", "m.onnx"),
        ((*GOOD, "--soc_version=Foo"), "E10001", "Foo"),
        ((*GOOD, "--input_shape=x:2,3;x:2,3"), "E10002", "'x' has a shape already"),
        ((*GOOD, "--optimization_switch=NoSuch:off"), "E10001", "'NoSuch', which is no pass"),
        ((*GOOD, "--optimization_switch=Identity:off"), "E10001", "did you mean IdentityPass"),
        ((*GOOD, "--passes_verify=maybe"), "E10001", "off, numeric"),
    ],
)
def test_a_bad_option_is_refused(
    words: tuple[str, ...], code: str, said: str, run_pyatc: RunPyatc, tmp_path: Path
) -> None:
    (tmp_path / "a_folder.om").mkdir()
    before = sorted(tmp_path.iterdir())

    result = run_pyatc(*words)

    assert result.returncode == 255
    assert "ATC run failed" in result.stdout
    assert f"\n{code}: " in result.stdout
    assert said in result.stdout
    assert "inner error" not in result.stdout
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.usefixtures("relu")
@pytest.mark.parametrize(
    ("place", "text", "said"),
    [
        ("none.py", None, "none.py does not exist"),
        ("passes.txt", "", "passes.txt is a file, but no .py file"),
        ("broken.py", "import no_such_module", "No module named 'no_such_module'"),
    ],
)
def test_passes_that_cannot_be_loaded_are_an_error_of_the_user(
    place: str, text: str | None, said: str, run_pyatc: RunPyatc, tmp_path: Path
) -> None:
    if text is not None:
        (tmp_path / place).write_text(text)

    result = run_pyatc(*GOOD, ASCEND_GE_PY_PASS_PATH=place)

    assert result.returncode == 255
    assert "\nE13029: " in result.stdout
    assert said in result.stdout
    assert "inner error" not in result.stdout


def test_an_unknown_option_is_told_on_standard_error(run_pyatc: RunPyatc) -> None:
    result = run_pyatc("--nonsense=1")

    assert result.returncode == 255
    assert result.stderr.startswith("ERROR: ")
    assert "nonsense" in result.stderr


def test_help_ends_well_and_names_the_options(run_pyatc: RunPyatc) -> None:
    result = run_pyatc("--help")

    assert result.returncode == 0
    assert "--input_shape" in result.stdout
    assert "python3 -m ge.pyatc" in result.stdout
    assert "ASCEND_GLOBAL_LOG_LEVEL" in result.stdout


def test_help_says_which_options_are_refused_and_which_do_nothing(run_pyatc: RunPyatc) -> None:
    shown = run_pyatc("--help").stdout

    for option in OPTIONS:
        if option.hidden:
            continue
        about = shown.partition(f"\n  --{option.name}\n")[2].partition("\n  --")[0]
        assert about, option.name
        assert ("[refused here: E10055]" in " ".join(about.split())) == (option.effect is Effect.REFUSED), option.name
        assert ("[no effect here]" in " ".join(about.split())) == (option.effect is Effect.NONE), option.name


def test_help_is_given_whatever_else_is_asked_for(run_pyatc: RunPyatc) -> None:
    result = run_pyatc("--help", "--mode=1", "--om=m.om")

    assert result.returncode == 0
    assert "usage:" in result.stdout


@pytest.mark.parametrize("keep", [0, 1, 10, 1000, 100_000])
def test_a_truncated_model_is_refused(
    keep: int, real_model: Callable[[str], Path], run_pyatc: RunPyatc, tmp_path: Path
) -> None:
    (tmp_path / "m.onnx").write_bytes(real_model("ocr_classify").read_bytes()[:keep])

    result = run_pyatc(*GOOD)

    assert result.returncode == 255
    assert "m.onnx" in result.stdout
    assert any(code in result.stdout for code in ("E13015: ", "E16004: ", "E16001: "))
    assert [path.name for path in tmp_path.iterdir()] == ["m.onnx"]


def test_every_operator_without_importer_is_named(run_pyatc: RunPyatc, tmp_path: Path) -> None:
    _save(
        tmp_path,
        helper.make_node("Special", ["x"], ["a"], name="first", domain="our.own"),
        helper.make_node("Det", ["a"], ["y"], name="second"),
    )

    result = run_pyatc(*GOOD)

    assert result.returncode == 255
    assert "E16002: " in result.stdout
    assert 'our.own::Special (first at node "first")' in result.stdout
    assert 'ai.onnx::Det (first at node "second")' in result.stdout
    assert not (tmp_path / "out.om").exists()


def test_shapes_that_do_not_fit_name_the_node(run_pyatc: RunPyatc, tmp_path: Path) -> None:
    weights = onnx.numpy_helper.from_array(np.zeros((4, 5), np.float32), "w")
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"], name="fc1")],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["c", "d"])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["a", "b"])],
        [weights],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)], ir_version=8)
    onnx.save(model, tmp_path / "m.onnx")

    result = run_pyatc(*GOOD, "--input_shape=x:2,3")

    assert result.returncode == 255
    assert "fc1" in result.stdout
    assert "[2, 3]" in result.stdout
    assert "[4, 5]" in result.stdout
    assert not (tmp_path / "out.om").exists()
