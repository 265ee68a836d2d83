"""Third-party Python: one lock file with hashes, installed once, one target a distribution.

How pip reaches its registry is the machine's matter: it runs in the caller's environment, and nothing here says where.
"""

load("//third_party/python_sys:python_sys.bzl", "PYTHON_ATTRS", "find_python")

def _pip_lock_impl(ctx):
    python = find_python(ctx)["executable"]
    ctx.symlink(ctx.attr.lock, "requirements.lock")
    ctx.report_progress("installing the Python distributions of %s" % ctx.attr.lock)
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-warn-script-location"]
    command += ["--require-hashes", "--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--no-compile"]
    result = ctx.execute(command + ["--target", "site", "-r", "requirements.lock"], timeout = 1800)
    if result.return_code != 0:
        fail("pip could not install the distributions of %s for %s:\n%s\n%s" % (
            ctx.attr.lock,
            python,
            result.stdout,
            result.stderr,
        ))
    result = ctx.execute([python, "-I", ctx.path(ctx.attr._split), "site", "."])
    if result.return_code != 0:
        fail("the installed distributions could not be sorted: " + result.stderr)

pip_lock = repository_rule(
    implementation = _pip_lock_impl,
    environ = ["GE_PYTHON", "PATH"],
    attrs = dict(
        PYTHON_ATTRS,
        lock = attr.label(mandatory = True, allow_single_file = True),
        _split = attr.label(default = "//third_party/python:split.py"),
    ),
    doc = "Makes `:NAME` for every distribution of `lock`, and `:pybind11_headers`.",
)
