#pragma once

#include <utility>
#include <vector>

#include "base/status.h"
#include "kernels/kernel.h"

namespace ge::cpu::kernels {

// The operations that a kernel does to its result, one after another, with the loops of the operators that
// they stand for. oneDNN's own post-operations are not used: most of them lose a NaN.
class PostOpChain {
 public:
  explicit PostOpChain(std::vector<PostOp> ops) : ops_(std::move(ops)) {}

  bool empty() const { return ops_.empty(); }

  // What the operations read besides the result of `count` elements; fails when it does not fit.
  using Others = std::vector<const float*>;
  base::Result<Others> Read(const RunContext& c, int64_t count) const;
  // Does them to `count` elements, of which the first is number `first` of the result.
  void Do(const Others& others, float* y, int64_t first, int64_t count) const;
  // Does them to the whole result, on several threads.
  base::Status DoAll(const RunContext& c, float* y, int64_t count) const;

 private:
  std::vector<PostOp> ops_;
};

}  // namespace ge::cpu::kernels
