#include "ops/broadcast.h"

namespace ge::ops {
namespace {

// What a graph is given from outside.
const ShapeRegistration kGiven({"Data", "RefData", "AippData", "PlaceHolder", "ConstPlaceHolder",
                                "QueueData"},
                               AsDescribed);

// Fused nodes keep what inference found of the nodes that they stand for.
const ShapeRegistration kFused({"AscBackend", "AscBackendNoKernelOp", "FusedAscBackend", "AscGraph"},
                               AsDescribed);

base::Status AsItsTensor(ShapeContext& c) {
  const auto* tensor = c.node().attrs().Get<ir::Box<ir::Tensor>>("value");
  if (tensor == nullptr) return c.Error("attribute value is missing");
  return c.SetOutput(0, (*tensor)->desc);
}
const ShapeRegistration kConstant({"Const", "Constant"}, AsItsTensor);

GE_SHAPE(FileConstant) {
  return c.SetOutput(0, ir::Shape(c.IntsAttr("shape")), c.Attr<base::DataType>("dtype"));
}

GE_SHAPE(PlaceholderWithDefault) {
  GE_RETURN_IF_ERROR(c.SetOutput(0, c.Input(0)));
  return c.SetOutput(0, ir::Shape(c.IntsAttr("shape")));
}

}  // namespace
}  // namespace ge::ops
