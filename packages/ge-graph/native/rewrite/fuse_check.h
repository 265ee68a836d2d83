#pragma once

#include <vector>

#include "match/node_index.h"

namespace ge::rewrite {

// Whether these nodes may become one, and if not why: no nodes, nodes of several graphs, attributes that
// contradict each other, or a way that leaves them and comes back. Nothing is changed.
GE_API base::Status CanFuse(const std::vector<ir::Node*>& nodes);

// Whether the nodes agree in the attributes that say where and how they run (streams, cores, determinism); a
// node without such an attribute agrees with every other.
GE_API base::Status CheckAttrsAgree(const std::vector<ir::Node*>& nodes);

// Whether some way over data or control edges leaves the nodes and comes back: one node in their place would
// then wait for itself. With an index of the graph only the part between the nodes is walked.
GE_API bool WouldCycle(const std::vector<ir::Node*>& nodes, match::NodeIndex* index = nullptr);

}  // namespace ge::rewrite
