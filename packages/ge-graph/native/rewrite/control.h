#pragma once

#include <vector>

#include "ir/graph.h"

namespace ge::rewrite {

// Lets the new nodes wait for what the old ones waited for outside of themselves, and what waited for the old
// ones wait for the new ones: through one NoOp before and one NoOp behind them, where there is something to
// wait for.
base::Status MoveControlEdges(const std::vector<ir::Node*>& old_nodes,
                              const std::vector<ir::Node*>& new_nodes);

// Takes the old nodes that nobody reads out of the graph; what came before one stays before what came after
// it.
base::Status Prune(const std::vector<ir::Node*>& old_nodes);

}  // namespace ge::rewrite
