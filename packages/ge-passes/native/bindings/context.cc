#include "passes/pass.h"
#include "register.h"

namespace py = pybind11;

namespace ge::passes::python {
namespace {

std::string Option(const PassContext& self, const std::string& key) {
  const std::string* value = self.Option(key);
  if (value == nullptr) throw std::runtime_error("option " + key + " is not set");
  return *value;
}

}  // namespace

void RegisterContext(py::module_& module) {
  py::class_<PassContext, std::shared_ptr<PassContext>>(module, "PassContext")
      .def("get_pass_name", [](const PassContext& self) { return self.pass_name; })
      .def(
          "set_pass_name", [](PassContext& self, std::string name) { self.pass_name = std::move(name); },
          py::arg("name"), py::pos_only())
      .def("get_error_message", [](const PassContext& self) { return self.error_message; })
      .def(
          "set_error_message",
          [](PassContext& self, std::string text) { self.error_message = std::move(text); },
          py::arg("message"), py::pos_only())
      .def("get_option_value", &Option, py::arg("key"), py::pos_only());
}

}  // namespace ge::passes::python
