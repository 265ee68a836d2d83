#include "ops/dims.h"

namespace ge::ops {
namespace {

// x normalised; mean and variance with 1 for each dimension from the axis on.
base::Status Normalise(ShapeContext& c) {
  GE_RETURN_IF_ERROR(c.SetOutput(0, c.Input(0)));
  ir::Shape shape = c.InputShape(0);
  if (!shape.IsUnknownRank() && !shape.empty()) {
    GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, c.Attr<int64_t>("begin_norm_axis"), shape.size()));
    for (size_t i = axis; i < shape.size(); ++i) shape.Set(i, 1);
  }
  GE_RETURN_IF_ERROR(c.SetOutput(1, shape, c.Input(0).type));
  return c.SetOutput(2, shape, c.Input(0).type);
}
const ShapeRegistration kNormalise({"LayerNorm", "LayerNormV3"}, Normalise);

}  // namespace
}  // namespace ge::ops
