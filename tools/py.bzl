"""Python: one macro a distribution, one for the programs that the build itself runs."""

load("//:versions.bzl", "NEEDS", "VERSIONS")
load("@python_minors//:minors.bzl", "OTHERS")
load("@python_sys//:python.bzl", "TAG")
load("//tools:cc.bzl", "for_python")

def ge_py_package(dist, deps = [], srcs = [], natives = {}, natives_wheel = None, version_module = None, runtime_libs = {}, licenses = [], test_deps = [], test_data = [], test_size = "medium", slow_tests = []):
    """One distribution: src/ is the library and the wheel, every tests/test_*.py is a test.

    Args:
        dist: The distribution's name, as in versions.bzl.
        deps: Other distributions: `//packages/...` or `@pip//:...`.
        srcs: Generated Python, whose paths start with `src/`.
        natives: Shared libraries of the tree: their path under src/, `{tag}` for the Python's -> the target that builds them.
        natives_wheel: The distribution in whose wheels the natives travel, when it is another one, described by
            native/pyproject.toml and native/README.md; this one's wheel is then the same for all Pythons.
        version_module: Path under src/ of the module to write with the version and the bridge ABIs.
        runtime_libs: Shared libraries of the system that travel in the wheel only: folder under src/ -> files.
        licenses: The licence texts of `runtime_libs`.
        test_deps: What only the tests import.
        test_data: Files and programs that only the tests read.
        test_size: Bazel's size of the tests.
        slow_tests: Tests under tests/ that get a size more.
    """
    pure = list(srcs)
    if version_module:
        pure.append(_version_module(dist, "src/" + version_module))
    built = pure + _natives(natives, TAG, "src/")
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
    pure += native.glob(["src/**"], exclude = ["**/__pycache__/**"])
    if natives_wheel:
        _wheel(dist, pure)
        _native_wheels(natives_wheel, [], natives, about = "native/")
    elif natives:
        _native_wheels(dist, pure, natives, runtime_libs, licenses)
    else:
        _wheel(dist, pure)

def _natives(natives, tag, folder):
    """The native libraries for one Python, at their places under `folder`."""
    built = []
    for path, target in natives.items():
        place = folder + path.format(tag = tag)
        native.genrule(
            name = "copy_" + place.replace("/", "_"),
            srcs = [for_python(target, tag)],
            outs = [place],
            cmd = "cp -L $< $@",
            tags = ["manual"] if tag in OTHERS else [],
        )
        built.append(place)
    return built

def _version_module(dist, path):
    native.genrule(
        name = "version_module",
        srcs = ["//:versions.bzl"],
        outs = [path],
        cmd = "$(location //tools:versions) --module %s $< > $@" % dist,
        tools = ["//tools:versions"],
    )
    return path

def bundled(name, files, path):
    """Packs files of another folder, without their folders, into one archive; returns it, for `srcs` of a package."""
    native.genrule(
        name = name,
        srcs = [files],
        outs = [path],
        cmd = "tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=0644 -h " +
              "--transform='s,.*/,,' -cf $@ $(locations %s)" % files,
    )
    return [path]

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

def _native_wheels(dist, files, natives, runtime_libs = {}, licenses = [], about = ""):
    """A wheel for the running Python, `<dist>_wheel`, and for each other one, `<dist>_wheel_<tag>`."""
    for tag in [TAG] + OTHERS.keys():
        built = _natives(natives, tag, "%s/src/" % tag)
        _wheel(dist, files + built, tag, runtime_libs, licenses, about)

def _wheel(dist, files, python_tag = None, runtime_libs = {}, licenses = [], about = ""):
    libs, arguments = [], []
    for folder, targets in runtime_libs.items():
        libs += targets
        for target in targets:
            arguments.append("$$(printf -- '--lib %s=%%s ' $(locations %s))" % (folder, target))
    arguments += ["--license $(locations %s)" % license for license in licenses]
    tag = "%s-%s-linux_x86_64" % (python_tag, python_tag) if python_tag else "py3-none-any"
    project, readme = about + "pyproject.toml", about + "README.md"
    native.genrule(
        name = dist + "_wheel" + ("_" + python_tag if python_tag in OTHERS else ""),
        srcs = files + libs + licenses + [project, readme, "//:LICENSE", "//:versions.bzl"],
        outs = ["%s-%s-%s.whl" % (dist.replace("-", "_"), VERSIONS[dist], tag)],
        cmd = " ".join(
            ["$(location //tools:wheel) --out $@ --pyproject $(location %s) --readme $(location %s)" % (project, readme)] +
            ["--versions $(location //:versions.bzl) --license $(location //:LICENSE)"] +
            arguments +
            ["--"] + ["$(locations %s)" % file for file in files],
        ),
        tags = ["manual"] if python_tag in OTHERS else [],
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
    native.filegroup(name = "passes", srcs = files, visibility = ["//visibility:public"])
    ge_py_program(name, deps, files, type_deps = ["@pip//:pytest"])
    native.py_test(name = name + "_test", srcs = [name + ".py"], main = name + ".py", data = files, deps = deps)
    _tests(deps, files, "medium", [])
