#pragma once

#include <vector>

#include "base/status.h"
#include "ir/graph.h"

namespace ge::ir {

// The graph's nodes so that each comes after what it reads, control edges included; insertion order where
// that leaves a choice. Fails (E19999) on a cycle; the message names the nodes on it.
GE_API base::Result<std::vector<Node*>> TopologicalOrder(const Graph& graph);

// Every node of the graph and of its subgraphs: a node, then the nodes of its subgraphs in slot order, and so
// on.
GE_API std::vector<Node*> AllNodes(const Graph& graph);

}  // namespace ge::ir
