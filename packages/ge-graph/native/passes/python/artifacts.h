#pragma once

#include <string>
#include <vector>

#include "passes/python/runtime.h"

namespace ge::passes {

// One set of libraries for passes in Python, made for one version of Python.
struct PythonArtifact {
  std::string root;
  std::string python_tag;
  std::string platform;
  std::string bridge_path;
  std::string native_path;
};

// The `ge` folders in which ge.passes may be installed: around the bridge's own library, then along
// PYTHONPATH, then along the interpreter's path; each once.
std::vector<std::string> PackageFolders(const PythonRuntime& runtime);

// The sets under these folders that are made for this Python and platform and have our ABI number, in order.
// A manifest that cannot be read is passed over.
std::vector<PythonArtifact> MatchingArtifacts(const std::vector<std::string>& folders,
                                              const PythonRuntime& runtime);
// Those of them whose folders these are.
std::vector<PythonArtifact> ArtifactsIn(const std::vector<std::string>& roots, const PythonRuntime& runtime);

}  // namespace ge::passes
