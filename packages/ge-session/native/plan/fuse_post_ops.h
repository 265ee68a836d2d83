#pragma once

#include <string>
#include <vector>

#include "plan/program.h"

namespace ge::cpu::plan {

// Lets kernels that can do so apply to their result what follows: activations, scalar multiplication and
// addition, the addition of a tensor of the same shape; as many in a row as there are. unless  the result
// between is read by something else, or is no float
void FusePostOps(Program& program);

// The types of the steps that can run behind a kernel that takes them, in the order of the alphabet.
std::vector<std::string> PostOpTypes();

}  // namespace ge::cpu::plan
