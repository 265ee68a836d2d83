#include "kernels/elementwise.h"

namespace ge::cpu::kernels {

GE_ELEMENT(Erf, kFloats, kErf)

}  // namespace ge::cpu::kernels
