#pragma once

#include "base/status.h"
#include "ir/tensor_desc.h"
#include "ops/value.h"

namespace ge::infer {

// What holds for both shapes: dimensions that differ become ranges, ranks that differ [-2].
ir::Shape JoinShapes(const ir::Shape& a, const ir::Shape& b);

// The wider shape with those ends of its ranges open that differ from the narrower one's.
ir::Shape OpenedShape(const ir::Shape& narrower, const ir::Shape& wider);

// Elements that both know and agree on; empty when the two have different numbers of elements.
ops::Value JoinValues(const ops::Value& a, const ops::Value& b);

}  // namespace ge::infer
