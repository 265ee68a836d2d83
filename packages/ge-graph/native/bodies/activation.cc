#include "bodies/gelu.h"

namespace ge::bodies {

Value Gelu(Body& b, Value x, const std::string& approximate) {
  if (approximate != "none" && approximate != "tanh")
    b.Refuse("approximate must be none or tanh, given ", approximate);
  return b.Op("GeluV2", {x}, {{"approximate", approximate.c_str()}});
}

namespace {

// CANN, aclnnGeluMul: the first half of the last dimension is the gate.
GE_BODY(GeluMul) {
  const Values halves = b.Split(b.Input(0), -1, 2);
  const Value opened = Gelu(b, b.InFloat(halves.front()), b.Attr<std::string>("approximate"));
  b.Output(0, b.Cast(b.Op("Mul", {opened, b.InFloat(halves.back())}), b.Type(0)));
}

// torch.nn.functional.silu(x) * y.
GE_BODY(SiluMul) {
  const Value opened = b.Op("Swish", {b.InFloat(b.Input(0))});
  b.Output(0, b.Cast(b.Op("Mul", {opened, b.InFloat(b.Input(1))}), b.Type(0)));
}

}  // namespace
}  // namespace ge::bodies
