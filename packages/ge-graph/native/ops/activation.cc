#include "ops/broadcast.h"

namespace ge::ops {
namespace {

const ShapeRegistration kSameAsInput(
    {"BNLL",        "Celu",    "CeluV2",     "Elu",         "FastGelu",  "FastGeluV2",  "FusedBiasLeakyRelu",
     "Gelu",        "GeluV2",  "HardShrink", "HardSigmoid", "HardSwish", "HardSwishV2", "LeakyRelu",
     "LogSigmoid",  "Mish",    "PRelu",      "Relu",        "Relu6",     "Relu6D",      "Selu",
     "Shrink",      "Sigmoid", "SoftPlusV2", "SoftShrink",  "Softplus",  "SoftplusV2",  "Softsign",
     "SquaredRelu", "Swish",   "Threshold"},
    SameAsInput);
const ShapeRegistration kBroadcast({"SiluMul", "ThresholdV2"}, Broadcast);

// A loss for each row of classes, and its gradient.
GE_SHAPE(SoftmaxCrossEntropyWithLogits) {
  GE_RETURN_IF_ERROR(BroadcastShape(c, 0));
  const ir::Shape both = c.Output(0).shape;
  GE_RETURN_IF_ERROR(c.SetOutput(1, both, c.Input(0).type));
  if (both.IsUnknownRank()) return c.SetOutput(0, both, c.Input(0).type);
  if (both.empty()) return c.Error("features is a scalar");
  return c.SetOutput(0, ir::Shape(both.begin(), both.size() - 1), c.Input(0).type);
}

}  // namespace
}  // namespace ge::ops
