#include "bindings/python_types.h"

#include <pybind11/gil_safe_call_once.h>

#include <utility>
#include <vector>

#include "bindings/numbers.h"
#include "ir/attr.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

py::object& DataTypeClass() {
  PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<py::object> stored;
  return stored
      .call_once_and_store_result([] { return py::module_::import("ge.graph.types").attr("DataType"); })
      .get_stored();
}

py::object& TensorClass() {
  PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<py::object> stored;
  return stored
      .call_once_and_store_result([] { return py::module_::import("ge.graph.tensor").attr("Tensor"); })
      .get_stored();
}

}  // namespace

bool IsDataType(py::handle value) { return py::isinstance(value, DataTypeClass()); }

py::object PythonDataType(base::DataType type) { return DataTypeClass()(static_cast<int32_t>(type)); }

bool IsTensor(py::handle value) {
  return py::isinstance<ir::Tensor>(value) || py::isinstance(value, TensorClass());
}

const ir::Tensor& TensorOf(py::handle value) {
  if (py::isinstance<ir::Tensor>(value)) return value.cast<const ir::Tensor&>();
  // The native tensor lives as long as the Python one that holds it.
  return value.attr("_held").cast<const ir::Tensor&>();
}

py::object PythonTensor(ir::Tensor tensor) { return TensorClass().attr("_create_from")(std::move(tensor)); }

base::DataType DataTypeFrom(py::handle value) {
  return static_cast<base::DataType>(IntegerFrom<int32_t>(value));
}

py::object PlainValue(py::handle value) {
  py::object plain = py::module_::import("ge.graph._numpy").attr("plain_value")(value);
  return plain.is_none() ? py::object() : plain;
}

std::string StringFrom(py::handle value) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
  if (text == nullptr) throw py::error_already_set();
  const std::string_view whole(text, static_cast<size_t>(size));
  if (whole.find('\0') != std::string_view::npos) {
    throw py::value_error("a text must not contain NUL: " + py::repr(value).cast<std::string>());
  }
  return std::string(whole);
}

py::str PythonText(std::string_view text) {
  PyObject* decoded = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

ir::Shape ShapeFrom(py::handle dims) {
  std::vector<int64_t> numbers;
  if (!dims.is_none()) {
    for (const py::handle dim : py::reinterpret_borrow<py::sequence>(dims)) numbers.push_back(Int64From(dim));
  }
  return ir::Shape(numbers);
}

py::list PythonShape(const ir::Shape& shape) {
  py::list dims;
  for (const int64_t dim : shape) dims.append(dim);
  return dims;
}

ir::TensorDesc DescFrom(py::handle dims, int32_t format, int32_t type) {
  ir::TensorDesc desc(ShapeFrom(dims), static_cast<base::DataType>(type), static_cast<base::Format>(format));
  desc.mutable_details().real_dim_cnt = static_cast<int64_t>(desc.shape.size());
  return desc;
}

}  // namespace ge::bindings
