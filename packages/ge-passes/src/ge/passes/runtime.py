"""Finds and loads the native module for the Python that runs; compiles it where no prebuilt one fits."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from types import ModuleType

from ge._internal.artifact_utils import PythonArtifact, current_platform_tag, current_python_tag
from ge._internal.fallback_codegen import cached_artifact, compile_artifact
from ge._internal.python_build import PythonBuildInfo
from ge.passes import _artifact_utils as artifacts

__all__ = ["PythonBuildInfo", "ensure_native_module", "run_fallback_codegen"]

_log = logging.getLogger(__name__)


def _fallback_folder() -> Path:
    return Path(__file__).absolute().parent / "fallback_codegen"


def run_fallback_codegen() -> PythonArtifact:
    """Compile the native module and the bridge for the Python that runs, into the user's cache, each time anew.

    Raises:
        RuntimeError: Something to compile with or from is missing, or the compiler fails.
    """
    import ge.graph  # its library is linked

    folder = str(Path(ge.graph.__file__).absolute().parent)
    _log.warning("no prebuilt native part fits %s on %s: compiling", current_python_tag(), current_platform_tag())
    return compile_artifact(_fallback_folder(), artifacts.BRIDGE_ABI_VERSION, {"@GE_GRAPH_DIR@": folder})


def fallback_artifact() -> PythonArtifact:
    """What was compiled before for this Python; compiled now when there is none."""
    return cached_artifact(_fallback_folder(), artifacts.BRIDGE_ABI_VERSION) or run_fallback_codegen()


def fallback_artifact_root() -> str:
    """The folder of `fallback_artifact`; for the compiler, which looks for its part in it."""
    return str(fallback_artifact().root)


def ensure_native_module() -> ModuleType:
    """The native module, loaded when it is not yet: the prebuilt one that fits, else one that is compiled.

    Raises:
        ImportError: No set of libraries is installed for this Python or can be compiled, or it cannot be loaded.
    """
    loaded = sys.modules.get(artifacts.NATIVE_MODULE_NAME)
    if loaded is not None:
        return loaded
    errors = []
    prebuilt = artifacts.find_prebuilt_artifact()
    if prebuilt is not None:
        try:
            return artifacts.load_native_module(prebuilt.native_path)
        except ImportError as error:
            errors.append(f"{prebuilt.native_path}: {error}")
    try:
        return artifacts.load_native_module(fallback_artifact().native_path)
    except (ImportError, OSError, RuntimeError) as error:
        errors.append(f"compiling one: {error}")
    raise ImportError(_explain(errors))


def _explain(errors: list[str]) -> str:
    tag = current_python_tag()
    found = [f"{entry.python_tag}-{entry.platform_tag}-abi{entry.abi}" for entry in artifacts.iter_artifacts()]
    return (
        f"ge.passes has no native module for Python {tag} on {current_platform_tag()} "
        f"with ABI {artifacts.BRIDGE_ABI_VERSION}: searched {artifacts.artifacts_root()}, "
        f"found {', '.join(found) or 'none'}; errors: {'; '.join(errors) or 'none'}; "
        f"install ge_py_pass_bridge-*-{tag}-{tag}-*.whl"
    )
