// Sequences of tensors. A handle says nothing of what it holds, so that what is taken out has neither a known
// shape nor a known type.
#include "ops/dims.h"

namespace ge::ops {
namespace {

base::Status Handle(ShapeContext& c) { return c.SetOutput(0, ir::Shape(), base::DataType::kResource); }
const ShapeRegistration kHandle({"SequenceConstruct", "SequenceEmpty", "SequenceErase", "SequenceInsert",
                                 "SplitToSequence"},
                                Handle);

base::Status TakenOut(ShapeContext& c) {
  return c.SetOutput(0, ir::Shape::UnknownRank(), base::DataType::kUndefined);
}
const ShapeRegistration kTakenOut({"SequenceAt", "ConcatFromSequence"}, TakenOut);

GE_SHAPE(SequenceLength) { return c.SetOutput(0, ir::Shape(), base::DataType::kInt64); }

}  // namespace
}  // namespace ge::ops
