#pragma once

#include <string>

#include "base/api.h"
#include "ir/attr.h"

// How readable dumps show values.
namespace ge::serialize {

// Empty for what is not shown: kinds that hold other attributes, graphs, bytes, and empty lists.
GE_API std::string ValueText(const ir::AttrValue& value);

// `[1 2 3 ... 7 8 9]`, or why there are no elements.
GE_API std::string ElementsText(const ir::Tensor& tensor);

}  // namespace ge::serialize
