"""The developer's sessions. Without arguments: what continuous integration runs, up to the first that is red.

./tools/setup makes the .venv in which nox and all that it calls are installed: `.venv/bin/nox`. GE_PYTHON
chooses another Python for both.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nox

nox.options.sessions = ["lint", "types", "test", "wheels", "installed"]
nox.options.stop_on_first_error = True
nox.options.default_venv_backend = "none"


def bazel(session: nox.Session, *arguments: str) -> None:
    """Runs Bazel, as Debian's bazel-bootstrap installs it."""
    session.run("bazel", *arguments, external=True)


def python(session: nox.Session, *arguments: str) -> None:
    """Runs the interpreter that runs nox."""
    session.run(sys.executable, *arguments, external=True)


@nox.session
def lint(session: nox.Session) -> None:
    """Style and structure, and that all C++ compiles without a warning; `nox -s lint -- --fix` formats."""
    python(session, "tools/lint.py", *session.posargs)
    if not session.posargs:
        bazel(session, "build", "--config=werror", "//...")


@nox.session
def types(session: nox.Session) -> None:
    """Strict types of every package."""
    bazel(session, "test", "--test_tag_filters=types", "--build_tests_only", *(session.posargs or ["//..."]))


@nox.session
def test(session: nox.Session) -> None:
    """All tests of the tree; `nox -s test -- //packages/ge-graph/...` for a part."""
    bazel(session, "test", *(session.posargs or ["//..."]))


@nox.session
def wheels(session: nox.Session) -> None:
    """The wheels, in dist/: for the running Python, of ge-passes' native part for all; `-- --all` for all Pythons."""
    python(session, "tools/wheels.py", "dist", *session.posargs)


@nox.session
def installed(session: nox.Session) -> None:
    """The wheels in an empty environment, from another folder."""
    python(session, "-m", "pytest", "-q", "tests/wheels", *session.posargs)


@nox.session
def matrix(session: nox.Session) -> None:
    """The tests of ge-passes from installed wheels with every Python here; `-- --fallback cp311` compiles too."""
    python(session, "tools/matrix.py", *session.posargs)


@nox.session
def debian(session: nox.Session) -> None:
    """The README's commands in a Debian of its own: `nox -s debian [-- trixie|bookworm...]`; as root."""
    python(session, "tools/debian.py", *session.posargs)


@nox.session
def gen(session: nox.Session) -> None:
    """Rewrites what is generated and checked in: the pyproject.toml files' versions, the exported symbols."""
    python(session, "tools/versions.py", "--write")
    bazel(session, "build", "//packages/...")
    python(session, "tools/symbols.py", "--write")


@nox.session
def symbols(session: nox.Session) -> None:
    """Rewrites the lists of exported symbols."""
    bazel(session, "build", "//packages/...")
    python(session, "tools/symbols.py", "--write")


@nox.session
def lock(session: nox.Session) -> None:
    """Rewrites third_party/python/requirements.lock; needs `uv` on PATH."""
    python(session, "tools/lock.py")


@nox.session
def asan(session: nox.Session) -> None:
    """The C++ tests under the address sanitizer; ubsan and tsan are Bazel configurations too."""
    bazel(
        session,
        "test",
        "--config=asan",
        "--test_lang_filters=cc",
        "--build_tests_only",
        *(session.posargs or ["//..."]),
    )


# The configuration in .bazelrc -> what its libraries need to find in the process, and how the sanitizer behaves there.
SANITIZERS = {
    "asan": ("libasan.so", "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1"),  # Python leaks by its nature
    "ubsan": ("libubsan.so", "UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1"),
}


@nox.session
def sanitize(session: nox.Session) -> None:
    """The Python tests over sanitized natives: `nox -s sanitize [-- asan|ubsan [//packages/ge-graph/...]]`."""
    name, *targets = session.posargs or ["all"]
    if name not in ("all", *SANITIZERS):
        session.error(f"{name} is none of {', '.join(SANITIZERS)}")
    for sanitizer in SANITIZERS if name == "all" else [name]:
        library, options = SANITIZERS[sanitizer]
        # An interpreter that is not sanitized itself; libstdc++ comes along so that throwing is intercepted.
        files = [f"-print-file-name={each}" for each in (library, "libstdc++.so")]
        loaded = [str(session.run("gcc", file, external=True, silent=True)).strip() for file in files]
        bazel(
            session,
            "test",
            f"--config={sanitizer}",
            "--test_lang_filters=py",
            "--build_tests_only",
            "--test_tag_filters=-no-sanitizer,-types",
            "--test_timeout=1800",
            f"--test_env=LD_PRELOAD={':'.join(loaded)}",
            f"--test_env={options}",
            "--test_env=PYTEST_ADDOPTS=--capture=sys",  # or reports are lost with the process
            *(targets or ["//packages/...", "//examples/..."]),
        )


@nox.session
def bench(session: nox.Session) -> None:
    """Measures beside peers in one run: `nox -s bench [-- models|inference|graphs|passes|imports [...]]`.

    The peers of all but the models go to an environment of their own, .venv-bench, which is made when first needed.
    """
    name, *rest = session.posargs or ["all"]
    if name in ("all", "models"):
        bazel(session, "run", "//tools/bench:models", "--", *rest)
    parts = [part for part in BENCHES if name in ("all", part)]
    environment = bench_environment(session) if parts else {}
    for part in parts:
        session.run(peers_python(session), f"tools/bench/{part}.py", *rest, external=True, env=environment)


BENCHES = ("inference", "graphs", "passes", "imports")


def peers_python(session: nox.Session) -> str:
    """The interpreter of .venv-bench, with every peer that can be installed."""
    home = Path(".venv-bench")
    wanted = Path("third_party/python/bench.txt").read_text(encoding="utf-8")
    stamp = home / ".stamp"
    python_there = str(home / "bin/python")
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        python(session, "-m", "venv", "--clear", str(home))
        for requirement in [line for line in wanted.splitlines() if line and not line.startswith("#")]:
            # One by one: a peer that is not to be had must not take the others along.
            command = [python_there, "-m", "pip", "install", "-q", requirement]
            session.run(*command, external=True, success_codes=range(256))
        stamp.write_text(wanted, encoding="utf-8")
    return python_there


def bench_environment(session: nox.Session) -> dict[str, str]:
    """Lets .venv-bench import our packages as they were built, and nothing else of the build's."""
    native = "//packages/ge-graph/native/passes:pattern_pass_bench"
    bazel(session, "build", native)
    printed = session.run("tools/pythonpath", external=True, silent=True)
    ours = [entry for entry in str(printed).strip().split(":") if "/packages/" in entry]
    program = Path("bazel-bin/packages/ge-graph/native/passes/pattern_pass_bench").resolve()
    return {"PYTHONPATH": ":".join(ours), "GE_NATIVE_PASS_BENCH": str(program)}
