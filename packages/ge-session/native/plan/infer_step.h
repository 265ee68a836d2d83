#pragma once

#include <vector>

#include "base/status.h"
#include "ir/node.h"
#include "ir/tensor.h"
#include "plan/program.h"

namespace ge::cpu::plan {

// Descriptors of a node's outputs, from its inputs' descriptors and from the elements of those inputs that
// `readable` names (null: all). A dimension that follows from elements which are not readable is -1.
base::Result<std::vector<ir::TensorDesc>> InferNode(const ir::Node& node,
                                                    const std::vector<const ir::Tensor*>& inputs,
                                                    const std::vector<bool>* readable);
// Of a step's outputs, from what it reads.
base::Result<std::vector<ir::TensorDesc>> InferStep(const Step& step, std::vector<const ir::Tensor*> inputs,
                                                    const std::vector<bool>* readable);

bool AreKnown(const std::vector<ir::TensorDesc>& descs);

}  // namespace ge::cpu::plan
