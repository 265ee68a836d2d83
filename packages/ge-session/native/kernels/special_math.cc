#include "kernels/map.h"
#include "compute/vector_math.h"

namespace ge::cpu::kernels {

GE_KERNEL(Erf, kFloats) {
  return Map<FloatTypes>(c, [](auto x) { return Erf(x); });
}

}  // namespace ge::cpu::kernels
