#include "bindings/errors.h"

#include "bindings/register.h"

namespace py = pybind11;

namespace ge::bindings {

void RegisterErrors(py::module_& module) {
  module.def("last_error", [] { return py::bytes(base::LastError()); });
  module.def("set_last_error", [](const std::string& code, const std::string& message) {
    base::SetLastError({code, message});
  });
  module.def("clear_last_error", [] { base::SetLastError({}); });
}

}  // namespace ge::bindings
