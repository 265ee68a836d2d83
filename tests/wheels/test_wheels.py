"""What holds for the wheels alone: how they install, what they carry, what importing them brings."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

Ask = Callable[[Path, str], object]

SIX = ("ge_graph", "ge_es", "ge_session", "ge_passes", "ge_custom_op", "pyatc")


def members(wheels: Path, dist: str) -> list[str]:
    (wheel,) = wheels.glob(f"{dist}-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_no_wheel_makes_a_package_of_the_namespace(wheels: Path) -> None:
    assert [name for dist in SIX for name in members(wheels, dist) if name == "ge/__init__.py"] == []


def test_no_file_is_in_two_wheels(wheels: Path) -> None:
    names = [name for dist in SIX for name in members(wheels, dist)]

    assert len(names) == len(set(names))


@pytest.mark.parametrize("dist", SIX)
def test_every_wheel_is_typed_and_licensed(wheels: Path, dist: str) -> None:
    names = members(wheels, dist)

    assert any(name.endswith("/py.typed") for name in names)
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_passes_wheel_brings_a_plugin_for_pytest(wheels: Path) -> None:
    (wheel,) = wheels.glob("ge_passes-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (path,) = (name for name in archive.namelist() if name.endswith(".dist-info/entry_points.txt"))
        text = archive.read(path).decode()

    assert "[pytest11]\nge-passes = pytest_ge_passes\n" in text


def test_wheels_are_the_same_when_built_again(wheels: Path, tmp_path: Path) -> None:
    from ge.es_gen.build_backend import record

    (wheel,) = wheels.glob("ge_graph-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        files = {info.filename: archive.read(info) for info in archive.infolist()}
        times = {info.date_time for info in archive.infolist()}
    path = next(name for name in files if name.endswith("/RECORD"))
    stored = files.pop(path)

    assert times == {(1980, 1, 1, 0, 0, 0)}
    assert record(files, path) == stored


def test_only_the_native_wheels_name_a_python(wheels: Path) -> None:
    tag = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    native = {wheel.name.split("-")[0] for wheel in wheels.glob("*.whl") if wheel.name.split("-")[2] == tag}

    assert native >= {"ge_graph", "ge_session", "ge_py_pass_bridge"}
    assert native.isdisjoint({"ge_es", "ge_passes", "pyatc"})


def test_passes_are_one_wheel_for_all_pythons_that_needs_the_native_part_of_its_own_version(wheels: Path) -> None:
    (pure,) = wheels.glob("ge_passes-*.whl")
    (native,) = wheels.glob("ge_py_pass_bridge-*.whl")
    version = pure.name.split("-")[1]
    tag = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    with zipfile.ZipFile(pure) as archive:
        about = archive.read(f"ge_passes-{version}.dist-info/METADATA").decode()
        libraries = [name for name in archive.namelist() if name.endswith(".so")]

    assert pure.name == f"ge_passes-{version}-py3-none-any.whl"
    assert native.name == f"ge_py_pass_bridge-{version}-{tag}-{tag}-linux_x86_64.whl"
    assert f"Requires-Dist: ge-py-pass-bridge=={version}" in about.splitlines()
    assert libraries == []
    folder = f"ge/passes/python_pass_artifacts/{tag}-linux-x86_64"
    assert sorted(name for name in members(wheels, "ge_py_pass_bridge") if ".dist-info/" not in name) == [
        f"{folder}/_ge_pass_native.so",
        f"{folder}/libge_python_pass_bridge.so",
        f"{folder}/manifest.json",
    ]


def test_the_engine_carries_what_a_base_system_lacks(wheels: Path) -> None:
    names = [name.rsplit("/", 1)[-1] for name in members(wheels, "ge_session")]

    for library in ("libdnnl.so", "libgomp.so", "libOpenCL.so"):
        assert any(name.startswith(library) for name in names), library


def test_the_graph_package_alone_brings_no_engine(install: Callable[..., Path], ask: Ask) -> None:
    python = install("ge-graph")

    found = ask(
        python,
        "import json, importlib.metadata as m, importlib.util as u, ge.graph\n"
        "print(json.dumps([sorted(d.name for d in m.distributions()), u.find_spec('ge.session') is None,\n"
        "  'libge_cpu_engine' in open('/proc/self/maps').read()]))",
    )

    dists, no_session, engine = found  # type: ignore[misc]  # a list of three, by the script above
    assert set(dists) - {"pip", "setuptools", "ml_dtypes"} == {"ge-graph", "numpy", "protobuf"}
    assert no_session
    assert not engine


def test_importing_the_graph_package_loads_nothing_that_it_does_not_need(everything: Path, ask: Ask) -> None:
    loaded = ask(
        everything,
        "import json, sys, ge.graph\n"
        "own = {'ge', 'ge.graph', 'ge.error', 'ge.utils'}\n"
        "foreign = {m for m in sys.modules if m.split('.')[0] in ('ge', 'onnx', 'pyatc', 'rich')}\n"
        "foreign = {'.'.join(m.split('.')[:2]) for m in foreign} - own\n"
        "maps = open('/proc/self/maps').read()\n"
        "print(json.dumps([sorted(foreign), [l for l in ('libge_cpu_engine', 'libdnnl') if l in maps]]))",
    )

    assert loaded == [[], []]


def test_the_six_form_one_namespace(everything: Path, ask: Ask) -> None:
    found = ask(
        everything,
        "import json, ge, ge.graph, ge.es, ge.session, ge.passes, ge.custom_op, pyatc\n"
        "print(json.dumps([getattr(ge, '__file__', None), len(list(ge.__path__))]))",
    )

    assert found == [None, 1]


def test_the_engine_runs_on_the_libraries_in_its_wheel(everything: Path, ask: Ask) -> None:
    found = ask(
        everything,
        "import json, ge.session\n"
        "paths = {l.split()[-1] for l in open('/proc/self/maps') if 'libdnnl' in l or 'libgomp' in l}\n"
        "print(json.dumps(sorted(paths)))",
    )

    assert isinstance(found, list)
    assert len(found) >= 2
    assert all(path.startswith(str(everything.parents[1])) for path in found)


def test_installed_distributions_agree(everything: Path) -> None:
    subprocess.run([str(everything), "-m", "pip", "check"], check=True)
