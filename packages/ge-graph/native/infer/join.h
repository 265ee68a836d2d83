#pragma once

#include "base/status.h"
#include "ir/tensor_desc.h"
#include "ops/value.h"

namespace ge::infer {

// What holds for both shapes: dimensions that differ become -1, ranks that differ [-2].
ir::Shape JoinShapes(const ir::Shape& a, const ir::Shape& b);

// Elements that both know and agree on; empty when the two have different numbers of elements.
ops::Value JoinValues(const ops::Value& a, const ops::Value& b);

}  // namespace ge::infer
