#pragma once

#include <pybind11/pybind11.h>

#include "ir/schema.h"

namespace ge::bindings {

// An attribute's value as an argument of an operator function. Raises what the public documentation says: for
// a number ctypes.ArgumentError, for text, data type and tensor AttributeError, for an item of a list
// TypeError.
ir::AttrValue AttrArgument(PyObject* value, const ir::AttrSpec& spec, base::Name op);

// The items of a list, a tuple or any other sequence but text, as a list or tuple; null for what is none.
pybind11::object ItemsOf(PyObject* value);

// A number of tensors. Raises ctypes.ArgumentError for what is no int, ValueError for one that cannot be.
int32_t CountArgument(PyObject* value, base::Name output, base::Name op);

}  // namespace ge::bindings
