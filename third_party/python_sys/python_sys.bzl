"""The Python that builds and tests run on.

Taken from $GE_PYTHON, else from the checkout's .venv, else `python3` on PATH. The interpreter under it is used, never
the environment: what a test can import comes from the lock alone.
"""

_BUILD = """
load("@bazel_tools//tools/python:toolchain.bzl", "py_runtime_pair")

package(default_visibility = ["//visibility:public"])

py_runtime(name = "runtime", interpreter_path = "{executable}", python_version = "PY3", stub_shebang = "#!{executable}")

py_runtime_pair(name = "pair", py3_runtime = ":runtime")

toolchain(name = "toolchain", toolchain = ":pair", toolchain_type = "@bazel_tools//tools/python:toolchain_type")

cc_library(name = "headers", hdrs = glob(["include/**"]), includes = ["include"])
"""

def _find(ctx):
    """Returns what find.py says of the chosen interpreter, as JSON."""
    venv = ctx.path(ctx.attr._workspace).dirname.get_child(".venv").get_child("bin").get_child("python")
    python = ctx.os.environ.get("GE_PYTHON") or (str(venv) if venv.exists else "") or ctx.which("python3")
    if not python:
        fail("no Python was found: neither $GE_PYTHON, nor .venv/bin/python, nor python3 on PATH. Run ./tools/setup")
    result = ctx.execute([python, "-I", ctx.path(ctx.attr._find)])
    if result.return_code != 0:
        fail("the Python %s does not run: %s" % (python, result.stderr))
    return result.stdout

def _python_sys_impl(ctx):
    text = _find(ctx)
    found = json.decode(text)
    if not ctx.path(found["include"] + "/Python.h").exists:
        fail("the Python %s has no headers (%s/Python.h); on Debian they are in python3-dev" % (
            found["executable"],
            found["include"],
        ))
    ctx.symlink(found["include"], "include")
    ctx.file("BUILD.bazel", _BUILD.format(**found))
    ctx.file("python.json", text)
    ctx.file("python.bzl", "".join(["%s = %r\n" % (key.upper(), found[key]) for key in sorted(found)]))

python_sys = repository_rule(
    implementation = _python_sys_impl,
    local = True,
    environ = ["GE_PYTHON", "PATH"],
    attrs = {
        "_workspace": attr.label(default = "//:WORKSPACE"),
        "_find": attr.label(default = "//third_party/python_sys:find.py"),
    },
    doc = "The chosen interpreter: `:toolchain`, `:headers`, and its facts in `python.bzl` and `python.json`.",
)
