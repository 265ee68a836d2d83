#pragma once

#include <memory>

#include "ir/graph.h"

namespace ge::rewrite {

// A root graph of its own that equals this one, subgraphs included; tensors share their elements.
GE_API base::Result<std::shared_ptr<ir::Graph>> Clone(const ir::Graph& graph);

}  // namespace ge::rewrite
