#pragma once

#include <string>
#include <vector>

#include "ir/graph.h"

namespace ge::rewrite {

// Marks nodes that came in the place of others: which pass made them, and from which operators. Fails
// (E19999) when there are no originals, or not all nodes are in one graph.
GE_API base::Status Report(const std::vector<ir::Node*>& originals, const std::vector<ir::Node*>& added,
                           const std::string& pass_name);

}  // namespace ge::rewrite
