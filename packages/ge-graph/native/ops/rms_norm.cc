#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

// x's shape with 1 for each dimension that gamma covers.
base::Result<ir::Shape> Spread(const ShapeContext& c, const ir::Shape& gamma) {
  ir::Shape shape = c.InputShape(0);
  if (shape.IsUnknownRank()) return shape;
  if (gamma.IsUnknownRank()) return UnknownDims(shape.size());
  if (gamma.size() > shape.size()) return c.Error("gamma is ", gamma, ", ", c.InputName(0), " is ", shape);
  for (size_t i = shape.size() - gamma.size(); i < shape.size(); ++i) shape.Set(i, 1);
  return shape;
}

base::Status Normalise(ShapeContext& c) {
  GE_RETURN_IF_ERROR(c.SetOutput(0, c.Input(0)));
  GE_ASSIGN_OR_RETURN(ir::Shape spread, Spread(c, c.InputShape(1)));
  return c.SetOutput(1, std::move(spread), base::DataType::kFloat);
}
const ShapeRegistration kNormalise({"RmsNorm", "GemmaRmsNorm"}, Normalise);

// The sum of two, normalised and as it is.
base::Status AddAndNormalise(ShapeContext& c) {
  if (!BroadcastShapes(c.InputShape(0), c.InputShape(1))) {
    return c.Error("shapes differ: x1 is ", c.InputShape(0), ", x2 is ", c.InputShape(1));
  }
  GE_RETURN_IF_ERROR(c.SetOutput(0, c.Input(0)));
  GE_ASSIGN_OR_RETURN(ir::Shape spread, Spread(c, c.InputShape(2)));
  GE_RETURN_IF_ERROR(c.SetOutput(1, std::move(spread), base::DataType::kFloat));
  return c.SetOutput(2, c.Input(0));
}
const ShapeRegistration kAddAndNormalise({"AddRmsNorm", "FusedAddRmsNorm", "InplaceAddRmsNorm"},
                                         AddAndNormalise);

}  // namespace
}  // namespace ge::ops
