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
  py::class_<PassContext, std::shared_ptr<PassContext>>(
      module, "PassContext",
      "What a pass may ask and say while it runs. The compiler gives it "
      "to hooks; all passes of a stage share one.")
      .def(
          "get_pass_name", [](const PassContext& self) { return self.pass_name; },
          "The name of the pass that runs.")
      .def(
          "set_pass_name", [](PassContext& self, std::string name) { self.pass_name = std::move(name); },
          py::arg("name"), py::pos_only(), "Use another name for the rest of the call.")
      .def(
          "get_error_message", [](const PassContext& self) { return self.error_message; },
          "What was set last by any pass of the stage; '' when nothing was.")
      .def(
          "set_error_message",
          [](PassContext& self, std::string text) { self.error_message = std::move(text); },
          py::arg("message"), py::pos_only(),
          "Keep a text. That alone does not make the pass fail: raise an exception to do so.")
      .def("get_option_value", &Option, py::arg("key"), py::pos_only(),
           R"(The value of an option of the compilation.

Raises:
    RuntimeError: The option is not set; the text names it.)");
}

}  // namespace ge::passes::python
