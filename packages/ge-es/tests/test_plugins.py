"""Plugins, in processes of their own: they are discovered once, when ge.es is imported."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import ge.es
import pytest


def install(folder: pathlib.Path, name: str, target: str, source: str) -> None:
    """What pip leaves behind for a distribution with one plugin and one module."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[ge.es.plugins]\n{name} = {target}\n")
    (folder / f"{name}_ops.py").write_text(source)


def run(folder: pathlib.Path, code: str) -> str:
    path = os.pathsep.join([str(folder), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


TARGETS = [
    ("vendor_ops", ""),
    ("vendor_ops:get_module", "def get_module():\n    import vendor_ops\n    return vendor_ops\n"),
    ("vendor_ops:name", "name = 'vendor_ops'\n"),
    ("vendor_ops:twice", "def twice():\n    return lambda: 'vendor_ops'\n"),
]


@pytest.mark.parametrize(("target", "source"), TARGETS, ids=[target for target, _ in TARGETS])
def test_a_plugin_becomes_a_submodule(tmp_path: pathlib.Path, target: str, source: str) -> None:
    install(tmp_path, "vendor", target, source + "def Mine():\n    return 7\n")

    output = run(
        tmp_path,
        "import ge.es\n"
        "import ge.es.vendor\n"
        "from ge.es.vendor import Mine\n"
        "print(Mine(), ge.es.vendor is ge.es.get_plugin('vendor'))\n"
        "print('vendor' in ge.es.list_plugins(), 'vendor' in ge.es.__all__)",
    )

    assert output == "7 True\nTrue True\n"


BROKEN = [
    ("missing_module", "", "[ERROR] [ge.es._plugin_loader] Plugin vendor: missing_module cannot be imported"),
    (
        "vendor_ops:nothing",
        "",
        "Plugin vendor: vendor_ops:nothing has no such attribute",
    ),
    ("vendor_ops:number", "number = 3\n", "unexpected type int: expected a module, the name of one, or a callable"),
    ("vendor_ops", "1 / 0\n", "ZeroDivisionError"),
]


@pytest.mark.parametrize(("target", "source", "text"), BROKEN, ids=[text for _, _, text in BROKEN])
def test_a_broken_plugin_is_named_and_passed_over(tmp_path: pathlib.Path, target: str, source: str, text: str) -> None:
    install(tmp_path, "vendor", target, source)

    output = run(tmp_path, "import ge.es; print(ge.es.get_plugin('vendor'))")

    assert text in output
    assert output.endswith("None\n")


def test_our_own_modules_are_plugins_too() -> None:
    assert ge.es.list_plugins()[:2] == ["all", "cv"]
    assert ge.es.get_plugin("math") is ge.es.math
    assert ge.es.get_plugin("no_such") is None
    with pytest.raises(AttributeError, match=r"module 'ge\.es' has no attribute 'no_such'"):
        ge.es.no_such  # noqa: B018  # reading it is the test
