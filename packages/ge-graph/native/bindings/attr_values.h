#pragma once

#include <pybind11/pybind11.h>

#include "ir/attr.h"
#include "ir/schema.h"

namespace ge::bindings {

// The kind is told by the value's type, as `set_attr` documents. Raises ValueError for a value that no kind
// takes.
ir::AttrValue AttrFromPython(pybind11::handle value);

// For an attribute of a prototype, whose kind is known: an int may stand for a float, a list may be empty, a
// tuple may stand for a list. Raises TypeError; `where` (`attribute "axis" of SoftmaxV2`) starts the text.
ir::AttrValue AttrFromPython(pybind11::handle value, ir::AttrKind kind, const std::string& where);

// Raises RuntimeError for a kind that Python has no value for, and for an empty list.
pybind11::object AttrToPython(const ir::AttrValue& value);

// The number of the public enumeration `AttrValueType`.
int32_t AttrValueType(const ir::AttrValue& value);

}  // namespace ge::bindings
