#include "bindings/numpy_arrays.h"

#include <string>
#include <utility>
#include <vector>

#include "bindings/errors.h"

namespace py = pybind11;

namespace ge::cpu::bindings {
namespace {

using base::DataType;

std::string TypeText(const py::dtype& dtype) { return py::str(dtype).cast<std::string>(); }

}  // namespace

py::dtype NumpyType(DataType type) {
  py::object dtype = py::none();
  // Elements of less than a byte stand packed, which no numpy type does.
  if (base::DataTypeBits(type) % 8 == 0) {
    const py::object member = py::module_::import("ge.graph").attr("DataType")(static_cast<int32_t>(type));
    dtype = py::module_::import("ge.graph._numpy").attr("numpy_dtype")(member);
  }
  if (dtype.is_none()) {
    throw py::type_error(base::Text("numpy has no arrays of ", type, ": use ge.graph.Tensor"));
  }
  return py::reinterpret_borrow<py::dtype>(dtype);
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
