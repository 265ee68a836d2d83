#include "plan/infer_step.h"

#include <algorithm>

#include "infer/infer.h"

namespace ge::cpu::plan {

base::Result<std::vector<ir::TensorDesc>> InferStep(const ir::Node& node,
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

bool AreKnown(const std::vector<ir::TensorDesc>& descs) {
  return std::all_of(descs.begin(), descs.end(),
                     [](const ir::TensorDesc& desc) { return desc.shape.IsKnown(); });
}

}  // namespace ge::cpu::plan
