#include <pybind11/stl.h>

#include "bindings/attr_values.h"
#include "bindings/register.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

struct AttrHolder {
  ir::AttrValue value;
};

// The setters of one kind; the Python class has checked the type.
ir::AttrKind KindOf(int32_t number) {
  switch (number) {
    case 1:
      return ir::AttrKind::kString;
    case 2:
      return ir::AttrKind::kFloat;
    case 3:
      return ir::AttrKind::kBool;
    case 4:
      return ir::AttrKind::kInt;
    case 6:
      return ir::AttrKind::kTensor;
    case 11:
      return ir::AttrKind::kDataType;
    case 1001:
      return ir::AttrKind::kListString;
    case 1002:
      return ir::AttrKind::kListFloat;
    case 1003:
      return ir::AttrKind::kListBool;
    case 1004:
      return ir::AttrKind::kListInt;
    case 1011:
      return ir::AttrKind::kListDataType;
    default:
      throw py::value_error("There is no setter for attribute kind " + std::to_string(number));
  }
}

}  // namespace

void RegisterAttrValue(py::module_& module) {
  py::class_<AttrHolder>(module, "AttrValue")
      .def(py::init<>())
      .def_property_readonly("kind", [](const AttrHolder& self) { return AttrValueType(self.value); })
      .def("get", [](const AttrHolder& self) { return AttrToPython(self.value); })
      .def("assign", [](AttrHolder& self, py::handle value) { self.value = AttrFromPython(value); })
      .def("set", [](AttrHolder& self, int32_t kind, py::handle value) {
        self.value = AttrFromPython(value, KindOf(kind), "Value");
      });
}

}  // namespace ge::bindings
