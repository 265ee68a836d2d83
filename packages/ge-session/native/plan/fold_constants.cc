#include "plan/fold_constants.h"

#include <algorithm>

#include "plan/compute_node.h"
#include "plan/infer_step.h"

namespace ge::cpu::plan {
namespace {

constexpr int64_t kLargestGrowth = int64_t{64} << 20U;

std::vector<const ir::Tensor*> ConstantInputs(const Program& program, const Step& step) {
  std::vector<const ir::Tensor*> inputs;
  inputs.reserve(step.inputs.size());
  for (const ValueId id : step.inputs) inputs.push_back(program.ConstantOf(id));
  return inputs;
}

bool ReadsOnlyConstants(const Program& program, const Step& step) {
  return step.bodies.empty() && std::all_of(step.inputs.begin(), step.inputs.end(), [&](ValueId id) {
           return id == kNoValue || program.ConstantOf(id) != nullptr;
         });
}

bool StaysSmall(const ir::Node& node, const std::vector<const ir::Tensor*>& inputs) {
  const base::Result<std::vector<ir::TensorDesc>> descs = InferNode(node, inputs, nullptr);
  if (!descs.ok()) return false;  // reported when it runs
  int64_t growth = 0;
  for (const ir::TensorDesc& desc : *descs) {
    const int64_t bytes = base::DataBytes(desc.type, desc.shape.Elements());
    if (bytes < 0 || bytes > kLargestGrowth * 2) return false;
    growth += bytes;
  }
  for (const ir::Tensor* input : inputs)
    growth -= input == nullptr ? 0 : static_cast<int64_t>(input->size_bytes());
  return growth <= kLargestGrowth;
}

}  // namespace

base::Status FoldConstants(Program& program) {
  std::vector<Step> left;
  for (Step& step : program.steps) {
    const std::vector<const ir::Tensor*> inputs = ConstantInputs(program, step);
    if (!ReadsOnlyConstants(program, step) || !StaysSmall(*step.node, inputs)) {
      left.push_back(std::move(step));
      continue;
    }
    GE_ASSIGN_OR_RETURN(std::vector<ir::Tensor> results, ComputeNode(*step.node, inputs));
    for (size_t i = 0; i < results.size(); ++i) {
      program.folded.push_back(std::move(results[i]));
      program.values[step.outputs[i]].constant = &program.folded.back();
    }
  }
  program.steps = std::move(left);
  return {};
}

}  // namespace ge::cpu::plan
