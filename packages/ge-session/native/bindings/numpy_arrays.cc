#include "bindings/numpy_arrays.h"

#include <string>
#include <utility>
#include <vector>

#include "bindings/errors.h"

namespace py = pybind11;

namespace ge::cpu::bindings {
namespace {

using base::DataType;

const char* NumpyName(DataType type) {
  switch (type) {
    case DataType::kFloat:
      return "float32";
    case DataType::kFloat16:
      return "float16";
    case DataType::kDouble:
      return "float64";
    case DataType::kInt8:
      return "int8";
    case DataType::kInt16:
      return "int16";
    case DataType::kInt32:
      return "int32";
    case DataType::kInt64:
      return "int64";
    case DataType::kUint8:
      return "uint8";
    case DataType::kUint16:
      return "uint16";
    case DataType::kUint32:
      return "uint32";
    case DataType::kUint64:
      return "uint64";
    case DataType::kBool:
      return "bool";
    case DataType::kComplex64:
      return "complex64";
    case DataType::kComplex128:
      return "complex128";
    default:
      return nullptr;
  }
}

const char* MlDtypesName(DataType type) {
  switch (type) {
    case DataType::kBf16:
      return "bfloat16";
    case DataType::kFloat8E5M2:
      return "float8_e5m2";
    case DataType::kFloat8E4M3FN:
      return "float8_e4m3fn";
    case DataType::kFloat8E8M0:
      return "float8_e8m0fnu";
    default:
      return nullptr;
  }
}

std::string TypeText(const py::dtype& dtype) { return py::str(dtype).cast<std::string>(); }

}  // namespace

py::dtype NumpyType(DataType type) {
  if (const char* name = NumpyName(type)) return py::dtype(name);
  const char* name = MlDtypesName(type);
  if (name == nullptr) {
    throw py::type_error(base::Text("numpy has no arrays of ", type, ": use ge.graph.Tensor"));
  }
  return py::dtype::from_args(py::module_::import("ml_dtypes").attr(name));
}

ir::Tensor BorrowArray(const py::array& array, DataType expected, const py::dtype& dtype,
                       const std::string& where) {
  if (!array.dtype().equal(dtype)) {
    ge::bindings::Raise({"E13025", base::Text(where, ": expected an array of ", TypeText(dtype),
                                              ", given one of ", TypeText(array.dtype()))});
  }
  const std::vector<int64_t> dims(array.shape(), array.shape() + array.ndim());
  return {
      ir::TensorDesc(ir::Shape(dims), expected),
      base::Buffer::Borrow(const_cast<void*>(array.data()), static_cast<size_t>(array.nbytes()), nullptr)};
}

py::array TakeArray(ir::Tensor tensor, const py::dtype& dtype) {
  const std::vector<int64_t> dims = tensor.desc.shape.dims();
  void* const data = tensor.data->mutable_data();
  auto* const kept = new std::shared_ptr<base::Buffer>(std::move(tensor.data));
  const py::capsule owner(kept, [](void* held) { delete static_cast<std::shared_ptr<base::Buffer>*>(held); });
  return py::array(dtype, dims, data, owner);
}

}  // namespace ge::cpu::bindings
