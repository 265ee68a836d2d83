#pragma once

#include <vector>

#include "base/status.h"
#include "ir/tensor.h"
#include "plan/program.h"

namespace ge::cpu::exec {

class Frame;

struct BodyOutcome {
  std::vector<ir::Tensor> results;
  std::vector<bool> shapes_vary;  // by result: in the next run of the same body with the same input shapes
  bool chosen = false;            // input 0 chose the body
};

// Runs the subgraphs of an If, Case, While, For or PartitionedCall as its inputs ask, each in its frame below
// `frame`.
base::Result<BodyOutcome> RunControlFlow(const plan::Step& step, const std::vector<const ir::Tensor*>& inputs,
                                         Frame& frame);

}  // namespace ge::cpu::exec
