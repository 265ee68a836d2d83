"""C++: layers, the two shared libraries, and the Python modules over them.

A layer is a folder under `packages/<package>/native`, one target, one namespace. Code of another package, and every
binding, sees a layer's headers only (`<layer>_headers`) and links the shared library it ships in: one registry a process.
"""

load("@python_minors//:minors.bzl", "OTHERS")

_HIDDEN = ["-fvisibility=hidden", "-fvisibility-inlines-hidden", "-fPIC"]

# Another compiler than ours may warn of something else: only --config=werror stops at it.
_COPTS = ["-Wall", "-Wextra"] + select({"//tools:werror": ["-Werror"], "//conditions:default": []}) + _HIDDEN

_HOT = ["-O3", "-fno-math-errno", "-fno-trapping-math"]

# The shared library in which the layers of a package ship, by the package's native folder.
_SHIPPED_IN = {
    "packages/ge-graph/native": "libge_bridge.so",
    "packages/ge-session/native": "libge_cpu_engine.so",
}

def _iquotes():
    flags = []
    for folder in _SHIPPED_IN:
        flags += ["-iquote", folder, "-iquote", "$(GENDIR)/" + folder]
    return flags

def _copts(hot = False):
    return _COPTS + (_HOT if hot else []) + _iquotes()

def _native_folder(package):
    """packages/<package>/native, of a package in or under it; of any other, the package itself."""
    parts = package.split("/")
    return "/".join(parts[:parts.index("native") + 1]) if "native" in parts else package

def _layer_package(label):
    """The folder of the layer that `label` names, or None when it names something else."""
    if not label.startswith("//"):
        return None
    package = label[2:].split(":")[0]
    folder = _native_folder(package)
    return package if folder in _SHIPPED_IN and package != folder and "/bindings" not in package else None

def headers_of(label):
    """The headers-only twin of a layer; any other label stays as it is."""
    package = _layer_package(label)
    if not package:
        return label
    return "//%s:%s_headers" % (package, label.split(":")[1] if ":" in label else package.split("/")[-1])

def _split_deps(deps):
    """Returns (own, headers, shared): deps to link, all as headers, and the libraries where those of others ship."""
    here = _native_folder(native.package_name())
    own, headers, shared = [], [], []
    for dep in deps:
        layer = _layer_package(dep)
        headers.append(headers_of(dep))
        if layer and (_native_folder(layer) != here or "/bindings" in native.package_name()):
            own.append(headers_of(dep))
            library = "//%s:%s" % (_native_folder(layer), _SHIPPED_IN[_native_folder(layer)])
            if library not in shared:
                shared.append(library)
        else:
            own.append(dep)
    return own, headers, shared

def _visible_to(layers):
    here = _native_folder(native.package_name())
    visible = ["//%s:__pkg__" % here, "//packages:__pkg__"]  # the shared library, and the tests of layers
    for layer in layers:
        visible.append("%s:__subpackages__" % (layer if layer.startswith("//") else "//%s/%s" % (here, layer)))
    return visible

def ge_cc_layer(name, deps = [], used_by = [], srcs = [], hdrs = [], hot = False, parallel = False, test_deps = [], test_data = [], test_size = "small"):
    """A layer: every .h and .cc here and below is the library, every *_test.cc is a test with testdata/ beside it.

    Args:
        name: Also the folder's and the namespace's name.
        deps: Layers before this one, and outside libraries. Layers of another package are seen as headers only.
        used_by: Layers that may depend on this one: a name in the same package, or a full `//packages/...` folder.
        srcs: Generated sources, besides the folder's own.
        hdrs: Generated headers, besides the folder's own.
        hot: Whether its loops are where the time goes: compiled for speed.
        parallel: Whether it divides loops among threads (OpenMP, whose threads oneDNN uses too).
        test_deps: What only the tests need.
        test_data: Files that only the tests read, besides testdata/.
        test_size: Bazel's size of the tests.
    """
    own, headers, shared = _split_deps(deps)
    visibility = _visible_to(used_by)
    sources = native.glob(["**/*.cc"], exclude = ["**/*_test.cc", "**/*_bench.cc"])
    native.cc_library(
        name = name,
        srcs = sources + srcs,
        hdrs = native.glob(["**/*.h", "**/*.inc"]) + hdrs,
        copts = _copts(hot) + (["-fopenmp"] if parallel else []),
        linkopts = ["-fopenmp"] if parallel else [],
        visibility = visibility,
        linkstatic = True,
        alwayslink = True,  # operators, passes and kernels register themselves
        deps = own,
    )
    native.cc_library(
        name = name + "_headers",
        hdrs = native.glob(["**/*.h", "**/*.inc"]) + hdrs,
        visibility = visibility,
        deps = headers,
    )
    _cc_tests(name, own, shared, test_deps, test_data, test_size)

def _cc_tests(name, own, shared, test_deps, test_data, size):
    test_own, _, test_shared = _split_deps(test_deps)
    libraries = shared + [library for library in test_shared if library not in shared]
    for source in native.glob(["**/*_test.cc"]):
        native.cc_test(
            name = source[:-len(".cc")].replace("/", "_"),
            size = size,
            srcs = [source],
            copts = _copts(),
            data = native.glob(["testdata/**"]) + test_data,
            deps = [":" + name] + test_own + [library[:-len(".so")].replace(":lib", ":") for library in libraries] +
                   ["@system_libs//:googletest", "@system_libs//:googletest_main"],
        )
    for source in native.glob(["**/*_bench.cc"]):
        native.cc_binary(
            name = source[:-len(".cc")].replace("/", "_"),
            testonly = True,
            srcs = [source],
            copts = _copts(),
            deps = [":" + name, "@system_libs//:benchmark"] + test_own +
                   [library[:-len(".so")].replace(":lib", ":") for library in libraries],
        )

