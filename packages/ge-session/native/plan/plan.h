#pragma once

#include <memory>

#include "base/status.h"
#include "plan/program.h"

namespace ge::cpu::plan {

struct PlanOptions {
  bool fuse = true;  // whether neighbouring nodes may run as one
};

// From a graph to a program that is ready to run: steps, constants folded, neighbours fused, kernels made
// (which pack their weights). The graph must not change while the program lives.
base::Result<std::unique_ptr<Program>> MakeProgram(const std::shared_ptr<const ir::Graph>& graph,
                                                   const PlanOptions& options = {});

}  // namespace ge::cpu::plan
