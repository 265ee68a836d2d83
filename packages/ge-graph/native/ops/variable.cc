#include "ops/broadcast.h"
#include "ops/dims.h"

namespace ge::ops {
namespace {

const ShapeRegistration kSameAsInput({"ReadVariableOp", "DestroyTemporaryVariable", "Snapshot", "CountUpTo"},
                                     SameAsInput);

const ShapeRegistration kVariable({"Variable"}, AsDescribed);

// The variable after the change.
base::Status Changed(ShapeContext& c) {
  if (!BroadcastShapes(c.InputShape(0), c.InputShape(1))) {
    return c.Error("value ", c.InputShape(1), " does not fit ", c.InputName(0), " ", c.InputShape(0));
  }
  return c.SetOutput(0, c.Input(0));
}
const ShapeRegistration kChanged({"AssignAdd", "AssignSub"}, Changed);

// A variable whose shape may change takes that of the value.
GE_SHAPE(Assign) { return c.Attr<bool>("validate_shape") ? Changed(c) : c.SetOutput(0, c.Input(1)); }

GE_SHAPE(VarHandleOp) { return c.SetOutput(0, ir::Shape(), base::DataType::kResource); }

GE_SHAPE(TemporaryVariable) {
  GE_ASSIGN_OR_RETURN(const base::DataType type, TypeAttr(c, "dtype"));
  return c.SetOutput(0, ir::Shape(c.IntsAttr("shape")), type);
}

base::Status IsSet(ShapeContext& c) { return c.SetOutput(0, ir::Shape(), base::DataType::kBool); }
const ShapeRegistration kIsSet({"IsVariableInitialized", "VarIsInitializedOp"}, IsSet);

GE_SHAPE(Copy) {
  for (int32_t i = 0; i < c.output_count(); ++i) GE_RETURN_IF_ERROR(c.SetOutput(i, c.Input(0)));
  return {};
}

}  // namespace
}  // namespace ge::ops
