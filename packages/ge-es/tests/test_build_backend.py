"""The build backend that travels with a generated distribution, as pip calls it."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import pathlib
import tarfile
import zipfile
from types import ModuleType

import pytest
from ge.es_gen import read_text
from ge.es_gen.distribution import distribution_files
from ge.es_gen.place import place

OPERATORS = "op Mine\n  in x: float\n  out y: float\n"


@pytest.fixture
def backend(tmp_path: pathlib.Path) -> ModuleType:
    """The backend of a generated distribution, loaded from beside it."""
    ops = read_text(OPERATORS, "ops.opdef", family="ops", package="vendor")
    place(distribution_files(ops, "vendor", version="1.2.0", needs="ge-es>=0.1,<0.2"), tmp_path / "dist")
    spec = importlib.util.spec_from_file_location("build_backend", tmp_path / "dist" / "build_backend.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_wheel_has_the_packages_and_what_pip_needs(backend: ModuleType, tmp_path: pathlib.Path) -> None:
    name = backend.build_wheel(str(tmp_path))

    assert name == "es_vendor-1.2.0-py3-none-any.whl"
    with zipfile.ZipFile(tmp_path / name) as wheel:
        assert sorted(wheel.namelist()) == [
            "es_vendor-1.2.0.dist-info/METADATA",
            "es_vendor-1.2.0.dist-info/RECORD",
            "es_vendor-1.2.0.dist-info/WHEEL",
            "es_vendor-1.2.0.dist-info/entry_points.txt",
            "es_vendor/__init__.py",
            "es_vendor/_prototypes.py",
            "es_vendor/es_Mine.py",
            "es_vendor/es_vendor_ops.py",
            "es_vendor/py.typed",
            "ge/es/vendor/__init__.py",
            "ge/es/vendor/py.typed",
        ]
        metadata = wheel.read("es_vendor-1.2.0.dist-info/METADATA").decode()
        entry_points = wheel.read("es_vendor-1.2.0.dist-info/entry_points.txt").decode()
    assert "Name: es_vendor\nVersion: 1.2.0\n" in metadata
    assert "Requires-Python: >=3.9\nRequires-Dist: ge-es>=0.1,<0.2\n" in metadata
    assert entry_points == "[ge.es.plugins]\nvendor = es_vendor:get_module\n"


def test_the_same_sources_give_the_same_wheel(backend: ModuleType, tmp_path: pathlib.Path) -> None:
    digests = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        wheel = tmp_path / folder / backend.build_wheel(str(tmp_path / folder))
        digests.append(hashlib.sha256(wheel.read_bytes()).digest())

    assert digests[0] == digests[1]


def test_what_the_user_writes_into_pyproject_counts(backend: ModuleType, tmp_path: pathlib.Path) -> None:
    pyproject = tmp_path / "dist" / "pyproject.toml"
    pyproject.write_text(pyproject.read_text().replace('"1.2.0"', '"2.0.0"'))

    assert backend.build_wheel(str(tmp_path)) == "es_vendor-2.0.0-py3-none-any.whl"


def test_an_editable_wheel_points_to_the_sources(backend: ModuleType, tmp_path: pathlib.Path) -> None:
    name = backend.build_editable(str(tmp_path))

    with zipfile.ZipFile(tmp_path / name) as wheel:
        assert wheel.read("es_vendor.pth").decode() == f"{os.path.realpath(tmp_path / 'dist')}\n"
        assert not any(member.startswith("es_vendor/") for member in wheel.namelist())


def test_a_source_archive_builds_again(backend: ModuleType, tmp_path: pathlib.Path) -> None:
    name = backend.build_sdist(str(tmp_path))

    with tarfile.open(tmp_path / name) as archive:
        members = archive.getnames()
    assert name == "es_vendor-1.2.0.tar.gz"
    assert {f"es_vendor-1.2.0/{file}" for file in ("pyproject.toml", "build_backend.py", "PKG-INFO")} <= set(members)
    assert "es_vendor-1.2.0/es_vendor/es_Mine.py" in members
