#pragma once

#include "bodies/body.h"

// Norms over the last dimensions, as many as a weight has; all in float.
namespace ge::bodies {

// Numbers of the last `rank` dimensions.
Ints LastAxes(int64_t rank);
// The mean over these dimensions, which stay as 1.
Value MeanOver(Body& b, Value x, const Ints& axes);
// 1 / sqrt(mean(x * x) + epsilon), with the attribute `epsilon`.
Value InverseRms(Body& b, Value x, const Ints& axes);

// A layer's norm. Ba et al., Layer Normalization, arXiv:1607.06450: with rstd = 1 / sqrt(variance + epsilon),
// y = (x - mean) * rstd * gamma + beta.
struct Normalised {
  Value y;
  Value mean;
  Value rstd;
};
Normalised NormaliseLayer(Body& b, Value x, Value gamma, Value beta, const Ints& axes);

}  // namespace ge::bodies
