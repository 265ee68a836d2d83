"""The only place where a version is written. Plain literals: Bazel loads this file, Python reads it (tools/versions.py)."""

BRIDGE_ABI = 1  # bumped when a signature that another package binds to changes

VERSIONS = {
    "ge-graph": "0.1.0",
    "ge-es": "0.1.0",
    "ge-session": "0.1.0",
    "ge-passes": "0.1.0",
    "ge-py-pass-bridge": "0.1.0",  # the native part of ge-passes: the same version
    "ge-custom-op": "0.1.0",
    "pyatc": "0.1.0",
}

# What each needs: the bridge ABIs that it works with, its siblings, and outside distributions.
NEEDS = {
    "ge-graph": {"abi": [1, 1], "numpy": ">=1.24", "protobuf": ">=4.21"},
    "ge-es": {"abi": [1, 1], "ge-graph": ">=0.1,<0.2"},
    "ge-session": {"abi": [1, 1], "ge-graph": ">=0.1,<0.2"},
    "ge-passes": {"abi": [1, 1], "ge-graph": ">=0.1,<0.2", "ge-es": ">=0.1,<0.2", "ge-py-pass-bridge": "==0.1.0"},
    "ge-py-pass-bridge": {"abi": [1, 1]},
    "ge-custom-op": {"abi": [1, 1], "ge-graph": ">=0.1,<0.2", "ge-session": ">=0.1,<0.2"},
    "pyatc": {"abi": [1, 1], "ge-graph": ">=0.1,<0.2", "ge-es": ">=0.1,<0.2", "ge-session": ">=0.1,<0.2", "onnx": ">=1.14"},
}
