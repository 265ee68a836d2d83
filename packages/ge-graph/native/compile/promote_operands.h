#pragma once

#include "ir/graph.h"

namespace ge::compile {

// Brings the operands of element-wise operators to the type in which they are computed: constant scalars are
// converted, before all others a Cast is put, which tells the origin of its operator. Shapes and types are
// inferred already, and stay so. Subgraphs included.
base::Status PromoteOperands(ir::Graph& root);

}  // namespace ge::compile
