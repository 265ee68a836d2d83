// Zhang and Sennrich, Root Mean Square Layer Normalization, arXiv:1910.07467.

#include "bodies/spread.h"

namespace ge::bodies {
namespace {

// x [..., d...] by the root of the mean of its squares over the dimensions that gamma [d...] has: y, and what
// x was multiplied by. In float, y rounded at the end.
void Normalise(Body& b, double added_to_gamma) {
  const Ints axes = LastAxes(b.Rank(1));
  if (axes.empty()) b.Refuse("gamma is a scalar");
  const Value x = b.InFloat(b.Input(0));
  Value gamma = b.InFloat(b.Input(1));
  if (added_to_gamma != 0) gamma = b.Op("Add", {gamma, b.Scalar(b.Type(gamma), added_to_gamma)});
  const Value rstd = InverseRms(b, x, axes);
  b.Output(0, b.Cast(b.Op("Mul", {b.Op("Mul", {x, rstd}), gamma}), b.Type(0)));
  b.Output(1, rstd);
}

GE_BODY(RmsNorm) { Normalise(b, 0); }

// Google's gemma.pytorch, its class RMSNorm: weights are stored as what they differ from 1 by.
GE_BODY(GemmaRmsNorm) { Normalise(b, 1); }

// The sum of two in their type, and its norm: y, rstd, x.
Values AddAndNormalise(Body& b) {
  const Value x = b.Op("Add", {b.Input(0), b.Input(1)});
  Values results = b.Ops("RmsNorm", {x, b.Input(2)}, {{"epsilon", double{b.Attr<float>("epsilon")}}});
  results.resize(2);
  results.push_back(x);
  return results;
}

// CANN, aclnnAddRmsNorm.
GE_BODY(AddRmsNorm) {
  const Values results = AddAndNormalise(b);
  for (int32_t i = 0; i < 3; ++i) b.Output(i, results[static_cast<size_t>(i)]);
}

// CANN, aclnnAddRmsNormCast: AddRmsNorm, and its y in float before that.
GE_BODY(AddRmsNormCast) {
  const Values results = AddAndNormalise(b);
  b.Output(0, b.InFloat(results[0]));
  for (int32_t i = 0; i < 3; ++i) b.Output(i + 1, results[static_cast<size_t>(i)]);
}

}  // namespace
}  // namespace ge::bodies
