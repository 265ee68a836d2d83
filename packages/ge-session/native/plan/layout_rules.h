#pragma once

#include "base/name.h"
#include "plan/program.h"
#include "plan/relayout.h"

namespace ge::cpu::plan {

// Turns a step into one whose output 0 has its channels last, or leaves it alone and says so. Convolutions
// are worth the transposing of their input; others follow what they read.
using LayoutRule = bool (*)(Relayout& relayout, Step& step);

// Null when there is none.
LayoutRule FindLayoutRule(const Step& step);

bool IsConvolution(const Step& step);

}  // namespace ge::cpu::plan
