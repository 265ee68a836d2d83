#pragma once

#include "base/status.h"
#include "kernels/kernel.h"

namespace ge::cpu::kernels {

// y = x1 where the condition, input 0, holds, else x2; of any element that takes whole bytes. The condition
// is aligned with the first dimensions of x1 when `leading` and its rank is 1, else with the last.
base::Status SelectBy(RunContext& c, bool leading);

}  // namespace ge::cpu::kernels
