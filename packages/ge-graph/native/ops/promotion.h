#pragma once

#include <optional>

#include "ops/shape_rule.h"

// The one type in which an element-wise operator computes operands of several types.
namespace ge::ops {

// The type of a result computed from both, as numpy has it, but that an integer beside a floating type takes
// that type. Undefined when the two do not go together.
base::DataType Promote(base::DataType a, base::DataType b);

// The type to which the inputs promote. A constant scalar gives way to tensors of its kind, whatever its own
// width. Fails when types do not go together, when the prototype does not take the type, and when a constant
// does not fit it.
base::Result<base::DataType> OperandType(const ShapeContext& c);

// Whether the operator stretches its inputs to each other and computes them in `OperandType`.
bool ComputesInOneType(base::Name type);

// The only element of a constant scalar as one of another type; null when it is no such scalar, or one of the
// types has no numbers here.
std::optional<ir::Tensor> ConvertedScalar(const ir::Tensor& scalar, base::DataType type);

}  // namespace ge::ops
