// The first run of a program with one set of input shapes: it computes the results like any other, and notes
// what the later runs need not do again.

#include <algorithm>

#include "exec/control_flow.h"
#include "exec/frame.h"
#include "exec/shaped_run.h"
#include "plan/infer_step.h"
#include "plan/node_kinds.h"

namespace ge::cpu::exec {
namespace {

constexpr size_t kLargestFolded = size_t{1} << 20U;

base::Status CheckType(const plan::Step& step, const ir::Tensor* first) {
  const base::DataType type = first != nullptr ? first->desc.type : step.node->output_desc(0).type;
  if (type < base::DataType::kMax && (step.info->types & ir::Holding(type)) != 0) return {};
  return {"E10501",
          base::Text("the CPU engine has no kernel for ", plan::Describe(*step.node), " on ", type)};
}

}  // namespace

base::Status ShapedRun::Watch() {
  facts_.assign(program_.steps.size(), {});
  for (size_t i = 0; i < program_.steps.size(); ++i) {
    const plan::Step& step = program_.steps[i];
    GE_RETURN_IF_ERROR(WatchStep(step, contexts_[i], facts_[i]));
    Release(step);
  }
  return {};
}

base::Status ShapedRun::WatchStep(const plan::Step& step, plan::StepContext& context, StepFacts& facts) {
  return step.bodies.empty() ? WatchKernel(step, context, facts) : WatchBodies(step, facts);
}

// Its inputs are the same in every run, so its outputs are.
bool ShapedRun::FoldsNow(const plan::Step& step) const {
  const bool needs_shapes_only = plan::ReadsShapesOnly(step.node->type());
  return std::all_of(step.inputs.begin(), step.inputs.end(), [&](plan::ValueId id) {
    return id == plan::kNoValue || (!values_[id].shape_varies && (needs_shapes_only || !values_[id].varies));
  });
}

base::Status ShapedRun::WatchKernel(const plan::Step& step, plan::StepContext& context, StepFacts& facts) {
  const std::vector<const ir::Tensor*> inputs = InputsOf(step);
  GE_RETURN_IF_ERROR(CheckType(step, inputs.empty() ? nullptr : inputs[0]));
  std::vector<bool> readable(inputs.size());
  bool shapes_hold = true;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (step.inputs[i] == plan::kNoValue) continue;
    readable[i] = !values_[step.inputs[i]].varies;
    shapes_hold = shapes_hold && !values_[step.inputs[i]].shape_varies;
  }
  GE_ASSIGN_OR_RETURN(std::vector<ir::TensorDesc> descs, plan::InferStep(step, inputs, &readable));
  facts.fixed_shapes = shapes_hold && plan::AreKnown(descs);
  if (!plan::AreKnown(descs)) {
    GE_ASSIGN_OR_RETURN(descs, plan::InferStep(step, inputs, nullptr));
  }
  GE_RETURN_IF_ERROR(SetDescs(step, descs));
  GE_RETURN_IF_ERROR(context.Run(*step.info, step.kernel.get()));
  facts.forwards = context.forwards();

  size_t bytes = 0;
  for (const plan::ValueId id : step.outputs) bytes += tensors_[id].size_bytes();
  const bool constant = FoldsNow(step);
  facts.folded = constant && bytes <= kLargestFolded;
  for (const plan::ValueId id : step.outputs) values_[id] = {!constant, !constant && !facts.fixed_shapes};
  return {};
}

base::Status ShapedRun::WatchBodies(const plan::Step& step, StepFacts& facts) {
  const std::vector<const ir::Tensor*> inputs = InputsOf(step);
  GE_ASSIGN_OR_RETURN(BodyOutcome outcome, RunControlFlow(step, inputs, frame_));
  bool shapes_hold = !outcome.chosen || !values_[step.inputs[0]].varies;
  for (const plan::ValueId id : step.inputs)
    shapes_hold = shapes_hold && (id < 0 || !values_[id].shape_varies);
  facts.fixed_shapes = true;
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const plan::ValueId id = step.outputs[i];
    const bool holds = (shapes_hold && !outcome.shapes_vary[i]) || step.node->output_desc(i).shape.IsKnown();
    values_[id] = {true, !holds};
    facts.fixed_shapes = facts.fixed_shapes && holds;
    tensors_[id] = std::move(outcome.results[i]);
  }
  return {};
}

base::Status ShapedRun::SetDescs(const plan::Step& step, const std::vector<ir::TensorDesc>& descs) {
  if (descs.size() != step.outputs.size()) {
    return base::InnerError(base::Text(plan::Describe(*step.node), ": its shape rule gives ", descs.size(),
                                       " outputs, it has ", step.outputs.size()));
  }
  for (size_t i = 0; i < descs.size(); ++i) {
    ir::Tensor& output = tensors_[step.outputs[i]];
    output.desc = descs[i];
    output.data = nullptr;
  }
  if (step.format) tensors_[step.outputs[0]].desc.format = *step.format;
  return {};
}

void ShapedRun::Release(const plan::Step& step) {
  for (const plan::ValueId id : step.last_reads) {
    if (values_[id].varies || values_[id].shape_varies) tensors_[id].data = nullptr;
  }
}

}  // namespace ge::cpu::exec
