#include "kernels/elementwise.h"

namespace ge::cpu::kernels {

GE_ELEMENT(Erf, kFloats, kErf)
GE_ELEMENT(Erfc, kFloats, kErfc)

}  // namespace ge::cpu::kernels
