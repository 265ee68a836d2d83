#pragma once

#include "base/status.h"
#include "plan/program.h"

namespace ge::cpu::plan {

// Lets one step stand where several spell out an activation:
//   x * clip(x + 3, 0, 6) / 6, in any order     -> HardSwish(x)
//   x * hard_sigmoid(x) with slope 1/6, shift 1/2  -> HardSwish(x)
//   x * sigmoid(x)                               -> Swish(x)
// unless something else reads what lies between, or the engine has no kernel for it.
base::Status RecogniseActivations(Program& program);

}  // namespace ge::cpu::plan
