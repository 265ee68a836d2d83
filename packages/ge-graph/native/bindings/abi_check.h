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

// To be called first in a module's initialisation: fails when the module was compiled against another
// interface than the one that the loaded bridge has.
inline void CheckBridgeAbi(const char* module, const char* distribution) {
  if (ge_bridge_abi() == base::kBridgeAbi) return;
  throw pybind11::import_error(std::string(module) + " (" + Installed(distribution) +
                               ") works with bridge ABI " + std::to_string(base::kBridgeAbi) + ", but " +
                               Installed("ge-graph") + " has bridge ABI " + std::to_string(ge_bridge_abi()) +
                               ": install versions of the two that belong together");
}

}  // namespace ge::bindings
