#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "base/buffer.h"
#include "ir/tensor.h"

// Elements as Python numbers.
namespace ge::bindings {

// All elements, row by row, as int, float or bool. Raises ValueError for a data type without such numbers,
// and for a tensor that holds no or half elements.
pybind11::list Elements(const ir::Tensor& tensor);

// The bytes of the first `count` items as elements of `type`: floats are rounded, bools are 0 and 1. Raises
// ValueError for a number that the type does not hold, RuntimeError for a type that a list cannot give, or
// too few items.
std::shared_ptr<base::Buffer> PackElements(const pybind11::list& items, base::DataType type, int64_t count);

}  // namespace ge::bindings
