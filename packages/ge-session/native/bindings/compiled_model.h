#pragma once

#include <pybind11/pybind11.h>

namespace ge::cpu::bindings {

// Compiling, saving and opening models.
void RegisterCompiledModel(pybind11::module_& module);

}  // namespace ge::cpu::bindings
