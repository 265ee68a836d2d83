#pragma once

#include "ir/graph.h"

namespace ge::passes {

// Whether the node gives the same results for the same inputs and does nothing else: no state, no randomness,
// no subgraphs, no control edges, at least one output.
bool IsPure(const ir::Node& node);

// Whether a node may not be left out though nobody reads it: a graph's end, a write, a side effect.
bool IsRoot(const ir::Node& node);

}  // namespace ge::passes
