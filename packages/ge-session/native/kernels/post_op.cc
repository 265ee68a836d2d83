#include "kernels/post_op.h"

#include "kernels/simd.h"
#include "kernels/vector_math.h"

namespace ge::cpu::kernels {

namespace {

template <typename F>
void ForEach(float* x, int64_t count, const F& f) {
  Vectorised([=, &f] {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) x[i] = f(x[i]);
  });
}

// NaN stays.
inline float Within(float low, float x, float high) {
  const float raised = x < low ? low : x;
  return raised > high ? high : raised;
}

}  // namespace

void ApplyPostOp(const PostOp& op, float* x, int64_t count) {
  const float a = op.alpha;
  const float b = op.beta;
  switch (op.kind) {
    case PostOpKind::kRelu:
      return ForEach(x, count, [](float v) { return v < 0 ? 0.0F : v; });
    case PostOpKind::kLeakyRelu:
      return ForEach(x, count, [a](float v) { return v > 0 ? v : a * v; });
    case PostOpKind::kClip:
      return ForEach(x, count, [a, b](float v) { return Within(a, v, b); });
    case PostOpKind::kSigmoid:
      return ForEach(x, count, [](float v) { return Sigmoid(v); });
    case PostOpKind::kTanh:
      return ForEach(x, count, [](float v) { return Tanh(v); });
    case PostOpKind::kHardSigmoid:
      return ForEach(x, count, [a, b](float v) { return Within(0, a * v + b, 1); });
    case PostOpKind::kHardSwish:
      return ForEach(x, count, [a, b](float v) { return v * Within(0, a * v + b, 1); });
    case PostOpKind::kSwish:
      return ForEach(x, count, [a](float v) { return v * Sigmoid(a * v); });
    case PostOpKind::kLinear:
      return ForEach(x, count, [a, b](float v) { return a * v + b; });
    case PostOpKind::kAdd:
      return;  // needs the other tensor: see ApplyPostOps
  }
}

void ApplyPostOps(const std::vector<PostOp>& ops, const std::vector<const float*>& others, float* x,
                  int64_t count) {
  for (size_t i = 0; i < ops.size(); ++i) {
    if (ops[i].kind != PostOpKind::kAdd) {
      ApplyPostOp(ops[i], x, count);
      continue;
    }
    Vectorised([=, other = others[i]] {
#pragma GCC ivdep
      for (int64_t j = 0; j < count; ++j) x[j] += other[j];
    });
  }
}

}  // namespace ge::cpu::kernels
