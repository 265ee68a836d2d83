#pragma once

#include <vector>

#include "base/status.h"
#include "kernels/kernel.h"

namespace ge::cpu::kernels {

// The operations to be done to a result: those that its maker does while it stores, and those that follow.
class PostOpSplit {
 public:
  // `can_do(ops)` tells whether the maker does all of them; always so for none.
  PostOpSplit(const std::vector<PostOp>& ops, bool (*can_do)(const std::vector<PostOp>& ops));

  const std::vector<PostOp>& fused() const { return fused_; }
  const std::vector<PostOp>& following() const { return following_; }
  bool empty() const { return fused_.empty() && following_.empty(); }

  // What the operations that follow read besides the result; fails when its type does not fit.
  using Others = std::vector<const float*>;
  base::Result<Others> Read(const RunContext& c) const;
  // Does the operations that follow to `count` elements, of which the first is number `first` of the result.
  void Follow(const Others& others, float* y, int64_t first, int64_t count) const;
  // Does them to the whole result, on several threads.
  base::Status FollowAll(const RunContext& c, float* y, int64_t count) const;
  // Does all operations to the whole result: for a maker that does none.
  base::Status DoAll(const RunContext& c, float* y, int64_t count) const;

 private:
  std::vector<PostOp> fused_;
  std::vector<PostOp> following_;
};

}  // namespace ge::cpu::kernels
