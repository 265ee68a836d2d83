#pragma once

#include "base/status.h"
#include "plan/program.h"

namespace ge::cpu::plan {

// before  images as [n, channels, height, width] all through
// after   convolutions, and what lies between them, on [n, height, width, channels], where their kernels are
// several
//         times as fast; transposed where the graph's own order is asked for, at the latest for its results
// unless  there is no convolution
base::Status UseChannelsLast(Program& program);

}  // namespace ge::cpu::plan
