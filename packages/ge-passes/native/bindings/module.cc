#include <pybind11/pybind11.h>

#include "bindings/abi_check.h"
#include "register.h"

namespace py = pybind11;

PYBIND11_MODULE(_ge_pass_native, module) {
  using namespace ge::passes::python;
  ge::bindings::CheckBridgeAbi("ge.passes._ge_pass_native", "ge-passes");
  py::module_::import("ge.graph._native");  // its types are used here
  module.doc() = "Patterns, matches and rewriting in the native bridge. Private: use ge.passes.";
  RegisterContext(module);
  RegisterMatcherConfig(module);
  RegisterPattern(module);
  RegisterMatchResult(module);
  RegisterSubgraph(module);
  RegisterFuse(module);
  RegisterInference(module);
  RegisterRunning(module);
  RegisterObserver(module);
  RegisterListing(module);
  RegisterSinglePass(module);
}
