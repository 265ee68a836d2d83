#include "ops/dims.h"

namespace ge::ops {
namespace {

base::Status SameWithAxes(ShapeContext& c) {
  if (!c.InputShape(0).IsUnknownRank() && !c.InputShape(0).empty()) {
    GE_RETURN_IF_ERROR(MarkAxes(c, c.IntsAttr("axes"), c.InputShape(0).size()).status());
  }
  return c.SetOutput(0, c.Input(0));
}

GE_SHAPE(SoftmaxV2) {
  GE_RETURN_IF_ERROR(SameWithAxes(c));
  const bool to_float = c.Attr<bool>("half_to_float") && c.Input(0).type == base::DataType::kFloat16;
  return to_float ? c.SetType(0, base::DataType::kFloat) : base::Status();
}

GE_SHAPE(LogSoftmaxV2) { return SameWithAxes(c); }

base::Status SameAsSoftmax(ShapeContext& c) { return c.SetOutput(0, c.Input(0)); }
const ShapeRegistration kGradients({"SoftmaxGrad", "LogSoftmaxGrad", "SoftmaxGradExt", "ScaledMaskedSoftmax",
                                    "MaskedSoftmaxWithRelPosBias"},
                                   SameAsSoftmax);

}  // namespace
}  // namespace ge::ops
