"""Third-party Python: one lock file with hashes, installed once, one target a distribution.

How pip reaches its registry is the machine's matter: it runs in the caller's environment, and nothing here says where.
"""

def _pip_lock_impl(ctx):
    python = json.decode(ctx.read(ctx.attr.python))["executable"]
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
    ctx.delete("site")

    # Tests cannot write here: without this, each of them would compile all that it imports.
    ctx.execute([python, "-m", "compileall", "-q", "-j", "0", "-x", "/tests?/", "dist"], timeout = 1800)

pip_lock = repository_rule(
    implementation = _pip_lock_impl,
    attrs = {
        "lock": attr.label(mandatory = True, allow_single_file = True),
        "python": attr.label(mandatory = True, allow_single_file = True, doc = "What find.py says of the interpreter."),
        "_split": attr.label(default = "//third_party/python:split.py"),
    },
    doc = "Makes `:NAME` for every distribution of `lock`, and `:pybind11_headers`.",
)
