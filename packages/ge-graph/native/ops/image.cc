#include "ops/dims.h"

namespace ge::ops {
namespace {

// The grid says where each pixel of the result comes from.
base::Status SampleImage(ShapeContext& c) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 4));
  GE_ASSIGN_OR_RETURN(const ir::Shape grid, ShapeOfRank(c, 1, 4));
  return c.SetOutput(0, {x[0], x[1], grid[1], grid[2]}, c.Input(0).type);
}
GE_SHAPE(GridSampler2D) { return SampleImage(c); }
GE_SHAPE(GridSample) {
  if (!c.Attr<bool>("channel_last")) return SampleImage(c);
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 4));
  GE_ASSIGN_OR_RETURN(const ir::Shape grid, ShapeOfRank(c, 1, 4));
  return c.SetOutput(0, {x[0], grid[1], grid[2], x[3]}, c.Input(0).type);
}

GE_SHAPE(GridSampler3D) {
  GE_ASSIGN_OR_RETURN(const ir::Shape x, ShapeOfRank(c, 0, 5));
  GE_ASSIGN_OR_RETURN(const ir::Shape grid, ShapeOfRank(c, 1, 5));
  return c.SetOutput(0, {x[0], x[1], grid[1], grid[2], grid[3]}, c.Input(0).type);
}

// Height and width as asked for; -1 keeps that of x.
GE_SHAPE(SpatialTransformer) {
  GE_ASSIGN_OR_RETURN(ir::Shape shape, ShapeOfRank(c, 0, 4));
  const Dims& size = c.IntsAttr("output_size");
  if (size.size() != 2) return c.Error("output_size has ", size.size(), " entries, expected 2");
  for (size_t i = 0; i < 2; ++i) {
    if (size[i] != -1) shape.Set(2 + i, size[i]);
  }
  if (size[0] < -1 || size[1] < -1) return c.Error("output_size asks for ", ir::Shape(size));
  return c.SetOutput(0, std::move(shape), c.Input(0).type);
}

GE_SHAPE(BlendFaceBgPartTwo) { return c.SetOutput(0, c.InputShape(0), base::DataType::kFloat); }

}  // namespace
}  // namespace ge::ops
