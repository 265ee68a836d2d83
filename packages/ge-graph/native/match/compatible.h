#pragma once

#include "match/pattern.h"

namespace ge::match {

// Whether a node can stand where `pattern` stands, by itself: its type, and where the configuration asks for
// it the constant's value or the prototype's attributes.
GE_API bool IsCompatible(const ir::Node& pattern, const ir::Node& node, const PatternConfig& config);

// Whether an attribute says how many inputs there are, which a variadic input leaves open.
bool CountsInputs(base::Name attr, const ir::Node& pattern);

// Const or Constant.
GE_API bool IsConst(const ir::Node& node);

}  // namespace ge::match
