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
  py::class_<PatternConfig>(
      module, "PatternMatcherConfig",
      "How exactly constants and attributes must agree. PatternMatcherConfigBuilder makes it.")
      .def(
          "is_enable_const_value_match", [](const PatternConfig& self) { return self.const_values; },
          "Whether constants must have the pattern's values.")
      .def(
          "is_enable_const_number_match", [](const PatternConfig& self) { return self.const_numbers; },
          "Whether those values are compared as numbers, whatever their types.")
      .def(
          "is_enable_ir_attr_match", [](const PatternConfig& self) { return self.ir_attrs; },
          "Whether operators must have the pattern's attributes.");
  py::class_<ConfigBuilder>(module, "PatternMatcherConfigBuilder",
                            "Makes a PatternMatcherConfig; without a call nothing must agree.")
      .def(py::init<>(), "With nothing enabled.")
      .def(
          "enable_const_value_match",
          [](ConfigBuilder& self) -> ConfigBuilder& {
            self.config.const_values = true;
            return self;
          },
          py::return_value_policy::reference,
          "Let constants of the pattern match constants of the same type, shape and elements only.")
      .def(
          "enable_const_number_match",
          [](ConfigBuilder& self) -> ConfigBuilder& {
            self.config.const_values = true;
            self.config.const_numbers = true;
            return self;
          },
          py::return_value_policy::reference,
          "As enable_const_value_match, but constants are compared as numbers: whatever their types, and "
          "without regard to leading dimensions of 1. 2.0 matches [2.0], 2 and float16 2.0; 0.1 matches what "
          "it is rounded to.")
      .def(
          "enable_ir_attr_match",
          [](ConfigBuilder& self) -> ConfigBuilder& {
            self.config.ir_attrs = true;
            return self;
          },
          py::return_value_policy::reference,
          "Let operators of the pattern match those with the same attributes, defaults included, only.")
      .def(
          "build", [](const ConfigBuilder& self) { return self.config; }, "The configuration so far.");
  module.def("clone_pattern_matcher_config",
             [](const PatternConfig& config) { return ToHandle(PatternConfig(config)); });
}

}  // namespace ge::passes::python
