"""Python: one macro a distribution, one for the programs that the build itself runs."""

load("//:versions.bzl", "NEEDS", "VERSIONS")
load("@python_sys//:python.bzl", "TAG")

def ge_py_package(dist, deps = [], srcs = [], natives = {}, version_module = None, runtime_libs = {}, licenses = [], test_deps = [], test_data = [], test_size = "medium", slow_tests = []):
    """One distribution: src/ is the library and the wheel, every tests/test_*.py is a test.

    Args:
        dist: The distribution's name, as in versions.bzl.
        deps: Other distributions: `//packages/...` or `@pip//:...`.
        srcs: Generated Python, whose paths start with `src/`.
        natives: Shared libraries of the tree: their path under src/ -> the target that builds them.
        version_module: Path under src/ of the module to write with the version and the bridge ABIs.
        runtime_libs: Shared libraries of the system that travel in the wheel only: folder under src/ -> files.
        licenses: The licence texts of `runtime_libs`.
        test_deps: What only the tests import.
        test_data: Files and programs that only the tests read.
        test_size: Bazel's size of the tests.
        slow_tests: Tests under tests/ that get a size more.
    """
    built = list(srcs)
    for path, target in natives.items():
        built.append(_copy(target, "src/" + path))
    if version_module:
        built.append(_version_module(dist, "src/" + version_module))
    data = native.glob(["src/**"], exclude = ["src/**/*.py", "**/__pycache__/**"])
    native.py_library(
        name = dist,
        srcs = native.glob(["src/**/*.py"]) + [path for path in built if path.endswith(".py")],
        data = data + [path for path in built if not path.endswith(".py")],
        imports = ["src"],
        deps = deps,
        visibility = ["//visibility:public"],
    )
    _tests([":" + dist] + test_deps, test_data, test_size, slow_tests)
    tests = native.glob(["tests/**/*.py"])
    _types_test(dist, tests, [":" + dist, "@pip//:pytest", "@pip//:hypothesis"] + test_deps)
    _wheel(dist, built, natives, runtime_libs, licenses)

def _copy(target, path):
    native.genrule(name = "copy_" + path.replace("/", "_"), srcs = [target], outs = [path], cmd = "cp -L $< $@")
    return path

def _version_module(dist, path):
    native.genrule(
        name = "version_module",
        srcs = ["//:versions.bzl"],
        outs = [path],
        cmd = "$(location //tools:versions) --module %s $< > $@" % dist,
        tools = ["//tools:versions"],
    )
    return path

def ge_py_test(name, src, deps = [], data = [], size = "medium", support = [], tags = []):
    """One file of pytest tests. It is the runner that Bazel runs: a file of tests by itself runs nothing and passes."""
    native.py_test(
        name = name,
        size = size,
        srcs = [src, "//tools:pytest_main.py"] + support,
        main = "//tools:pytest_main.py",
        args = ["$(location %s)" % src],
        data = data,
        tags = tags,
        deps = deps + ["@pip//:pytest", "@pip//:hypothesis", "@pip//:pytest-benchmark"],
    )

def _tests(deps, data, size, slow):
    support = native.glob(["tests/**/*.py"], exclude = ["tests/**/test_*.py"])
    files = native.glob(["tests/**"], exclude = ["tests/**/*.py", "**/__pycache__/**"])
    for test in native.glob(["tests/**/test_*.py"]):
        ge_py_test(
            name = test[len("tests/"):-len(".py")].replace("/", "_"),
            src = test,
            size = "large" if test in slow else size,
            support = support,
            data = files + data,
            deps = deps,
        )

def _types_test(name, srcs, deps):
    native.py_test(
        name = name + "_types",
        size = "medium",
        srcs = ["//tools:mypy_main.py"] + srcs,
        main = "//tools:mypy_main.py",
        args = ["$(location //:mypy.ini)", native.package_name()],
        data = ["//:mypy.ini"],
        tags = ["types"],
        deps = deps + [dep for dep in ["@pip//:mypy", "@pip//:types-protobuf"] if dep not in deps],
    )

def _wheel(dist, built, natives, runtime_libs, licenses):
    files = native.glob(["src/**"], exclude = ["**/__pycache__/**"]) + built
    libs, arguments = [], []
    for folder, targets in runtime_libs.items():
        libs += targets
        for target in targets:
            arguments.append("$$(printf -- '--lib %s=%%s ' $(locations %s))" % (folder, target))
    arguments += ["--license $(locations %s)" % license for license in licenses]
    tag = "%s-%s-linux_x86_64" % (TAG, TAG) if natives else "py3-none-any"
    native.genrule(
        name = dist + "_wheel",
        srcs = files + libs + licenses + ["pyproject.toml", "README.md", "//:LICENSE", "//:versions.bzl"],
        outs = ["%s-%s-%s.whl" % (dist.replace("-", "_"), VERSIONS[dist], tag)],
        cmd = " ".join(
            ["$(location //tools:wheel) --out $@ --pyproject $(location pyproject.toml) --readme $(location README.md)"] +
            ["--versions $(location //:versions.bzl) --license $(location //:LICENSE)"] +
            arguments +
            ["--"] + ["$(locations %s)" % file for file in files],
        ),
        tools = ["//tools:wheel"],
        visibility = ["//visibility:public"],
    )

def ge_py_tool(name, deps = [], data = [], main = None):
    """A program that the build runs, of one file and what it imports."""
    native.py_binary(
        name = name,
        srcs = [main or name + ".py"],
        main = main or name + ".py",
        data = data,
        deps = deps,
        visibility = ["//visibility:public"],
    )

def ge_py_program(name, deps, data = [], type_deps = []):
    """A program for people, `<name>.py`, strictly typed: one in its folder."""
    native.py_binary(name = name, srcs = [name + ".py"], main = name + ".py", data = data, deps = deps)
    _types_test(name, native.glob(["**/*.py"]), deps + type_deps)

def ge_py_example(name, deps):
    """A program for the reader that a test runs as it stands: it must end well. Passes under passes/, with tests/ of them."""
    files = native.glob(["passes/**"], exclude = ["**/__pycache__/**"])
    ge_py_program(name, deps, files, type_deps = ["@pip//:pytest"])
    native.py_test(name = name + "_test", srcs = [name + ".py"], main = name + ".py", data = files, deps = deps)
    _tests(deps, files, "medium", [])
