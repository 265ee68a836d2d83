#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "base/buffer.h"
#include "ir/tensor.h"

// Elements in Python's memory, and ours as Python sees it, without copies.
namespace ge::bindings {

// A read-only view: elements are constant once they are shared. Data types that the buffer protocol has no
// letter for appear as the unsigned integers that hold them; types of less than a byte as the bytes they are
// packed in. Raises BufferError when the tensor does not hold what its shape asks for.
pybind11::buffer_info BufferView(const ir::Tensor& tensor);

// The memory of anything with the buffer protocol, kept alive. Raises BufferError when its rows do not stand
// one after another.
std::shared_ptr<base::Buffer> BorrowBuffer(pybind11::handle object);

}  // namespace ge::bindings
