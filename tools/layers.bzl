"""Build tests for what must not be reachable."""

load("//tools:cc.bzl", "headers_of")

def ge_forbids(name, of, on):
    """Fails, printing the path, when the layer `of` reaches the layer `on`, or its headers, however indirectly."""
    targets = [of, on] + ([headers_of(on)] if headers_of(on) != on else [])
    native.genquery(
        name = name + "_path",
        expression = " + ".join(["somepath(%s, %s)" % (of, target) for target in targets[1:]]),
        scope = targets,
        testonly = True,
    )
    native.sh_test(
        name = name,
        size = "small",
        srcs = ["//tools:empty.sh"],
        args = ["$(location :%s_path)" % name],
        data = [":%s_path" % name],
    )
