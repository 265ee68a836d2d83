// Su et al., RoFormer: Enhanced Transformer with Rotary Position Embedding, arXiv:2104.09864: pairs of
// elements of the last dimension are turned by the angles of their place, x * cos + rotated(x) * sin. In
// float, rounded at the end. The ways to pair them are those of torch_npu.npu_rotary_mul and CANN's
// aclnnRotaryPositionEmbedding.

#include "bodies/pairs.h"

namespace ge::bodies {
namespace {

Value Negated(Body& b, Value x) { return b.Op("Neg", {x}); }

// [x1, x2] to [-x2, x1], halves of the dimension.
Value RotatedHalves(Body& b, Value x) {
  const Values x12 = b.Split(x, -1, 2);
  return b.Concat({Negated(b, x12.back()), x12.front()}, -1);
}

// Pairs are neighbours.
Value RotatedPairs(Body& b, Value x) {
  const Values x12 = Deinterleave(b, x);
  return Interleave(b, Negated(b, x12.back()), x12.front());
}

// The same in each half of the dimension: [x1, x2, x3, x4] to [-x2, x1, -x4, x3].
Value RotatedQuarters(Body& b, Value x) {
  Values parts = b.Split(x, -1, 4);
  parts.resize(4);
  return b.Concat({Negated(b, parts[1]), parts[0], Negated(b, parts[3]), parts[2]}, -1);
}

// Neighbours come from far apart: halves of x whose elements were first sorted into even and odd.
Value Sorted(Body& b, Value x) { return b.Concat(Deinterleave(b, x), -1); }

Value Turned(Body& b, Value x, Value rotated, Value cos, Value sin, base::DataType type) {
  const Value kept = b.Op("Mul", {b.InFloat(x), b.InFloat(cos)});
  const Value turned = b.Op("Mul", {b.InFloat(rotated), b.InFloat(sin)});
  return b.Cast(b.Op("Add", {kept, turned}), type);
}

GE_BODY(RotaryMul) {
  const Value x = b.Input(0);
  b.Output(0, Turned(b, x, RotatedHalves(b, x), b.Input(1), b.Input(2), b.Type(0)));
}

GE_BODY(RotaryPositionEmbedding) {
  enum Mode { kHalf, kInterleave, kQuarter, kInterleaveHalf };
  if (b.HasInput(3)) b.Refuse("rotate is not taken");
  const int64_t mode = b.Attr<int64_t>("mode");
  if (mode < kHalf || mode > kInterleaveHalf) b.Refuse("mode must be 0, 1, 2 or 3, given ", mode);
  const Value x = mode == kInterleaveHalf ? Sorted(b, b.Input(0)) : b.Input(0);
  const Value rotated = mode == kInterleave ? RotatedPairs(b, x)
                        : mode == kQuarter  ? RotatedQuarters(b, x)
                                            : RotatedHalves(b, x);
  b.Output(0, Turned(b, x, rotated, b.Input(1), b.Input(2), b.Type(0)));
}

// CANN, aclnnApplyRotaryPosEmb; layout 1 is [batch, places, heads, size]. cos and sin serve all heads.
GE_BODY(ApplyRotaryPosEmb) {
  if (b.Attr<int64_t>("layout") != 1) b.Refuse("layout must be 1, given ", b.Attr<int64_t>("layout"));
  const auto mode = b.Attr<std::string>("rotary_mode");
  const auto rotated = mode == "half"         ? RotatedHalves
                       : mode == "interleave" ? RotatedPairs
                       : mode == "quarter"    ? RotatedQuarters
                                              : nullptr;
  if (rotated == nullptr) return b.Refuse("rotary_mode must be half, interleave or quarter, given ", mode);
  for (const int32_t i : {0, 1})
    b.Output(i, Turned(b, b.Input(i), rotated(b, b.Input(i)), b.Input(2), b.Input(3), b.Type(i)));
}

}  // namespace
}  // namespace ge::bodies
