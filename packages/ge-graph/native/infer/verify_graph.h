#pragma once

#include "base/status.h"
#include "ir/graph.h"

namespace ge::infer {

// Whether a graph, which may come from any file, has what planning and kernels count on: no cycle; results
// that exist; of each node that the results need, every input connected that its prototype does not call
// optional, every output there, and every subgraph, which is a sound graph in turn and no part of itself.
// Data nodes have an output. Fails (E10041) with the graph and the node. Attributes, data types and shapes
// are for the operators' own rules.
GE_API base::Status VerifyGraph(const ir::Graph& root);

}  // namespace ge::infer
