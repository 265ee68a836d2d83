// Gated linear units: one half of x goes through the gate of the other.
// Shazeer, GLU Variants Improve Transformer, arXiv:2002.05202.

#include <utility>

#include "bodies/gelu.h"
#include "bodies/pairs.h"

namespace ge::bodies {
namespace {

constexpr int64_t kLast = -1;

// Two parts of x, in float.
std::pair<Value, Value> InFloat(Body& b, const Values& parts) {
  return {b.InFloat(parts.front()), b.InFloat(parts.back())};
}
std::pair<Value, Value> Halves(Body& b) { return InFloat(b, b.Split(b.Input(0), b.Attr<int64_t>("dim"), 2)); }

// torch_npu.npu_swiglu: the first half is the gate.
GE_BODY(SwiGlu) {
  const auto [gate, x] = Halves(b);
  b.Output(0, b.Cast(b.Op("Mul", {b.Op("Swish", {gate}), x}), b.Type(0)));
}

// torch.nn.functional.glu: the second half is the gate.
GE_BODY(GLU) {
  const auto [x, gate] = Halves(b);
  b.Output(0, b.Cast(b.Op("Mul", {x, b.Op("Sigmoid", {gate})}), b.Type(0)));
}

// torch_npu.npu_geglu: approximate is 0 for none and 1 for tanh; the second result is what the gate gives.
GE_BODY(GeGluV2) {
  auto [x, gate] = Halves(b);
  if (b.Attr<bool>("activate_left")) std::swap(x, gate);
  const auto approximate = b.Attr<int64_t>("approximate");
  if (approximate != 0 && approximate != 1) b.Refuse("approximate must be 0 or 1, given ", approximate);
  const Value opened = Gelu(b, gate, approximate == 1 ? "tanh" : "none");
  b.Output(0, b.Cast(b.Op("Mul", {x, opened}), b.Type(0)));
  b.Output(1, b.Cast(opened, b.Type(0)));
}

// OpenAI's gpt-oss, the function swiglu of its reference model: the gate is clipped from above, the other
// half on both sides; with `interleaved` elements take turns, else the first half is the gate.
GE_BODY(ClippedSwiglu) {
  if (b.HasInput(1)) b.Refuse("group_index is not taken");
  const int64_t dim = b.Attr<int64_t>("dim");
  if (dim != kLast && dim != b.Rank(0) - 1) b.Refuse("dim must be the last dimension, given ", dim);
  if (b.Attr<int64_t>("clamp_mode") != 0) b.Refuse("clamp_mode must be 0");
  const auto [gate, x] = b.Attr<bool>("interleaved") ? InFloat(b, Deinterleave(b, b.Input(0))) : Halves(b);
  const base::DataType type = b.Type(gate);
  const float limit = b.Attr<float>("limit");
  const Value most = b.Scalar(type, limit);
  const Value least = b.Scalar(type, -limit);
  const Value opened =
      b.Op("Swish", {b.Op("Minimum", {gate, most})}, {{"scale", double{b.Attr<float>("alpha")}}});
  const Value clipped = b.Op("ClipByValue", {x, least, most});
  const Value shifted = b.Op("Add", {clipped, b.Scalar(type, b.Attr<float>("bias"))});
  b.Output(0, b.Cast(b.Op("Mul", {opened, shifted}), b.Type(0)));
}

}  // namespace
}  // namespace ge::bodies
