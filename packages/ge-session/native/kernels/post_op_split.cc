#include "kernels/post_op_split.h"

#include <algorithm>

#include "kernels/parallel.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

constexpr int64_t kGrain = 16384;  // elements that a thread should get at least

}  // namespace

PostOpSplit::PostOpSplit(const std::vector<PostOp>& ops, bool (*can_do)(const std::vector<PostOp>& ops))
    : fused_(ops) {
  while (!can_do(fused_)) fused_.pop_back();
  following_.assign(ops.begin() + static_cast<std::ptrdiff_t>(fused_.size()), ops.end());
}

base::Result<PostOpSplit::Others> PostOpSplit::Read(const RunContext& c) const {
  Others others;
  for (const PostOp& op : following_) {
    others.push_back(nullptr);
    if (op.kind != PostOpKind::kAdd) continue;
    const ir::Tensor& other = c.Input(op.input);
    if (other.desc.type != base::DataType::kFloat) return Refuse(c, "a tensor to be added must be float");
    others.back() = other.elements<float>();
  }
  return others;
}

void PostOpSplit::Follow(const Others& others, float* y, int64_t first, int64_t count) const {
  constexpr int64_t kPiece = 4096;  // stays in the cache while all operations go over it
  Others here(others.size());
  for (int64_t at = 0; at < count; at += kPiece) {
    for (size_t i = 0; i < others.size(); ++i)
      here[i] = others[i] == nullptr ? nullptr : others[i] + first + at;
    ApplyPostOps(following_, here, y + at, std::min(kPiece, count - at));
  }
}

base::Status PostOpSplit::FollowAll(const RunContext& c, float* y, int64_t count) const {
  if (following_.empty()) return {};
  GE_ASSIGN_OR_RETURN(const Others others, Read(c));
  ParallelFor(count, kGrain,
              [&](int64_t begin, int64_t end) { Follow(others, y + begin, begin, end - begin); });
  return {};
}

base::Status PostOpSplit::DoAll(const RunContext& c, float* y, int64_t count) const {
  if (!fused_.empty()) {
    ParallelFor(count, kGrain,
                [&](int64_t begin, int64_t end) { ApplyPostOps(fused_, {}, y + begin, end - begin); });
  }
  return FollowAll(c, y, count);
}

}  // namespace ge::cpu::kernels
