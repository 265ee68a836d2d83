#pragma once

#include "base/status.h"
#include "ir/graph.h"

namespace ge::ops {

// Whether `body` can fill the slot of an operator: one NetOutput, as many results as the operator has
// outputs, inputs numbered within the operator's. Fails (E10001).
base::Status CheckSubgraph(const ir::OpSchema& schema, const ir::PortCounts& counts, const std::string& slot,
                           const ir::Graph& body);

}  // namespace ge::ops
