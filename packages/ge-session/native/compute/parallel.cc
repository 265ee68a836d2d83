#include "compute/parallel.h"

#include <omp.h>

namespace ge::cpu::compute {

int MaxThreads() { return omp_in_parallel() != 0 ? 1 : omp_get_max_threads(); }

// A primitive of oneDNN that gets fewer threads than it was made for leaves a part of its work undone, so
// OpenMP may neither change the number on the way, nor be asked for more than its limit.
ThreadCount::ThreadCount(int threads) {
  dynamic_ = omp_get_dynamic() != 0;
  const int wanted = std::min(threads == 0 ? omp_get_max_threads() : threads, omp_get_thread_limit());
  if (!dynamic_ && wanted == omp_get_max_threads()) return;
  omp_set_dynamic(0);
  before_ = omp_get_max_threads();
  omp_set_num_threads(wanted);
}

ThreadCount::~ThreadCount() {
  if (before_ == 0) return;
  omp_set_num_threads(before_);
  omp_set_dynamic(static_cast<int>(dynamic_));
}

void EndIdleThreads() { omp_pause_resource_all(omp_pause_soft); }

void RunRanges(int64_t count, int64_t pieces, RangeBody body, void* state) {
#pragma omp parallel for schedule(static, 1) num_threads(static_cast <int>(pieces))
  for (int64_t i = 0; i < pieces; ++i) body(state, count * i / pieces, count * (i + 1) / pieces);
}

}  // namespace ge::cpu::compute
