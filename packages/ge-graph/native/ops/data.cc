#include "ops/shape_rule.h"

namespace ge::ops {
namespace {

// What a graph is given from outside is what its descriptor says.
base::Status AsDescribed(ShapeContext& c) { return c.SetOutput(0, c.node().output_desc(0)); }
const ShapeRegistration kGiven({"Data", "RefData", "AippData", "PlaceHolder", "ConstPlaceHolder",
                                "QueueData"},
                               AsDescribed);

// Fused nodes keep what inference found of the nodes that they stand for.
base::Status EachAsDescribed(ShapeContext& c) {
  for (int32_t i = 0; i < c.output_count(); ++i) GE_RETURN_IF_ERROR(c.SetOutput(i, c.node().output_desc(i)));
  return {};
}
const ShapeRegistration kFused({"AscBackend", "AscBackendNoKernelOp", "FusedAscBackend", "AscGraph"},
                               EachAsDescribed);

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
