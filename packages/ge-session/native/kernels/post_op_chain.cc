#include "kernels/post_op_chain.h"

#include <algorithm>

#include "compute/parallel.h"
#include "kernels/refuse.h"

namespace ge::cpu::kernels {

namespace {

constexpr int64_t kGrain = 16384;  // elements that a thread should get at least

}  // namespace

base::Result<PostOpChain::Others> PostOpChain::Read(const RunContext& c, int64_t count) const {
  Others others;
  for (const PostOp& op : ops_) {
    others.push_back(nullptr);
    if (op.kind != PostOpKind::kAdd) continue;
    const ir::Tensor& other = c.Input(op.input);
    if (other.desc.type != base::DataType::kFloat) return Refuse(c, "a tensor to be added must be float");
    if (other.desc.shape.Elements() != count) {  // a file may say other shapes of a graph than it has
      return Refuse(c, "a tensor to be added must have ", count, " elements, given ", other.desc.shape);
    }
    others.back() = other.elements<float>();
  }
  return others;
}

void PostOpChain::Do(const Others& others, float* y, int64_t first, int64_t count) const {
  constexpr int64_t kPiece = 4096;  // stays in the cache while all operations go over it
  Others here(others.size());
  for (int64_t at = 0; at < count; at += kPiece) {
    for (size_t i = 0; i < others.size(); ++i)
      here[i] = others[i] == nullptr ? nullptr : others[i] + first + at;
    ApplyPostOps(ops_, here, y + at, std::min(kPiece, count - at));
  }
}

base::Status PostOpChain::DoAll(const RunContext& c, float* y, int64_t count) const {
  if (ops_.empty()) return {};
  GE_ASSIGN_OR_RETURN(const Others others, Read(c, count));
  ParallelFor(count, kGrain, [&](int64_t begin, int64_t end) { Do(others, y + begin, begin, end - begin); });
  return {};
}

}  // namespace ge::cpu::kernels
