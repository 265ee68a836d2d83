#include "plan/infer_step.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "infer/infer.h"

namespace ge::cpu::plan {

base::Result<std::vector<ir::TensorDesc>> InferNode(const ir::Node& node,
                                                    const std::vector<const ir::Tensor*>& inputs,
                                                    const std::vector<bool>* readable) {
  std::vector<const ir::TensorDesc*> descs;
  std::vector<const ir::Tensor*> values;
  descs.reserve(inputs.size());
  values.reserve(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ir::Tensor* const input = inputs[i];
    descs.push_back(input == nullptr ? nullptr : &input->desc);
    values.push_back(readable == nullptr || (*readable)[i] ? input : nullptr);
  }
  return infer::InferNode(node, descs, values);
}

namespace {

using Kind = kernels::ElementNode::Source::Kind;

// Each node's from those before it; what they compute is not there to be read.
base::Result<std::vector<ir::TensorDesc>> InferGroup(const std::vector<kernels::ElementNode>& group,
                                                     const std::vector<const ir::Tensor*>& inputs,
                                                     const std::vector<bool>* readable) {
  std::deque<ir::Tensor> made;
  for (const kernels::ElementNode& node : group) {
    std::vector<const ir::Tensor*> reads;
    std::vector<bool> can_read;
    for (const kernels::ElementNode::Source& source : node.inputs) {
      const auto at = static_cast<size_t>(source.index);
      const bool is_input = source.kind == Kind::kInput;
      reads.push_back(is_input ? inputs[at] : (source.kind == Kind::kNode ? &made[at] : nullptr));
      can_read.push_back(is_input && (readable == nullptr || (*readable)[at]));
    }
    GE_ASSIGN_OR_RETURN(std::vector<ir::TensorDesc> descs, InferNode(*node.node, reads, &can_read));
    made.emplace_back(std::move(descs.front()), nullptr);
  }
  return std::vector<ir::TensorDesc>{made.back().desc};
}

}  // namespace

base::Result<std::vector<ir::TensorDesc>> InferStep(const Step& step, std::vector<const ir::Tensor*> inputs,
                                                    const std::vector<bool>* readable) {
  if (!step.group.empty()) return InferGroup(step.group, inputs, readable);
  inputs.resize(static_cast<size_t>(step.node->input_count()));  // without what its post-operations read
  return InferNode(*step.node, inputs, readable);
}

bool AreKnown(const std::vector<ir::TensorDesc>& descs) {
  return std::all_of(descs.begin(), descs.end(),
                     [](const ir::TensorDesc& desc) { return desc.shape.IsKnown(); });
}

}  // namespace ge::cpu::plan
