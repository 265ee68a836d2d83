#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace ge::cpu::compute {

// Threads that a parallel loop may use.
int MaxThreads();

// While it lives, loops and oneDNN use so many threads where the calling thread asks for them; 0: as many as
// OpenMP's settings say. These are found again as they were.
class ThreadCount {
 public:
  explicit ThreadCount(int threads);
  ~ThreadCount();
  ThreadCount(const ThreadCount&) = delete;
  ThreadCount& operator=(const ThreadCount&) = delete;

 private:
  int before_ = 0;  // 0: nothing was changed
  bool dynamic_ = false;
};

// Ends the threads that wait for work of the calling one. The next parallel loop starts others.
void EndIdleThreads();

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

}  // namespace ge::cpu::compute
