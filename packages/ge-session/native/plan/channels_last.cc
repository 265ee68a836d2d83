#include "plan/channels_last.h"

#include <algorithm>

#include "plan/layout_rules.h"
#include "plan/relayout.h"

namespace ge::cpu::plan {

base::Status UseChannelsLast(Program& program) {
  const bool any = std::any_of(program.steps.begin(), program.steps.end(), IsConvolution);
  if (!any || kernels::FindKernel("TransposeD") == nullptr) return {};
  return Relayout(program).Run();
}

}  // namespace ge::cpu::plan
