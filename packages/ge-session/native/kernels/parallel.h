#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace ge::cpu::kernels {

// Threads that a parallel loop may use.
int MaxThreads();

using RangeBody = void (*)(void* state, int64_t begin, int64_t end);
void RunRanges(int64_t count, int64_t pieces, RangeBody body, void* state);

// Calls `body(begin, end)` for ranges that together are [0, count), on several threads when each gets at
// least `grain`.
template <typename Body>
void ParallelFor(int64_t count, int64_t grain, Body&& body) {
  if (count <= 0) return;
  const int64_t pieces = std::min<int64_t>(count / std::max<int64_t>(grain, 1), MaxThreads());
  if (pieces <= 1) {
    body(int64_t{0}, count);
    return;
  }
  using Plain = std::remove_reference_t<Body>;
  RunRanges(
      count, pieces,
      [](void* state, int64_t begin, int64_t end) { (*static_cast<Plain*>(state))(begin, end); },
      const_cast<void*>(static_cast<const void*>(&body)));
}

}  // namespace ge::cpu::kernels
