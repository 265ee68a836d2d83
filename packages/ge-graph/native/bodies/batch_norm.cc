#include "bodies/body.h"

namespace ge::bodies {
namespace {

// tf.math.l2_normalize: x / sqrt(max(sum(x * x), eps)) along the axes. In float, rounded at the end.
GE_BODY(L2Normalize) {
  const auto axes = b.Attr<Ints>("axis");
  if (axes.empty()) b.Refuse("axis must name a dimension");
  const Value x = b.InFloat(b.Input(0));
  const Value sum = b.Op("ReduceSumD", {b.Op("Square", {x})}, {{"axes", axes}, {"keep_dims", true}});
  const Value raised = b.Op("Maximum", {sum, b.Scalar(b.Type(sum), b.Attr<float>("eps"))});
  b.Output(0, b.Cast(b.Op("RealDiv", {x, b.Op("Sqrt", {raised})}), b.Type(0)));
}

}  // namespace
}  // namespace ge::bodies
