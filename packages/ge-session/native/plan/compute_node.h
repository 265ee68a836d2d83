#pragma once

#include <vector>

#include "base/status.h"
#include "ir/node.h"
#include "ir/tensor.h"

namespace ge::cpu::plan {

// Fine when there is a kernel for the node's operator and its data type; else E10501 with the reason.
base::Status HasKernel(const ir::Node& node);

// Runs one node by itself on these inputs (null: not connected).
base::Result<std::vector<ir::Tensor>> ComputeNode(const ir::Node& node,
                                                  const std::vector<const ir::Tensor*>& inputs);

}  // namespace ge::cpu::plan
