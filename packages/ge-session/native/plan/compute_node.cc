#include "plan/compute_node.h"

#include "plan/infer_step.h"
#include "plan/program.h"
#include "plan/step_context.h"

namespace ge::cpu::plan {
namespace {

base::DataType DecidingType(const ir::Node& node) {
  return node.input_count() > 0 ? node.input_desc(0).type : node.output_desc(0).type;
}

std::vector<InputSlot> SlotsOf(const std::vector<const ir::Tensor*>& inputs) {
  std::vector<InputSlot> slots;
  slots.reserve(inputs.size());
  for (const ir::Tensor* input : inputs) slots.push_back({input, true});
  return slots;
}

base::Status Run(const kernels::KernelInfo& info, const kernels::PrepareContext& prepare,
                 StepContext& context) {
  if (info.make == nullptr) return context.Run(info, nullptr);
  base::Result<std::unique_ptr<kernels::Kernel>> kernel = info.make(prepare);
  if (!kernel.ok()) return kernel.status().In("in " + Describe(prepare.node));
  return context.Run(info, kernel->get());
}

}  // namespace

base::Status HasKernel(const ir::Node& node) {
  const kernels::KernelInfo* info = kernels::FindKernel(node.type());
  if (info == nullptr) return {"E10501", "the CPU engine has no kernel for " + Describe(node)};
  if (node.input_count() + node.output_count() == 0) return {};
  const base::DataType type = DecidingType(node);
  if (type < base::DataType::kMax && (info->types & ir::Holding(type)) != 0) return {};
  return {"E10501", base::Text("the CPU engine has no kernel for ", Describe(node), " on ", type)};
}

base::Result<std::vector<ir::Tensor>> ComputeNode(const ir::Node& node,
                                                  const std::vector<const ir::Tensor*>& inputs) {
  GE_RETURN_IF_ERROR(HasKernel(node));
  GE_ASSIGN_OR_RETURN(std::vector<ir::TensorDesc> descs, InferNode(node, inputs, nullptr));

  std::vector<ir::Tensor> results(descs.size());
  std::vector<OutputSlot> slots;
  for (size_t i = 0; i < descs.size(); ++i) {
    results[i].desc = std::move(descs[i]);
    slots.push_back({&results[i], Storage::kPool});
  }
  const std::shared_ptr<BufferPool> pool = BufferPool::Create();
  Scratch scratch;
  StepContext context(&node, SlotsOf(inputs), std::move(slots), pool.get(), &scratch);
  GE_RETURN_IF_ERROR(Run(*kernels::FindKernel(node.type()), {node, inputs, {}}, context));
  return results;
}

}  // namespace ge::cpu::plan
