#include "bodies/spread.h"

namespace ge::bodies {

Ints LastAxes(int64_t rank) {
  Ints axes;
  for (int64_t axis = -rank; axis < 0; ++axis) axes.push_back(axis);
  return axes;
}

Value MeanOver(Body& b, Value x, const Ints& axes) {
  return b.Op("ReduceMeanD", {x}, {{"axes", axes}, {"keep_dims", true}});
}

Value InverseRms(Body& b, Value x, const Ints& axes) {
  const Value mean = MeanOver(b, b.Op("Square", {x}), axes);
  const Value epsilon = b.Scalar(b.Type(mean), b.Attr<float>("epsilon"));
  return b.Op("Rsqrt", {b.Op("Add", {mean, epsilon})});
}

Normalised NormaliseLayer(Body& b, Value x, Value gamma, Value beta, const Ints& axes) {
  const Value mean = MeanOver(b, x, axes);
  const Value centred = b.Op("Sub", {x, mean});
  const Value rstd = InverseRms(b, centred, axes);
  const Value scaled = b.Op("Mul", {b.Op("Mul", {centred, rstd}), gamma});
  return {b.Op("Add", {scaled, beta}), mean, rstd};
}

}  // namespace ge::bodies
