#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

const ShapeRegistration kSameAsInput({"Dropout", "DropOutDoMask", "DropOutDoMaskV3", "DropOutDoMaskV3D",
                                      "RandomShuffle", "Exponential", "Geometric", "Poisson", "Uniform",
                                      "Normal"},
                                     SameAsInput);

base::Status ShapeAndType(ShapeContext& c) {
  GE_ASSIGN_OR_RETURN(ir::Shape shape, ShapeFromInput(c, 0));
  return c.SetOutput(0, std::move(shape), c.Attr<base::DataType>("dtype"));
}
const ShapeRegistration kShapeAndType({"RandomStandardNormal", "RandomUniform", "TruncatedNormal",
                                       "NonDeterministicInts"},
                                      ShapeAndType);

GE_SHAPE(RandomUniformInt) {
  GE_ASSIGN_OR_RETURN(ir::Shape shape, ShapeFromInput(c, 0));
  return c.SetOutput(0, std::move(shape), c.Input(1).type);
}

GE_SHAPE(Multinomial) {
  const ir::Shape& logits = c.InputShape(0);
  if (!logits.IsUnknownRank() && logits.size() != 2)
    return c.Error("logits is ", logits, ", expected 2 dimensions");
  const int64_t batch = logits.IsUnknownRank() ? ir::kUnknownDim : logits[0];
  return c.SetOutput(0, {batch, c.KnownInt(1).value_or(ir::kUnknownDim)}, c.Attr<base::DataType>("dtype"));
}

GE_SHAPE(Randperm) { return c.SetOutput(0, {c.Attr<int64_t>("n")}, c.Attr<base::DataType>("dtype")); }

}  // namespace
}  // namespace ge::ops
