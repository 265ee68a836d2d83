#include "ir/tensor.h"

#include <pybind11/stl.h>

#include "bindings/dlpack.h"
#include "bindings/errors.h"
#include "bindings/python_types.h"
#include "bindings/register.h"
#include "bindings/tensor_buffers.h"
#include "bindings/tensor_elements.h"
#include "ir/attr.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

ir::Tensor FromList(const py::list& items, int32_t type, int32_t format, py::handle dims) {
  ir::TensorDesc desc = DescFrom(dims, format, type);
  auto data = PackElements(items, desc.type, desc.shape.Elements());
  return {std::move(desc), std::move(data)};
}

// The memory must hold at least what the shape asks for; more is left alone.
ir::Tensor FromBuffer(py::handle memory, int32_t type, int32_t format, py::handle dims) {
  ir::TensorDesc desc = DescFrom(dims, format, type);
  auto data = BorrowBuffer(memory);
  const int64_t bytes = base::DataBytes(desc.type, desc.shape.Elements());
  if (bytes >= 0 && static_cast<size_t>(bytes) < data->size()) {
    data = base::Buffer::Slice(data, 0, static_cast<size_t>(bytes));
  }
  ir::Tensor tensor(std::move(desc), std::move(data));
  RaiseIfError(tensor.Check());
  return tensor;
}

void RegisterDescription(py::class_<ir::Tensor>& tensor) {
  using ir::Tensor;
  tensor.def_property_readonly("shape", [](const Tensor& self) { return PythonShape(self.desc.shape); })
      .def_property(
          "format", [](const Tensor& self) { return static_cast<int32_t>(self.desc.format); },
          [](Tensor& self, int32_t format) { self.desc.format = static_cast<base::Format>(format); })
      .def_property(
          "data_type", [](const Tensor& self) { return static_cast<int32_t>(self.desc.type); },
          [](Tensor& self, int32_t type) { self.desc.type = static_cast<base::DataType>(type); })
      .def_property_readonly("placement",
                             [](const Tensor& self) { return static_cast<int32_t>(self.placement); })
      .def_property_readonly("size_bytes", &Tensor::size_bytes)
      .def_property_readonly("desc", [](const Tensor& self) { return ir::TensorDesc(self.desc); });
}

}  // namespace

void RegisterTensor(py::module_& module) {
  using ir::Tensor;
  py::class_<Tensor> tensor(module, "Tensor", py::buffer_protocol());
  tensor.def(py::init([] { return Tensor(DescFrom(py::none(), 2, 0), nullptr); }))
      .def_static("from_list", &FromList, py::arg("items"), py::arg("data_type"), py::arg("format"),
                  py::arg("shape"))
      .def_static("from_buffer", &FromBuffer, py::arg("memory"), py::arg("data_type"), py::arg("format"),
                  py::arg("shape"))
      .def("elements", &Elements)
      .def("to_dlpack", &ToDlpack, py::arg("versioned"), py::arg("copy"))
      .def_static("from_dlpack",
                  [](const py::object& capsule, int32_t format) {
                    return FromDlpack(capsule, static_cast<base::Format>(format));
                  })
      .def_buffer([](Tensor& self) { return BufferView(self); });
  RegisterDescription(tensor);
}

}  // namespace ge::bindings
