#pragma once

#include <cstdint>
#include <vector>

#include "base/api.h"
#include "kernels/compute_names.h"

namespace ge::cpu::kernels {

// What a kernel does to each element of its result before it is stored, in place of the nodes that followed.
enum class PostOpKind : uint8_t {
  kRelu,          // x < 0 ? 0 : x
  kLeakyRelu,     // x < 0 ? alpha * x : x
  kClip,          // min(max(x, alpha), beta)
  kSigmoid,       // 1 / (1 + exp(-x))
  kTanh,          // tanh(x)
  kHardSigmoid,   // min(max(alpha * x + beta, 0), 1)
  kHardSwish,     // x * min(max(x + 3, 0), 6) / 6
  kHardGate,      // x * min(max(alpha * x + beta, 0), 1)
  kSwish,         // x / (1 + exp(-alpha * x))
  kScale,         // x * alpha
  kShift,         // x + alpha
  kSubtractFrom,  // alpha - x
  kDivide,        // x / alpha
  kAffine,        // alpha * x + beta
  kAdd,           // x + the element of another tensor of the result's shape
};

struct PostOp {
  PostOpKind kind = PostOpKind::kRelu;
  float alpha = 0;
  float beta = 0;
  int32_t input = -1;  // kAdd: the number of the other tensor, as `RunContext::Input` counts
};

// Does it to `count` elements in place. Not for kAdd.
void ApplyPostOp(const PostOp& op, float* x, int64_t count);
// All of them, one after another. `others` has an entry an operation: for kAdd, the
// elements that are added to these.
void ApplyPostOps(const std::vector<PostOp>& ops, const std::vector<const float*>& others, float* x,
                  int64_t count);

}  // namespace ge::cpu::kernels
