#pragma once

#include "plan/program.h"

namespace ge::cpu::plan {

// before  z = loop(kernel(x), ...)      after   kernel(x), which does the loop to its result
// unless  something else reads the kernel's result, the kernel takes no epilogue, one of both is no float, or
// another
//         tensor of the loop is neither of the result's shape nor one element
void FuseEpilogues(Program& program);

}  // namespace ge::cpu::plan
