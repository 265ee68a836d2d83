#pragma once

#include <memory>

#include "base/status.h"
#include "plan/program.h"

namespace ge::cpu::plan {

// Numbers the tensors and lists the steps of the graph and of its subgraphs, without kernels yet.
// Errors: E10501 no kernel for an operator, E13025 a constant without elements, E19999 a cycle or a missing
// subgraph.
base::Result<std::unique_ptr<Program>> BuildProgram(const std::shared_ptr<const ir::Graph>& graph);

// Data nodes in the order of their `index` attributes; in the graph's order when those are not 0, 1, 2, ...
std::vector<const ir::Node*> InputNodes(const ir::Graph& graph);

}  // namespace ge::cpu::plan
