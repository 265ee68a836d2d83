#include "match/pattern.h"
#include "python_objects.h"
#include "register.h"

namespace py = pybind11;

namespace ge::passes::python {
namespace {

using match::PatternConfig;

// Collects flags, which cannot be taken back.
struct ConfigBuilder {
  PatternConfig config;
};

}  // namespace

void RegisterMatcherConfig(py::module_& module) {
  py::class_<PatternConfig>(module, "PatternMatcherConfig")
      .def("is_enable_const_value_match", [](const PatternConfig& self) { return self.const_values; })
      .def("is_enable_ir_attr_match", [](const PatternConfig& self) { return self.ir_attrs; });
  py::class_<ConfigBuilder>(module, "PatternMatcherConfigBuilder")
      .def(py::init<>())
      .def(
          "enable_const_value_match",
          [](ConfigBuilder& self) -> ConfigBuilder& {
            self.config.const_values = true;
            return self;
          },
          py::return_value_policy::reference)
      .def(
          "enable_ir_attr_match",
          [](ConfigBuilder& self) -> ConfigBuilder& {
            self.config.ir_attrs = true;
            return self;
          },
          py::return_value_policy::reference)
      .def("build", [](const ConfigBuilder& self) { return self.config; });
  module.def("clone_pattern_matcher_config",
             [](const PatternConfig& config) { return ToHandle(PatternConfig(config)); });
}

}  // namespace ge::passes::python
