#pragma once

#include "base/status.h"
#include "plan/program.h"

namespace ge::cpu::plan {

// Runs the steps that read only constants, once and for all, and takes them and what only they read out of
// the program. Steps that would blow the model up (a result over 64 MiB larger than its inputs) stay.
base::Status FoldConstants(Program& program);

}  // namespace ge::cpu::plan
