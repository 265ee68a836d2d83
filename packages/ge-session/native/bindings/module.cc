#include <pybind11/pybind11.h>

#include "bindings/abi_check.h"
#include "bindings/compiled_model.h"
#include "bindings/model.h"

PYBIND11_MODULE(_native, module) {
  ge::bindings::CheckBridgeAbi("ge.session._native", "ge-session");
  module.doc() = "The CPU engine: loads and runs graphs. Private: use ge.session.";
  pybind11::module_::import("ge.graph._native");  // its classes are arguments here
  ge::cpu::bindings::RegisterModel(module);
  ge::cpu::bindings::RegisterCompiledModel(module);
}
