#include "bindings/errors.h"
#include "passes/registry.h"
#include "register.h"

namespace py = pybind11;

namespace ge::passes::python {
namespace {

void Load() {
  const py::gil_scoped_release without_gil;
  bindings::RaiseIfError(LoadPasses());
}

void Unload() {
  const py::gil_scoped_release without_gil;
  UnloadPasses();
}

}  // namespace

void RegisterLoading(py::module_& module) {
  module.def("load_passes", &Load);
  module.def("unload_passes", &Unload);
}

}  // namespace ge::passes::python
