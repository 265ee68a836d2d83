#include "ops/dims.h"

namespace ge::ops {
namespace {

// One half of x goes through the gate of the other.
GE_SHAPE(GeGluV2) {
  ir::Shape shape = c.InputShape(0);
  if (!shape.IsUnknownRank()) {
    GE_ASSIGN_OR_RETURN(const size_t axis, AxisOf(c, c.Attr<int64_t>("dim"), shape.size()));
    if (shape[axis] >= 0 && shape[axis] % 2 != 0)
      return c.Error("dimension ", axis, " of x ", shape, " has no halves");
    shape.Set(axis, DivideDims(shape[axis], 2));
  }
  GE_RETURN_IF_ERROR(c.SetOutput(0, shape, c.Input(0).type));
  return c.SetOutput(1, std::move(shape), c.Input(0).type);
}

}  // namespace
}  // namespace ge::ops
