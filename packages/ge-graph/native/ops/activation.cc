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

}  // namespace
}  // namespace ge::ops
