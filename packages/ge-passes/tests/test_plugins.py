"""Passes that come as installed distributions, by entry points; and when passes are loaded and dropped."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import ge.es.all as es
import pytest
from conftest import PASS_HEAD, Compiler
from ge.es import GraphBuilder
from ge.ge_global import GeApi
from ge.graph import Graph
from ge.offline_compile import build_finalize, build_initialize, build_model
from ge.passes import bootstrap
from ge.session import GeError

Types = Callable[[Graph], list[str]]

RELU_TO = """
@register_fusion_pass(name="{name}", stage=PassStage.BEFORE_INFER_SHAPE)
class {name}(PatternFusionPass):
    @pattern
    def relu(self, inputs):
        return es.Relu(inputs[0])

    def replacement(self, inputs):
        return es.{type}(inputs[0])
"""

SOC = {"ge.socVersion": "Ascend910B1"}


def relu() -> Graph:
    """y = Relu(x)."""
    builder = GraphBuilder("one")
    return builder.build_and_reset([es.Relu(builder.create_input(0, shape=[2]))])


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str, str], Path]]:
    """Installs a distribution of one package with one entry point, as pip leaves it."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))
    packages = []

    def make(package: str, value: str, text: str) -> Path:
        (site / package).mkdir()
        packages.append(package)
        (site / package / "__init__.py").write_text("", encoding="utf-8")
        path = site / package / "passes.py"
        path.write_text(PASS_HEAD + text, encoding="utf-8")
        info = site / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[ge.passes.plugins]\n{package} = {value}\n", encoding="utf-8")
        return path

    yield make
    for name in [name for name in sys.modules if name.split(".")[0] in packages]:
        del sys.modules[name]


def compiled(**options: str) -> Graph:
    """The Relu after a compilation in a process that was initialised with these options."""
    graph = relu()
    build_initialize({**SOC, **options})
    try:
        build_model(graph)
    finally:
        build_finalize()
    return graph


ON = {"ge.passes.plugins": "on"}


@pytest.mark.usefixtures("compiler")
def test_installed_passes_run_only_when_asked_for(
    install: Callable[[str, str, str], Path], node_types: Types, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("tanh_plugin", "tanh_plugin.passes", RELU_TO.format(name="ToTanh", type="Tanh"))

    assert node_types(compiled()) == ["Relu"]
    assert "tanh_plugin.passes" not in sys.modules
    assert node_types(compiled(**ON)) == ["Tanh"]
    assert node_types(compiled()) == ["Relu"]
    monkeypatch.setenv("GE_PASSES_PLUGINS", "on")
    assert node_types(compiled()) == ["Tanh"]  # loaded again, though the module was imported before
    assert node_types(compiled(**{"ge.passes.plugins": "off"})) == ["Relu"]  # the option wins


def test_installed_passes_and_files_go_together(
    compiler: Compiler, install: Callable[[str, str, str], Path], node_types: Types
) -> None:
    install("exp_plugin", "exp_plugin.passes:B", RELU_TO.format(name="B", type="Exp"))
    compiler.use(RELU_TO.format(name="A", type="Relu6"))

    assert node_types(compiled(**ON)) == ["Relu6"]


@pytest.mark.usefixtures("compiler")
def test_a_plugin_that_fails_to_load_is_named_with_its_traceback(install: Callable[[str, str, str], Path]) -> None:
    path = install("broken_plugin", "broken_plugin.passes", "raise LookupError('no licence')")

    with pytest.raises(GeError) as caught:
        compiled(**ON)

    what = "plugin broken_plugin = broken_plugin.passes of ge.passes.plugins fails to load: LookupError: no licence"
    for part in ["E13029", "ge.passes.plugins=on", what, str(path)]:
        assert part in str(caught.value), str(caught.value)


@pytest.mark.usefixtures("compiler")
def test_another_value_than_on_or_off_is_refused() -> None:
    with pytest.raises(GeError, match=r'ge\.passes\.plugins is "yes", expected on or off'):
        compiled(**{"ge.passes.plugins": "yes"})


def test_plugins_come_in_the_order_of_their_names(install: Callable[[str, str, str], Path]) -> None:
    install("zeta_plugin", "zeta_plugin.passes", "")
    install("alpha_plugin", "alpha_plugin", "")

    names = [module.__name__ for module in bootstrap.load_installed_plugins()]

    assert [name for name in names if name.split(".")[0] in ("zeta_plugin", "alpha_plugin")] == [
        "alpha_plugin",
        "zeta_plugin.passes",
    ]


def test_passes_are_loaded_when_ge_is_initialised_and_stay_until_all_have_finished(
    compiler: Compiler, node_types: Types
) -> None:
    compiler.use(RELU_TO.format(name="A", type="Tanh"), "first.py")
    GeApi.ge_initialize(dict(SOC))
    try:
        compiler.use(RELU_TO.format(name="A", type="Exp"), "second.py")
        assert node_types(compiled()) == ["Tanh"]
    finally:
        GeApi.ge_finalize()

    assert node_types(compiled()) == ["Exp"]


def test_ge_does_not_start_when_passes_cannot_be_loaded(compiler: Compiler) -> None:
    compiler.use("raise LookupError('nothing')")

    for _ in range(2):
        with pytest.raises(GeError, match="LookupError: nothing"):
            GeApi.ge_initialize(dict(SOC))


def test_packages_in_a_folder_register_again_after_everything_was_dropped(
    compiler: Compiler, node_types: Types, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = compiler.folder / "plugins" / "relu_package"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("import relu_package.inner", encoding="utf-8")
    (package / "inner.py").write_text(PASS_HEAD + RELU_TO.format(name="A", type="Tanh"), encoding="utf-8")
    monkeypatch.setenv("ASCEND_GE_PY_PASS_PATH", str(package.parent))

    for _ in range(3):
        assert node_types(compiled()) == ["Tanh"]


def test_stages_of_other_compilers_are_known_and_never_run(compiler: Compiler, node_types: Types) -> None:
    compiler.use("""
        class Stage:
            value = "AfterAssignLogicStream"

        @register_fusion_pass(name="Never", stage=Stage)
        class Never(FusionBasePass):
            def run(self, graph, context):
                raise AssertionError
    """)

    assert node_types(compiled()) == ["Relu"]