def ge_abi_header(name):
    """The header with the bridge's ABI number, `kBridgeAbi`, from versions.bzl."""
    native.genrule(
        name = name + "_header",
        srcs = ["//:versions.bzl"],
        outs = [name],
        cmd = "$(location //tools:versions) --header $< > $@",
        tools = ["//tools:versions"],
    )

def ge_cc_shared(name, layers, linkopts = [], runtime = []):
    """The shared library `lib<name>.so` of whole layers, and `:<name>`, which brings their headers and links it.

    Args:
        name: Without `lib` and `.so`.
        layers: All the layers that ship in it.
        linkopts: More for the linker.
        runtime: Shared libraries of the tree that it needs when it runs, such as the bridge.
    """
    library = "lib%s.so" % name
    _symbols_test(name, library)
    _shared(library, layers, linkopts + ["-Wl,--no-undefined", "-Wl,-soname," + library], runtime)
    native.cc_import(name = name + "_import", shared_library = ":" + library)
    native.cc_library(
        name = name,
        visibility = ["//visibility:public"],
        deps = [":%s_import" % name] + [headers_of(layer) for layer in layers],
    )

def ge_py_module(name, deps, srcs = None, linkopts = [], exports = "//tools:python_module.lds"):
    """The Python module `<name>.so` of this folder's sources: the only kind of code that sees pybind11.

    It links the shared libraries in which the layers of `deps` ship, never the layers themselves. `exports` is the
    linker's script that says what it offers: a module its initialiser. `<name>_cp39.so` and so on are the same for each
    other Python of this machine, and built only when asked for.
    """
    own, _, shared = _split_deps(deps)
    native.filegroup(
        name = name + "_sources",
        srcs = native.glob(["**/*.cc", "**/*.h"]),
        visibility = ["//packages:__subpackages__"],
    )
    native.cc_library(
        name = name + "_headers",  # for the modules of other packages: errors, the ABI check, type casters
        hdrs = native.glob(["**/*.h"]),
        visibility = ["//packages:__subpackages__"],
        deps = [headers_of(dep) for dep in deps],
    )
    _symbols_test(name, name + ".so")
    pythons = {"": "@python_sys//:headers"}
    pythons.update({"_" + tag: "@python_minors//:headers_" + tag for tag in OTHERS})
    for suffix, headers in pythons.items():
        tags = ["manual"] if suffix else []
        native.cc_library(
            name = name + "_objects" + suffix,
            srcs = srcs or native.glob(["**/*.cc"]),
            hdrs = native.glob(["**/*.h"]),
            copts = _copts(),
            linkstatic = True,
            alwayslink = True,
            tags = tags,
            deps = own + ["@pip//:pybind11_headers", headers],
        )
        _shared(
            name + suffix + ".so",
            [":%s_objects%s" % (name, suffix)],
            linkopts + ["-Wl,--version-script=$(location %s)" % exports],
            shared,
            inputs = [exports],
            tags = tags,
        )

def ge_cc_program(name, deps, testonly = True):
    """A program of <name>.cc that links the shared libraries of the layers, as anybody's would, for tests to run.

    Layers of the same package it links themselves. `testonly` is False for programs that the build runs.
    """
    own, _, shared = _split_deps(deps)
    native.cc_binary(
        name = name,
        testonly = testonly,
        srcs = [name + ".cc"],
        copts = _copts(),
        visibility = ["//packages:__subpackages__"],
        deps = own + [library[:-len(".so")].replace(":lib", ":") for library in shared],
    )

def ge_program_output(name, program, out, needs):
    """The file `out` with what a program prints; `needs` are the shared libraries of the tree that it links.

    The program stands among the sources, not the tools: as a tool the engine would be compiled a second time.
    """
    native.genrule(
        name = name,
        srcs = [program] + needs,
        outs = [out],
        cmd = "LD_LIBRARY_PATH=%s $(location %s) > $@" % (
            ":".join(["$$(dirname $(location %s))" % need for need in needs]),
            program,
        ),
        visibility = ["//packages:__subpackages__"],
    )

def for_python(label, tag):
    """The target like `label` that is built for the Python of `tag`; one that knows no Python is the same for all."""
    if tag not in OTHERS or "/bindings" not in label and not label.startswith(":"):
        return label
    stem, dot, extension = label.rpartition(".")
    return "%s_%s.%s" % (stem, tag, extension)

def _symbols_test(name, library):
    """What the library exports is what its list beside the BUILD file says."""
    native.py_test(
        name = name + "_symbols",
        size = "small",
        srcs = ["//tools:symbols.py"],
        main = "//tools:symbols.py",
        args = ["$(location %s)" % library, native.package_name() + "/" + library + ".symbols"],
        data = [library] + native.glob(["*.symbols"]),
        tags = ["no-sanitizer"],
    )

def _shared(library, deps, linkopts, needs, inputs = [], tags = []):
    """A shared library with hidden symbols that finds its siblings in the wheel, whichever package they ship in."""
    native.cc_binary(
        name = library,
        linkshared = True,
        additional_linker_inputs = needs + inputs,
        linkopts = linkopts + ["$(location %s)" % need for need in needs] + [
            "-Wl,-rpath,$$ORIGIN:$$ORIGIN/../graph:$$ORIGIN/../session:$$ORIGIN/lib",
            "-Wl,--as-needed",
            "-Wl,--build-id=none",
        ],
        tags = tags,
        visibility = ["//visibility:public"],
        deps = deps,
    )
