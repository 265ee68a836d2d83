#pragma once

#include "ir/attr.h"

namespace ge::match {

// Whether two values are the same to the bit: kinds, floats as bits, tensors with their elements. Graphs by
// identity.
GE_API bool AttrEquals(const ir::AttrValue& a, const ir::AttrValue& b);

// Whether type, shape and elements are the same to the bit; a dimension of -1 on either side agrees with any.
// Formats are not compared.
GE_API bool SameElements(const ir::Tensor& a, const ir::Tensor& b);

}  // namespace ge::match
