#pragma once

#include <string>

#include "base/api.h"
#include "ir/schema.h"

namespace ge::ops {

// Whether an attribute's value is its default: of one kind and equal, float numbers within a millionth of
// their size. Tensors and what holds attributes never are.
GE_API bool EqualsDefault(const ir::AttrValue& value, const ir::AttrValue& fallback);

// What differs first between two prototypes of one type, for a message (`attribute "axis" is not the same`);
// empty when they are equal.
std::string FirstDifference(const ir::OpSchema& known, const ir::OpSchema& given);

}  // namespace ge::ops
