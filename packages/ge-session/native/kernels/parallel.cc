#include "kernels/parallel.h"

#include <omp.h>

namespace ge::cpu::kernels {

int MaxThreads() { return omp_in_parallel() != 0 ? 1 : omp_get_max_threads(); }

void RunRanges(int64_t count, int64_t pieces, RangeBody body, void* state) {
#pragma omp parallel for schedule(static, 1) num_threads(static_cast <int>(pieces))
  for (int64_t i = 0; i < pieces; ++i) body(state, count * i / pieces, count * (i + 1) / pieces);
}

}  // namespace ge::cpu::kernels
