#include "ops/dims.h"

namespace ge::ops {
namespace {

// The grid says where each pixel of the result comes from.
GE_SHAPE(GridSampler2D) {
  const ir::Shape x = c.InputShape(0).IsUnknownRank() ? UnknownDims(4) : c.InputShape(0);
  const ir::Shape grid = c.InputShape(1).IsUnknownRank() ? UnknownDims(4) : c.InputShape(1);
  if (x.size() != 4) return c.Error("x is ", x, ", expected 4 dimensions");
  if (grid.size() != 4) return c.Error("grid is ", grid, ", expected 4 dimensions");
  return c.SetOutput(0, {x[0], x[1], grid[1], grid[2]}, c.Input(0).type);
}

}  // namespace
}  // namespace ge::ops
