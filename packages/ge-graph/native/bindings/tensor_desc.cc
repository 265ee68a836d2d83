#include "ir/tensor_desc.h"

#include <pybind11/stl.h>

#include "bindings/python_types.h"
#include "bindings/register.h"
#include "ir/attr.h"
#include "ir/dim_range.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

// A range is that of a shape, and goes with it.
void SetShape(ir::TensorDesc& desc, ir::Shape shape) {
  if (shape == desc.shape) return;
  if (!desc.details().shape_range.empty()) desc.mutable_details().shape_range.clear();
  desc.shape = std::move(shape);
}

}  // namespace

void RegisterTensorDesc(py::module_& module) {
  using ir::TensorDesc;
  py::class_<TensorDesc>(module, "TensorDesc")
      .def(py::init(&DescFrom), py::arg("shape"), py::arg("format"), py::arg("data_type"))
      .def_property(
          "shape", [](const TensorDesc& self) { return PythonShape(self.shape); },
          [](TensorDesc& self, py::handle dims) { SetShape(self, ShapeFrom(dims)); })
      .def_property(
          "shape_range", [](const TensorDesc& self) { return self.details().shape_range; },
          [](TensorDesc& self, ir::ShapeRange range) {
            self.mutable_details().shape_range = std::move(range);
          })
      .def_property(
          "origin_shape", [](const TensorDesc& self) { return PythonShape(self.origin_shape()); },
          [](TensorDesc& self, py::handle dims) { self.SetOriginShape(ShapeFrom(dims)); })
      .def_property(
          "format", [](const TensorDesc& self) { return static_cast<int32_t>(self.format); },
          [](TensorDesc& self, int32_t format) { self.format = static_cast<base::Format>(format); })
      .def_property(
          "origin_format", [](const TensorDesc& self) { return static_cast<int32_t>(self.origin_format()); },
          [](TensorDesc& self, int32_t format) { self.SetOriginFormat(static_cast<base::Format>(format)); })
      .def_property(
          "data_type", [](const TensorDesc& self) { return static_cast<int32_t>(self.type); },
          [](TensorDesc& self, int32_t type) { self.type = static_cast<base::DataType>(type); })
      .def("copy", [](const TensorDesc& self) { return TensorDesc(self); });
}

}  // namespace ge::bindings
