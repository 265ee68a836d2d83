#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "base/abi.h"
#include "base/bridge_abi.h"

namespace ge::bindings {

// `ge-graph 0.3.1`, or `ge-graph` when the distribution's version is not known.
inline std::string Installed(const char* distribution) {
  namespace py = pybind11;
  std::string text = distribution;
  try {
    text += " " + py::module_::import("importlib.metadata").attr("version")(distribution).cast<std::string>();
  } catch (const py::error_already_set&) {
    // Run from a tree: there is no version to name.
  }
  return text;
}

// Fails when the bridge that is loaded is none of those that the module works with.
inline void CheckBridgeAbi(const char* module, const char* distribution, int lowest, int highest) {
  const int loaded = ge_bridge_abi();
  if (lowest <= loaded && loaded <= highest) return;
  std::string wanted = std::to_string(lowest);
  if (highest != lowest) wanted += " to " + std::to_string(highest);
  throw pybind11::import_error(std::string(module) + " (" + Installed(distribution) +
                               ") works with bridge ABI " + wanted + ", but " + Installed("ge-graph") +
                               " has bridge ABI " + std::to_string(loaded) +
                               ": install versions of the two that belong together");
}

// To be called first in a module's initialisation: it works with the interface that it was compiled against.
inline void CheckBridgeAbi(const char* module, const char* distribution) {
  CheckBridgeAbi(module, distribution, base::kBridgeAbi, base::kBridgeAbi);
}

}  // namespace ge::bindings
