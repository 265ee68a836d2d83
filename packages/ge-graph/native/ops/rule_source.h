#pragma once

#include "ops/shape_rule.h"

namespace ge::ops {

// Where FindShapeRule looks when a type has registered no rule of its own: a layer above derives rules from
// what it knows of operators. Null for a type that the source does not know; its pointers stay good.
using RuleSource = const ShapeRule* (*)(base::Name type);

GE_API void SetRuleSource(RuleSource source);

}  // namespace ge::ops
