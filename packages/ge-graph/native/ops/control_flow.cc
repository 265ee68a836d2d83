// Control flow within one graph. Nodes with bodies are inferred by the layer that sees the bodies.
#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

const ShapeRegistration kSameAsInput({"Enter", "RefEnter", "Exit", "RefExit", "NextIteration",
                                      "RefNextIteration", "LoopCond"},
                                     SameAsInput);

base::Status EveryBranch(ShapeContext& c) {
  for (int32_t i = 0; i < c.output_count(); ++i) GE_RETURN_IF_ERROR(c.SetOutput(i, c.Input(0)));
  return {};
}
const ShapeRegistration kSwitch({"Switch", "RefSwitch", "SwitchN"}, EveryBranch);

// Whichever input comes: what holds for all of them.
base::Status AnyInput(ShapeContext& c) {
  if (c.input_count() == 0) return c.Error("has no inputs");
  ir::Shape shape = c.InputShape(0);
  for (int32_t i = 1; i < c.input_count(); ++i) {
    const ir::Shape& other = c.InputShape(i);
    if (other.IsUnknownRank() || shape.IsUnknownRank() || other.size() != shape.size()) {
      shape = ir::Shape::UnknownRank();
      break;
    }
    for (size_t k = 0; k < shape.size(); ++k) {
      shape.Set(k, JoinDims(shape[k], other[k]));
    }
  }
  GE_RETURN_IF_ERROR(c.SetOutput(0, std::move(shape), c.Input(0).type));
  return c.SetOutput(1, ir::Shape(), base::DataType::kInt32);
}
const ShapeRegistration kMerge({"Merge", "RefMerge"}, AnyInput);

GE_SHAPE(ToBool) { return c.SetOutput(0, ir::Shape(), base::DataType::kBool); }

}  // namespace
}  // namespace ge::ops
