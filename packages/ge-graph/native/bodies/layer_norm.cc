#include "bodies/spread.h"

namespace ge::bodies {
namespace {

// CANN, aclnnAddLayerNorm: x = x1 + x2 + bias, normalised over the dimensions of gamma. In float, y and x
// rounded at the end. x is given whatever additional_output says: an output that nobody reads costs nothing.
GE_BODY(AddLayerNorm) {
  const Ints axes = LastAxes(b.Rank(2));
  if (axes.empty()) b.Refuse("gamma is a scalar");
  Value x = b.Op("Add", {b.InFloat(b.Input(0)), b.InFloat(b.Input(1))});
  if (b.HasInput(4)) x = b.Op("Add", {x, b.InFloat(b.Input(4))});
  const Normalised norm = NormaliseLayer(b, x, b.InFloat(b.Input(2)), b.InFloat(b.Input(3)), axes);
  b.Output(0, b.Cast(norm.y, b.Type(0)));
  b.Output(1, norm.mean);
  b.Output(2, norm.rstd);
  b.Output(3, b.Cast(x, b.Type(0)));
}

}  // namespace
}  // namespace ge::bodies
