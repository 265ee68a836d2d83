#pragma once

#include "ir/graph.h"

namespace ge::rewrite {

// Lets what reads output 0 of the node read what feeds its input `input` instead, and takes the node out;
// what came before it stays before what waited for it. Fails (E19999) when nothing feeds the input.
GE_API base::Status Bypass(ir::Node* node, int32_t input = 0);

// Puts constants in the place of all outputs of the node, one tensor an output, and takes the node out.
// Inputs that are read by nobody else afterwards stay in the graph.
GE_API base::Status ReplaceWithConstants(ir::Node* node, std::vector<ir::Tensor> values);

// The tensor that a Const or Constant holds; null for any other node.
GE_API const ir::Tensor* ConstantValue(const ir::Node& node);

// The constant that feeds an input; null when the input is not fed or not constant.
GE_API const ir::Tensor* ConstantInput(const ir::Node& node, int32_t input);

}  // namespace ge::rewrite
