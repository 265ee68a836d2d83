#include "bindings/errors.h"

#include "bindings/register.h"

namespace py = pybind11;

namespace ge::bindings {

void RegisterErrors(py::module_& module) {
  module.def("last_error", [] { return py::bytes(base::LastError()); });
  module.def("clear_last_error", [] { base::SetLastError({}); });
}

}  // namespace ge::bindings
