#include "bodies/spread.h"

namespace ge::bodies {
namespace {

// Wang et al., DeepNet: Scaling Transformers to 1,000 Layers, arXiv:2203.00555: the norm of alpha * x + gx.
// In float, y rounded at the end.
GE_BODY(DeepNorm) {
  const Ints axes = LastAxes(b.Rank(3));
  if (axes.empty()) b.Refuse("gamma is a scalar");
  const Value x = b.InFloat(b.Input(0));
  const Value scaled = b.Op("Mul", {x, b.Scalar(b.Type(x), b.Attr<float>("alpha"))});
  const Value sum = b.Op("Add", {scaled, b.InFloat(b.Input(1))});
  const Normalised norm = NormaliseLayer(b, sum, b.InFloat(b.Input(3)), b.InFloat(b.Input(2)), axes);
  b.Output(0, norm.mean);
  b.Output(1, norm.rstd);
  b.Output(2, b.Cast(norm.y, b.Type(0)));
}

}  // namespace
}  // namespace ge::bodies
