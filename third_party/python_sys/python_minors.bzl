"""The headers of every Python minor on this machine, for native modules and wheels of other Pythons than the running one."""

_HEADERS = """
cc_library(
    name = "headers_{tag}",
    hdrs = glob(["include_{tag}/**"]),
    includes = ["include_{tag}"],
    visibility = ["//visibility:public"],
)
"""

def _python_minors_impl(ctx):
    python = json.decode(ctx.read(ctx.attr.python))
    result = ctx.execute([python["executable"], "-I", ctx.path(ctx.attr._minors)])
    if result.return_code != 0:
        fail("the Pythons of this machine could not be listed: " + result.stderr)
    found = json.decode(result.stdout)["found"]
    others = [tag for tag in sorted(found) if tag != python["tag"]]
    for tag in others:
        ctx.symlink(found[tag]["include"], "include_" + tag)
    ctx.file("BUILD.bazel", "".join([_HEADERS.format(tag = tag) for tag in others]))
    ctx.file("minors.bzl", "OTHERS = %r\n" % {tag: found[tag]["version"] for tag in others})

python_minors = repository_rule(
    implementation = _python_minors_impl,
    local = True,
    environ = ["GE_PYTHONS", "PATH", "HOME", "PYENV_ROOT"],
    attrs = {
        "python": attr.label(mandatory = True, allow_single_file = True, doc = "What find.py says of the running interpreter."),
        "_find": attr.label(default = "//third_party/python_sys:find.py"),
        "_minors": attr.label(default = "//third_party/python_sys:minors.py"),
    },
    doc = "`:headers_<tag>` of each Python but the running one, and `OTHERS`, their versions by tag, in `minors.bzl`.",
)
