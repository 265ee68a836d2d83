"""The sources of a package's native part, packed for its wheel: see tools/fallback_sources.py."""

def _fallback_sources_impl(ctx):
    headers = depset(transitive = [dep[CcInfo].compilation_context.headers for dep in ctx.attr.deps]).to_list()
    ours = [header for header in headers if "packages/" in header.path and not header.is_directory]
    arguments = ctx.actions.args()
    arguments.add("--config", ctx.outputs.config)
    arguments.add("--sources", ctx.outputs.sources)
    arguments.add("--abi", str(ctx.attr.abi))
    arguments.add("--pybind11", ctx.file.pybind11.path + "/pybind11")
    arguments.add_all("--bridge", [ctx.attr.bridge_library] + ctx.files.bridge)
    arguments.add_all("--native", [ctx.attr.native_library] + ctx.files.native)
    arguments.add_all("--headers", ours)
    ctx.actions.run(
        executable = ctx.executable._tool,
        arguments = [arguments],
        inputs = ctx.files.bridge + ctx.files.native + ours + [ctx.file.pybind11],
        outputs = [ctx.outputs.config, ctx.outputs.sources],
    )

_fallback_sources = rule(
    implementation = _fallback_sources_impl,
    attrs = {
        "abi": attr.int(mandatory = True),
        "bridge": attr.label_list(allow_files = True),
        "bridge_library": attr.string(mandatory = True),
        "config": attr.output(mandatory = True),
        "deps": attr.label_list(providers = [CcInfo]),
        "native": attr.label_list(allow_files = True),
        "native_library": attr.string(mandatory = True),
        "pybind11": attr.label(allow_single_file = True, default = "@pip//:dist/pybind11"),
        "sources": attr.output(mandatory = True),
        "_tool": attr.label(default = "//tools:fallback_sources", executable = True, cfg = "exec"),
    },
)

def fallback_sources(name, folder, module, bridge, abi = 1):
    """Packs two Python modules' sources and the headers that they include; returns the files, for `srcs` of a package.

    Args:
        name: Of the target.
        folder: Path of the package's folder for them, from the BUILD file.
        module: The Python module, as `ge_py_module` makes it.
        bridge: The library that the compiler loads, made alike.
        abi: The number that both sides must agree in.
    """
    libraries = {"native": module, "bridge": bridge}
    stems = {kind: label[:-len(".so")] for kind, label in libraries.items()}
    outs = [folder + "/_sources.py", folder + "/build_config.json"]
    _fallback_sources(
        name = name,
        abi = abi,
        bridge = [stems["bridge"] + "_sources"],
        bridge_library = bridge.split(":")[1],
        config = outs[1],
        deps = [stem + "_headers" for stem in stems.values()],
        native = [stems["native"] + "_sources"],
        native_library = module.split(":")[1],
        sources = outs[0],
    )
    return outs
