#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <string_view>

#include "base/data_type.h"
#include "ir/shape.h"
#include "ir/tensor.h"

// The classes of ge.graph that are written in Python, as seen from here. They are imported when first needed.
namespace ge::bindings {

bool IsDataType(pybind11::handle value);
// A member of the Python enumeration. Raises ValueError for a number that it does not have.
pybind11::object PythonDataType(base::DataType type);

// Whether it is a `ge.graph.Tensor` or the native tensor in it.
bool IsTensor(pybind11::handle value);
const ir::Tensor& TensorOf(pybind11::handle value);
// A new `ge.graph.Tensor`; the elements are shared.
pybind11::object PythonTensor(ir::Tensor tensor);

// The number that a member of the enumeration has.
base::DataType DataTypeFrom(pybind11::handle value);
// What a value of numpy is without it: an array or scalar as numbers, an element type as `DataType`. Null for
// anything else.
pybind11::object PlainValue(pybind11::handle value);
// UTF-8. Raises ValueError for a text with NUL: names and texts are C strings to everything behind.
std::string StringFrom(pybind11::handle value);
// Bytes that are no UTF-8 become replacement characters.
pybind11::str PythonText(std::string_view text);

// Raises ValueError for a dimension that 64 bits do not hold.
ir::Shape ShapeFrom(pybind11::handle dims);
pybind11::list PythonShape(const ir::Shape& shape);

// As a descriptor made by a user: `dims` a list of int, or None for a scalar.
ir::TensorDesc DescFrom(pybind11::handle dims, int32_t format, int32_t type);

}  // namespace ge::bindings
