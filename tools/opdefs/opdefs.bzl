"""What is generated from operator definitions when the build runs."""

def opdefs(name):
    """The definition files of this folder."""
    native.filegroup(name = name, srcs = native.glob(["*.opdef"]), visibility = ["//visibility:public"])

def schema_table(name, opdefs):
    """`<name>.cc`: the rows of the C++ prototype registry."""
    native.genrule(
        name = name,
        srcs = [opdefs],
        outs = [name + ".cc"],
        cmd = "$(location //tools/opdefs:schema_table) $@ $(locations %s)" % opdefs,
        tools = ["//tools/opdefs:schema_table"],
    )

def es_gen(name):
    """The reader of definitions and the generator of functions, without the package they ship in."""
    native.py_library(
        name = name,
        srcs = native.glob(["src/ge/es_gen/*.py"]),
        imports = ["src"],
        visibility = ["//visibility:public"],
    )

# The packages that a definition file may name, each a module of ge.es; the generator fails when another one is named.
_PACKAGES = ["cv", "ge", "hccl", "legacy", "math", "nn", "transformer"]

def es_functions(name, opdefs, supported):
    """The modules of operator functions under src/ge/es; returns their paths. `supported` lists what the engine computes."""
    outs = ["src/ge/es/%s.py" % package for package in _PACKAGES + ["all"]] + ["src/ge/es/all.pyi"]
    native.genrule(
        name = name,
        srcs = [opdefs, supported],
        outs = outs,
        cmd = "$(location //tools/opdefs:es_functions) $(RULEDIR)/src/ge/es $(location %s) $(locations %s)" % (supported, opdefs),
        tools = ["//tools/opdefs:es_functions"],
    )
    return outs
