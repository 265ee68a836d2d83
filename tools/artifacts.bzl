"""Sets of native libraries for one version of Python, with the manifest by which they are found when they run."""

load("@python_minors//:minors.bzl", "OTHERS")
load("@python_sys//:python.bzl", "TAG", "VERSION")
load("//tools:cc.bzl", "for_python")

_PLATFORM = "linux-x86_64"

def python_artifacts(name, folder, module, bridge, abi = 1):
    """A set for each Python; returns them as `natives` of `ge_py_package` takes them.

    Args:
        name: Of the manifest's target.
        folder: Path under src/ of the folder with a folder for each set.
        module: The Python module.
        bridge: The library that the bridge loads.
        abi: The number that both sides must agree in.
    """
    libraries = {"native": module, "bridge": bridge}
    names = {kind: label.split(":")[1] for kind, label in libraries.items()}
    manifest = ":%s_manifest.json" % name
    for tag, version in [(TAG, VERSION)] + OTHERS.items():
        text = struct(
            artifacts = struct(**names),
            bridge_abi = abi,
            platform = _PLATFORM,
            python_tag = tag,
            python_version = version,
        ).to_json()
        out = for_python(manifest, tag)[1:]
        native.genrule(name = out[:-len(".json")], outs = [out], cmd = "echo '%s' > $@" % text)
    place = "%s/{tag}-%s/" % (folder, _PLATFORM)
    files = {place + names[kind]: label for kind, label in libraries.items()}
    files[place + "manifest.json"] = manifest
    return files
