#include "bodies/gelu.h"

namespace ge::bodies {
namespace {

// Inputs by port.
enum Port { kX, kWeight1, kWeight2, kExpertTokens, kBias1, kBias2 };

Value Activated(Body& b, Value x, const std::string& activation) {
  if (activation == "relu") return b.Op("Relu", {x});
  if (activation == "gelu") return Gelu(b, x, "none");
  if (activation == "silu") return b.Op("Swish", {x});
  b.Refuse("activation must be relu, gelu or silu, given ", activation);
  return x;
}

// x * weight + bias
Value Linear(Body& b, Value x, Port weight, Port bias) {
  const Value product = b.Op("BatchMatMulV2", {x, b.InFloat(b.Input(weight))});
  return b.HasInput(bias) ? b.Op("Add", {product, b.InFloat(b.Input(bias))}) : product;
}

// torch_npu.npu_ffn without experts and quantisation: y = activation(x * weight1 + bias1) * weight2 + bias2.
// In float, rounded at the end.
GE_BODY(FFN) {
  for (const Port port : {kX, kWeight1, kWeight2}) b.Takes(port, kHalves);
  for (int32_t port = kExpertTokens; port < b.input_count(); ++port) {
    const bool taken = port == kBias1 || port == kBias2;
    if (!taken && b.HasInput(port)) b.Refuse(b.InputName(port), " is not taken");
  }
  if (b.Attr<int64_t>("output_dtype") != -1) b.Refuse("output_dtype must be -1");
  const Value hidden = Linear(b, b.InFloat(b.Input(kX)), kWeight1, kBias1);
  const Value opened = Activated(b, hidden, b.Attr<std::string>("activation"));
  b.Output(0, b.Cast(Linear(b, opened, kWeight2, kBias2), b.Type(kX)));
}

}  // namespace
}  // namespace ge::bodies
