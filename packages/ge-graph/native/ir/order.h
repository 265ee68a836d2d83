#pragma once

#include <vector>

#include "base/status.h"
#include "ir/graph.h"

namespace ge::ir {

// The graph's nodes so that each comes after what it reads, control edges included; insertion order where
// that leaves a choice. Fails (E19999) on a cycle; the message names the nodes on it.
GE_API base::Result<std::vector<Node*>> TopologicalOrder(const Graph& graph);

// Whether all that the node reads or waits for was added before it. Where that holds for every node, the
// order in which nodes were added is a topological one.
GE_API bool ComesAfterSources(const Node& node);

// Asks early for what stands behind a node in memory. Neighbours in a graph mostly have neighbouring slots,
// and large graphs are bound by memory: this halves the time of a walk.
GE_API void PrefetchBehind(const Graph& graph, const Node* node);

// Only whether there is such an order, with the same error; cheap where each node was added after what it
// reads.
GE_API base::Status CheckAcyclic(const Graph& graph);

// Every node of the graph and of its subgraphs: a node, then the nodes of its subgraphs in slot order, and so
// on.
GE_API std::vector<Node*> AllNodes(const Graph& graph);

}  // namespace ge::ir
