#pragma once

#include <string>
#include <vector>

#include "plan/program.h"

namespace ge::cpu::plan {

// before  y = BNInference(Conv2D(x, w, b), ...), or a product, sum, ... with a constant of one element a
// channel after   y = Conv2D(x, w', b') and     y = MatMulV2(x, w) + b  ->  y = MatMulV2(x, w, b) for a
// constant row b unless  something else reads the convolution, or its weights or the other operands are no
// constants
void FoldIntoWeights(Program& program);

// The types of the steps that can go into a convolution's weights.
std::vector<std::string> FoldedTypes();

}  // namespace ge::cpu::plan
