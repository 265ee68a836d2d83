#pragma once

#include <optional>

#include "ops/shape_rule.h"
#include "ops/value_rule.h"

namespace ge::ops {

// The dimension to which both stretch; none when they do not fit.
GE_API std::optional<int64_t> BroadcastDim(int64_t a, int64_t b);
// The shape to which both stretch, by numpy's rules; none when they do not fit. A dimension that is not known
// fits any other; where the other is more than 1 it decides.
GE_API std::optional<ir::Shape> BroadcastShapes(const ir::Shape& a, const ir::Shape& b);

// Output 0 is input 0: shape, data type, format.
base::Status SameAsInput(ShapeContext& c);
// Each output is what the node's descriptor says of it, with the ranges that stand there.
base::Status AsDescribed(ShapeContext& c);
// As many outputs as inputs.
base::Status CheckPaired(const ShapeContext& c);
// Output i is input i, for operators that pass all their inputs on.
base::Status SameAsInputs(ShapeContext& c);
// Output 0 has the shape to which all inputs stretch, and, unless it is bool, the type in which they are
// computed (promotion.h).
base::Status Broadcast(ShapeContext& c);
// The shape only: inputs `first` to the last one.
base::Status BroadcastShape(ShapeContext& c, int32_t first);

// Calls `apply(a, b)` on each pair of known elements and sets output 0, stretching as the shapes say.
// Elements of which one is unknown give an unknown one, and so does `apply` where it declines.
using PairFunction = std::optional<Element> (*)(const Element& a, const Element& b, bool real);
// Where `monotone`, elements that are dimensions with ranges give one: `apply` grows or shrinks with each of
// the two all the way.
void MapPairs(ValueContext& c, PairFunction apply, bool monotone = false);
// The same for one input.
using ElementFunction = std::optional<Element> (*)(const Element& x, bool real);
void MapElements(ValueContext& c, ElementFunction apply);

}  // namespace ge::ops
