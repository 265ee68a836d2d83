#pragma once

#include "plan/program.h"

namespace ge::cpu::plan {

// Connected element-wise steps become one loop, whose values in between never see memory. A step joins the
// one that reads it when nothing else does and both have one shape.
void FuseElements(Program& program);

// An element-wise operator, or a loop of several.
bool IsElementwise(const Step& step);

}  // namespace ge::cpu::plan
