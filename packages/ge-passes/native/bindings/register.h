#pragma once

#include <pybind11/pybind11.h>

// What the module `ge.passes._ge_pass_native` is made of: one file, one function a subject.
namespace ge::passes::python {

void RegisterContext(pybind11::module_& module);
void RegisterMatcherConfig(pybind11::module_& module);
void RegisterPattern(pybind11::module_& module);
void RegisterMatchResult(pybind11::module_& module);
void RegisterSubgraph(pybind11::module_& module);
void RegisterFuse(pybind11::module_& module);
void RegisterInference(pybind11::module_& module);
void RegisterRunning(pybind11::module_& module);
void RegisterObserver(pybind11::module_& module);
void RegisterListing(pybind11::module_& module);
void RegisterSinglePass(pybind11::module_& module);

}  // namespace ge::passes::python
