#pragma once

#include <string>

#include "ir/attr.h"

namespace ge::bindings {

// `float[2, 3] NHWC`; the format is left out when it is ND, `float[...]` has an unknown number of dimensions.
std::string DescText(const ir::TensorDesc& desc);

// A value of any kind for people to read; of many items and elements the first ones, and how many there are.
std::string AttrText(const ir::AttrValue& value);

// Bytes of the elements of all tensors in it.
int64_t TensorBytes(const ir::AttrValue& value);

}  // namespace ge::bindings
