#include "kernels/post_op.h"

#include "compute/simd.h"
#include "kernels/activation.h"

namespace ge::cpu::kernels {

namespace {

template <typename F>
void ForEach(float* x, int64_t count, const F& f) {
  Vectorised([=, &f] {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) x[i] = f(x[i]);
  });
}

}  // namespace

void ApplyPostOp(const PostOp& op, float* x, int64_t count) {
  const float a = op.alpha;
  const float b = op.beta;
  switch (op.kind) {
    case PostOpKind::kRelu:
      return ForEach(x, count, [](float v) { return Relu(v); });
    case PostOpKind::kLeakyRelu:
      return ForEach(x, count, [a](float v) { return LeakyRelu(v, a); });
    case PostOpKind::kClip:
      return ForEach(x, count, [a, b](float v) { return Within(a, v, b); });
    case PostOpKind::kSigmoid:
      return ForEach(x, count, [](float v) { return Sigmoid(v); });
    case PostOpKind::kTanh:
      return ForEach(x, count, [](float v) { return Tanh(v); });
    case PostOpKind::kHardSigmoid:
      return ForEach(x, count, [a, b](float v) { return HardSigmoid(v, a, b); });
    case PostOpKind::kHardSwish:
      return ForEach(x, count, [](float v) { return HardSwish(v); });
    case PostOpKind::kHardGate:
      return ForEach(x, count, [a, b](float v) { return v * HardSigmoid(v, a, b); });
    case PostOpKind::kSwish:
      return ForEach(x, count, [a](float v) { return Swish(v, a); });
    case PostOpKind::kScale:
      return ForEach(x, count, [a](float v) { return v * a; });
    case PostOpKind::kShift:
      return ForEach(x, count, [a](float v) { return v + a; });
    case PostOpKind::kSubtractFrom:
      return ForEach(x, count, [a](float v) { return a - v; });
    case PostOpKind::kDivide:
      return ForEach(x, count, [a](float v) { return v / a; });
    case PostOpKind::kAffine:
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
