#pragma once

#include <string>

#include "base/api.h"
#include "ir/graph.h"

namespace ge::serialize {

// A line for each node: what it reads and the attributes of its prototype; subgraphs follow. For people:
// control edges, shapes and private attributes are not shown.
GE_API std::string ReadableDump(const ir::Graph& graph);

}  // namespace ge::serialize
