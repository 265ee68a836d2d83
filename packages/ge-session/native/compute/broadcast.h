#pragma once

#include <array>
#include <cstdint>

#include "base/status.h"
#include "ir/shape.h"

namespace ge::cpu::compute {

// Operands stretched to one shape, as nested loops: neighbouring dimensions that can be walked as one are
// one, and dimensions of 1 are gone. The last loop is the innermost; an operand's stride there is 0 or 1. A
// single element has one loop of length 1.
template <size_t kOperands>
struct Broadcast {
  static constexpr size_t kMaxLoops = 16;

  // What an operand does in the last loop.
  bool Walks(size_t operand) const { return strides[operand][loops - 1] != 0; }
  int64_t inner() const { return dims[loops - 1]; }
  int64_t outer() const {
    int64_t count = 1;
    for (size_t i = 0; i + 1 < loops; ++i) count *= dims[i];
    return count;
  }
  // Elements before each operand's part of outer iteration `i`.
  std::array<int64_t, kOperands> Offsets(int64_t i) const {
    std::array<int64_t, kOperands> offsets{};
    for (size_t loop = loops - 1; loop-- > 0;) {
      const int64_t at = i % dims[loop];
      i /= dims[loop];
      for (size_t k = 0; k < kOperands; ++k) offsets[k] += at * strides[k][loop];
    }
    return offsets;
  }

  size_t loops = 0;
  std::array<int64_t, kMaxLoops> dims{};
  std::array<std::array<int64_t, kMaxLoops>, kOperands> strides{};
};

// Fails when a shape cannot be stretched to `out`, or the loops do not fit.
base::Status PlanBroadcast(const ir::Shape& out, const ir::Shape* const* operands, size_t count,
                           size_t max_loops, size_t* loops, int64_t* dims, int64_t* const* strides);

template <size_t kOperands>
base::Result<Broadcast<kOperands>> PlanBroadcast(const ir::Shape& out,
                                                 const std::array<const ir::Shape*, kOperands>& operands) {
  Broadcast<kOperands> plan;
  std::array<int64_t*, kOperands> strides;
  for (size_t k = 0; k < kOperands; ++k) strides[k] = plan.strides[k].data();
  GE_RETURN_IF_ERROR(PlanBroadcast(out, operands.data(), kOperands, plan.kMaxLoops, &plan.loops,
                                   plan.dims.data(), strides.data()));
  return plan;
}

}  // namespace ge::cpu::compute
