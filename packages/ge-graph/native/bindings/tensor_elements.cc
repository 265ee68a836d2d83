#include "bindings/tensor_elements.h"

#include <cmath>
#include <string>

#include "base/half.h"
#include "bindings/numbers.h"

namespace py = pybind11;

namespace ge::bindings {
namespace {

using base::DataType;

// A half or bfloat16 element, told apart from uint16.
struct Half {
  uint16_t bits;
};
struct BFloat16 {
  uint16_t bits;
};

PyObject* ToPython(bool value) { return PyBool_FromLong(static_cast<long>(value)); }
PyObject* ToPython(float value) { return PyFloat_FromDouble(static_cast<double>(value)); }
PyObject* ToPython(double value) { return PyFloat_FromDouble(value); }
PyObject* ToPython(Half value) { return PyFloat_FromDouble(base::FloatFromHalf(value.bits)); }
PyObject* ToPython(BFloat16 value) { return PyFloat_FromDouble(base::FloatFromBFloat16(value.bits)); }
template <typename Int>
PyObject* ToPython(Int value) {
  if constexpr (std::is_signed_v<Int>) return PyLong_FromLongLong(value);
  return PyLong_FromUnsignedLongLong(value);
}

[[noreturn]] void NoElements(const char* what) {
  throw py::value_error(std::string("Tensor data must start with '[' and end with ']', but is ") + what);
}

template <typename T>
py::list ListOf(const ir::Tensor& tensor) {
  if (tensor.size_bytes() % sizeof(T) != 0) NoElements("<invalid>");
  const size_t count = tensor.size_bytes() / sizeof(T);
  const T* elements = tensor.elements<T>();
  py::list list(count);
  for (size_t i = 0; i < count; ++i) {
    PyObject* item = ToPython(elements[i]);
    if (item == nullptr) throw py::error_already_set();
    PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), item);
  }
  return list;
}

// int(item)
template <typename T>
T IntFrom(py::handle item) {
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Long(item.ptr()));
  if (!number) throw py::error_already_set();
  return IntegerFrom<T>(number);
}

bool TruthFrom(py::handle item) {
  if (PyNumber_Check(item.ptr()) == 0) {
    throw std::runtime_error(base::Text("an element of a bool tensor must be a bool or a number, not ",
                                        Py_TYPE(item.ptr())->tp_name));
  }
  const int truth = PyObject_IsTrue(item.ptr());
  if (truth < 0) throw py::error_already_set();
  return truth != 0;
}

// What is smaller than the smallest half is zero, even where the next one is nearer.
uint16_t HalfFrom(py::handle item) {
  const float number = FloatFrom(item);
  const uint16_t half =
      base::HalfFromFloat(std::fabs(number) < 0x1p-24F ? std::copysign(0.0F, number) : number);
  if (std::isfinite(number) && std::isinf(base::FloatFromHalf(half)))
    RaiseOutside(item, "within 65504", "float16");
  return half;
}

template <typename T>
std::shared_ptr<base::Buffer> Pack(const py::list& items, int64_t count, T (*from)(py::handle)) {
  auto buffer = base::Buffer::AllocateForWriting(static_cast<size_t>(count) * sizeof(T));
  T* elements = static_cast<T*>(buffer->mutable_data());
  for (int64_t i = 0; i < count; ++i) elements[i] = from(items[static_cast<size_t>(i)]);
  return buffer;
}

}  // namespace

py::list Elements(const ir::Tensor& tensor) {
  if (tensor.size_bytes() == 0 && tensor.desc.shape.Elements() != 0) NoElements("<empty>");
  switch (tensor.desc.type) {
    case DataType::kBool:
      return ListOf<bool>(tensor);
    case DataType::kInt8:
      return ListOf<int8_t>(tensor);
    case DataType::kUint8:
      return ListOf<uint8_t>(tensor);
    case DataType::kInt16:
      return ListOf<int16_t>(tensor);
    case DataType::kUint16:
      return ListOf<uint16_t>(tensor);
    case DataType::kInt32:
      return ListOf<int32_t>(tensor);
    case DataType::kUint32:
      return ListOf<uint32_t>(tensor);
    case DataType::kInt64:
      return ListOf<int64_t>(tensor);
    case DataType::kUint64:
      return ListOf<uint64_t>(tensor);
    case DataType::kFloat:
      return ListOf<float>(tensor);
    case DataType::kDouble:
      return ListOf<double>(tensor);
    case DataType::kFloat16:
      return ListOf<Half>(tensor);
    case DataType::kBf16:
      return ListOf<BFloat16>(tensor);
    default:
      NoElements("<not_supported>");
  }
}

std::shared_ptr<base::Buffer> PackElements(const py::list& items, DataType type, int64_t count) {
  if (count < 0) throw std::runtime_error("a tensor with elements needs a shape of known dimensions");
  if (static_cast<int64_t>(items.size()) < count) {
    throw std::runtime_error(
        base::Text("the shape takes ", count, " elements, but the list has ", items.size()));
  }
  if (count == 0) return base::Buffer::AllocateForWriting(0);
  switch (type) {
    case DataType::kInt8:
      return Pack(items, count, IntFrom<int8_t>);
    case DataType::kUint8:
      return Pack(items, count, IntFrom<uint8_t>);
    case DataType::kInt16:
      return Pack(items, count, IntFrom<int16_t>);
    case DataType::kUint16:
      return Pack(items, count, IntFrom<uint16_t>);
    case DataType::kInt32:
      return Pack(items, count, IntFrom<int32_t>);
    case DataType::kUint32:
      return Pack(items, count, IntFrom<uint32_t>);
    case DataType::kInt64:
      return Pack(items, count, IntFrom<int64_t>);
    case DataType::kUint64:
      return Pack(items, count, IntFrom<uint64_t>);
    case DataType::kFloat:
      return Pack(items, count, FloatFrom);
    case DataType::kDouble:
      return Pack(items, count, DoubleFrom);
    case DataType::kBool:
      return Pack(items, count, TruthFrom);
    case DataType::kFloat16:
      return Pack(items, count, HalfFrom);
    default:
      throw std::runtime_error(base::Text("a list cannot give elements of ", type));
  }
}

}  // namespace ge::bindings
