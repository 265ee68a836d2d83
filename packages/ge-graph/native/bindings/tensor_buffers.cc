#include "bindings/tensor_buffers.h"

#include <string>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace ge::bindings {
namespace {

using base::DataType;

struct Layout {
  const char* letter;
  int64_t bytes;
};

Layout LayoutOf(DataType type) {
  switch (type) {
    case DataType::kBool:
      return {"?", 1};
    case DataType::kInt8:
      return {"b", 1};
    case DataType::kInt16:
      return {"h", 2};
    case DataType::kUint16:
      return {"H", 2};
    case DataType::kInt32:
      return {"i", 4};
    case DataType::kUint32:
      return {"I", 4};
    case DataType::kInt64:
      return {"l", 8};
    case DataType::kUint64:
      return {"L", 8};
    case DataType::kFloat16:
      return {"e", 2};
    case DataType::kFloat:
      return {"f", 4};
    case DataType::kDouble:
      return {"d", 8};
    case DataType::kComplex64:
      return {"Zf", 8};
    case DataType::kComplex128:
      return {"Zd", 16};
    default:
      break;
  }
  switch (base::DataTypeBits(type)) {
    case 16:
      return {"H", 2};
    case 32:
      return {"I", 4};
    case 64:
      return {"L", 8};
    default:
      return {"B", 1};
  }
}

// Something to point at when there is no element.
char* Nothing() {
  static char nothing[64];
  return nothing;
}

}  // namespace

py::buffer_info BufferView(const ir::Tensor& tensor) {
  const base::Status fits = tensor.Check();
  if (!fits.ok()) throw py::buffer_error(fits.ToString());
  const Layout layout = LayoutOf(tensor.desc.type);
  std::vector<py::ssize_t> dims(tensor.desc.shape.begin(), tensor.desc.shape.end());
  const int32_t bits = base::DataTypeBits(tensor.desc.type);
  if (bits % 8 != 0) dims = {static_cast<py::ssize_t>(tensor.size_bytes())};
  std::vector<py::ssize_t> strides(dims.size());
  py::ssize_t stride = layout.bytes;
  for (size_t i = dims.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= dims[i] == 0 ? 1 : dims[i];
  }
  void* data = tensor.size_bytes() == 0 ? Nothing() : tensor.data->mutable_data();
  const auto rank = static_cast<py::ssize_t>(dims.size());
  return py::buffer_info(data, layout.bytes, layout.letter, rank, std::move(dims), std::move(strides),
                         /*readonly=*/true);
}

std::shared_ptr<base::Buffer> BorrowBuffer(py::handle object) {
  auto view = std::make_unique<Py_buffer>();
  if (PyObject_GetBuffer(object.ptr(), view.get(), PyBUF_C_CONTIGUOUS) != 0) throw py::error_already_set();
  Py_buffer* held = view.release();
  return base::Buffer::Borrow(held->buf, static_cast<size_t>(held->len), [held] {
    // After the interpreter is gone the memory goes with the process.
    if (Py_IsInitialized() != 0) {
      const py::gil_scoped_acquire gil;
      PyBuffer_Release(held);
    }
    delete held;
  });
}

}  // namespace ge::bindings
