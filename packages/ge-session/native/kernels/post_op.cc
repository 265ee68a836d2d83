#include "kernels/post_op.h"

#include <algorithm>
#include <cmath>

namespace ge::cpu::kernels {
namespace {

template <typename F>
void ForEach(float* x, int64_t count, F f) {
  for (int64_t i = 0; i < count; ++i) x[i] = f(x[i]);
}

float Clip01(float x) { return std::min(std::max(x, 0.F), 1.F); }

}  // namespace

void ApplyPostOp(const PostOp& op, float* x, int64_t count) {
  const float a = op.alpha;
  const float b = op.beta;
  switch (op.kind) {
    case PostOpKind::kRelu:
      return ForEach(x, count, [](float v) { return std::max(v, 0.F); });
    case PostOpKind::kLeakyRelu:
      return ForEach(x, count, [a](float v) { return v > 0 ? v : a * v; });
    case PostOpKind::kClip:
      return ForEach(x, count, [a, b](float v) { return std::min(std::max(v, a), b); });
    case PostOpKind::kSigmoid:
      return ForEach(x, count, [](float v) { return 1.F / (1.F + std::exp(-v)); });
    case PostOpKind::kTanh:
      return ForEach(x, count, [](float v) { return std::tanh(v); });
    case PostOpKind::kHardSigmoid:
      return ForEach(x, count, [a, b](float v) { return Clip01(a * v + b); });
    case PostOpKind::kHardSwish:
      return ForEach(x, count, [a, b](float v) { return v * Clip01(a * v + b); });
    case PostOpKind::kSwish:
      return ForEach(x, count, [a](float v) { return v / (1.F + std::exp(-a * v)); });
    case PostOpKind::kLinear:
      return ForEach(x, count, [a, b](float v) { return a * v + b; });
    case PostOpKind::kAdd:
      return;  // needs the other tensor
  }
}

}  // namespace ge::cpu::kernels
