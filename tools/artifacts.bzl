"""Sets of native libraries for one version of Python, with the manifest by which they are found when they run."""

load("@python_sys//:python.bzl", "TAG")

def python_artifacts(name, folder, module, bridge, abi = 1):
    """The set for the Python that builds; returns it as `natives` of `ge_py_package` takes them.

    Args:
        name: Of the manifest's target.
        folder: Path under src/ of the folder with a folder for each set.
        module: The Python module.
        bridge: The library that the bridge loads.
        abi: The number that both sides must agree in.
    """
    platform = "linux-x86_64"
    libraries = {"native": module, "bridge": bridge}
    names = {kind: label.split(":")[1] for kind, label in libraries.items()}
    manifest = struct(artifacts = struct(**names), bridge_abi = abi, platform = platform, python_tag = TAG).to_json()
    native.genrule(name = name, outs = [name + "_manifest.json"], cmd = "echo '%s' > $@" % manifest)
    place = "%s/%s-%s/" % (folder, TAG, platform)
    files = {place + names[kind]: label for kind, label in libraries.items()}
    files[place + "manifest.json"] = ":" + name + "_manifest.json"
    return files
