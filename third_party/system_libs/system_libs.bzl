"""C++ libraries that Debian packages: protozero, nlohmann-json, googletest, google-benchmark and oneDNN.

Only the folders asked for are linked in, so that a header of another system package stays out of reach.
"""

_BUILD = """
package(default_visibility = ["//visibility:public"])

# Header-only reader and writer of the protobuf wire format.
cc_library(name = "protozero", hdrs = glob(["protozero/include/**"]), includes = ["protozero/include"])

# Header-only reader of JSON, for configuration files and manifests.
cc_library(name = "nlohmann_json", hdrs = glob(["nlohmann_json/include/**"]), includes = ["nlohmann_json/include"])

cc_library(
    name = "googletest",
    srcs = ["lib/libgtest.a"],
    hdrs = glob(["googletest/include/**"]),
    includes = ["googletest/include"],
    linkopts = ["-pthread"],
)

# Apart from the library, because a library that holds only `main` must be linked whole.
cc_library(name = "googletest_main", srcs = ["lib/libgtest_main.a"], alwayslink = True, deps = [":googletest"])

cc_library(
    name = "benchmark",
    srcs = ["lib/libbenchmark.so"],
    hdrs = glob(["benchmark/include/**"]),
    includes = ["benchmark/include"],
    linkopts = ["-pthread"],
)

# The linker gets the library by name and not by path: it is found in the wheel by its SONAME.
cc_library(
    name = "onednn",
    hdrs = glob(["onednn/include/**"]),
    includes = ["onednn/include"],
    linkopts = ["-ldnnl"],
)

# Shared libraries that travel in the wheel, because a base system has none of them.
filegroup(name = "onednn_runtime", srcs = glob(["runtime/*"]))

filegroup(name = "onednn_licenses", srcs = glob(["licenses/*"]))
"""

# folder here -> header or folder under the system's include folder, and the package that brings it
_HEADERS = {
    "protozero/include/protozero": ("protozero", "libprotozero-dev"),
    "nlohmann_json/include/nlohmann": ("nlohmann", "nlohmann-json3-dev"),
    "googletest/include/gtest": ("gtest", "libgtest-dev"),
    "benchmark/include/benchmark": ("benchmark", "libbenchmark-dev"),
}

_LIBRARIES = {
    "libgtest.a": "libgtest-dev",
    "libgtest_main.a": "libgtest-dev",
    "libbenchmark.so": "libbenchmark-dev",
}

_RUNTIME = ["libdnnl.so", "libgomp.so.1", "libOpenCL.so.1"]

def _run(ctx, arguments):
    result = ctx.execute(arguments)
    return result.stdout.strip() if result.return_code == 0 else ""

def _check_packages(ctx):
    wanted = []
    for line in ctx.read(ctx.attr.packages).splitlines():
        if line and not line.startswith("#"):
            wanted.append(line)
    installed = _run(ctx, ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\\n"]).splitlines()
    missing = [name for name in wanted if name + " installed" not in installed]
    if missing:
        fail("these Debian packages are not installed: %s. Install them with ./tools/setup" % ", ".join(missing))

def _library(ctx, name, package):
    for folder in ["/usr/lib/" + ctx.attr.multiarch, "/usr/lib", "/usr/local/lib"]:
        if ctx.path(folder + "/" + name).exists:
            return folder + "/" + name
    fail("the library %s of the Debian package %s was not found" % (name, package))

def _copyright(ctx, soname):
    package = _run(ctx, ["dpkg-query", "-S", "*/" + soname]).split(":")[0]
    path = "/usr/share/doc/%s/copyright" % package
    if not ctx.path(path).exists:
        fail("%s travels in a wheel, but its licence text %s was not found" % (soname, path))
    return path

def _system_libs_impl(ctx):
    _check_packages(ctx)
    for here, (header, package) in _HEADERS.items():
        if not ctx.path("/usr/include/" + header).exists:
            fail("the headers %s of the Debian package %s were not found" % (header, package))
        ctx.symlink("/usr/include/" + header, here)
    for folder in ["/usr/include", "/usr/include/" + ctx.attr.multiarch]:
        if ctx.path(folder).exists:
            for entry in ctx.path(folder).readdir():
                if "dnnl" in entry.basename:
                    ctx.symlink(entry, "onednn/include/" + entry.basename)
    for name, package in _LIBRARIES.items():
        ctx.symlink(_library(ctx, name, package), "lib/" + name)
    for name in _RUNTIME:
        path = _library(ctx, name, "libdnnl-dev")
        soname = _run(ctx, ["sh", "-c", "readelf -d %s | sed -n 's/.*SONAME.*\\[\\(.*\\)\\]/\\1/p'" % path])
        ctx.symlink(path, "runtime/" + soname)
        ctx.symlink(_copyright(ctx, soname), "licenses/" + soname + ".copyright")
    ctx.file("BUILD.bazel", _BUILD)

system_libs = repository_rule(
    implementation = _system_libs_impl,
    local = True,
    attrs = {
        "packages": attr.label(default = "//tools:apt-packages.txt"),
        "multiarch": attr.string(default = "x86_64-linux-gnu"),
    },
    doc = "Finds the C++ libraries of the system; names the Debian package of the first that is missing.",
)
