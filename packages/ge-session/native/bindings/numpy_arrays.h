#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "ir/tensor.h"

// Tensors as numpy arrays, without copies.
namespace ge::cpu::bindings {

// The element type of arrays, as ge.graph knows it; those that numpy does not have come from ml_dtypes.
// Raises TypeError for types of less than a byte, for texts, and when ml_dtypes is needed and missing.
pybind11::dtype NumpyType(base::DataType type);

// The array's elements, borrowed: it must live as long as the tensor and whatever shares its elements.
// Raises E13025 when its type is not `expected`, whose numpy name is `dtype`; `where` starts the text.
ir::Tensor BorrowArray(const pybind11::array& array, base::DataType expected, const pybind11::dtype& dtype,
                       const std::string& where);

// An array that owns the tensor's elements; nobody else may hold them.
pybind11::array TakeArray(ir::Tensor tensor, const pybind11::dtype& dtype);

}  // namespace ge::cpu::bindings
