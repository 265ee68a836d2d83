#pragma once

#include "base/status.h"
#include "plan/program.h"

namespace ge::cpu::plan {

// Makes the steps' kernels, and notes which step reads a value last.
base::Status PrepareKernels(Program& program);

}  // namespace ge::cpu::plan
