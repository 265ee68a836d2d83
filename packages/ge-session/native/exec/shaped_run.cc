#include "exec/shaped_run.h"

#include <algorithm>
#include <cstring>

#include "exec/control_flow.h"
#include "exec/frame.h"
#include "plan/infer_step.h"

namespace ge::cpu::exec {

using plan::kNoValue;
using plan::ValueId;

ShapedRun::ShapedRun(const plan::Program& program, Frame& frame, const std::vector<const ir::Tensor*>& inputs)
    : program_(program), frame_(frame), tensors_(program.values.size()), values_(program.values.size()) {
  for (size_t id = 0; id < program.values.size(); ++id) {
    if (program.values[id].constant != nullptr) tensors_[id] = *program.values[id].constant;
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ValueId id = program.inputs[i];
    if (id == kNoValue) continue;
    tensors_[id].desc = inputs[i]->desc;
    values_[id].varies = true;
  }
  for (const plan::Step& step : program.steps) {
    std::vector<plan::InputSlot> reads;
    for (const ValueId id : step.inputs) reads.push_back({id == kNoValue ? nullptr : &tensors_[id], true});
    std::vector<plan::OutputSlot> makes;
    for (const ValueId id : step.outputs) makes.push_back({&tensors_[id], plan::Storage::kPool});
    contexts_.emplace_back(step.node, std::move(reads), std::move(makes), &frame.pool(), &frame.scratch());
  }
}

bool ShapedRun::Fits(const std::vector<const ir::Tensor*>& inputs) const {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ValueId id = program_.inputs[i];
    if (id != kNoValue && tensors_[id].desc.shape != inputs[i]->desc.shape) return false;
  }
  return true;
}

base::Result<std::vector<ir::Tensor>> ShapedRun::Run(const std::vector<const ir::Tensor*>& inputs) {
  BindInputs(inputs);
  base::Status status = watched_ ? Replay() : Watch();
  if (!status.ok()) {
    Clear();
    return status;
  }
  std::vector<ir::Tensor> results = TakeResults();
  if (!watched_) MakePlan();
  watched_ = true;
  Clear();
  for (ir::Tensor& result : results) {
    if (result.data.use_count() == 1) continue;  // nobody else can change it
    std::shared_ptr<base::Buffer> copy = frame_.pool().Allocate(result.size_bytes());
    if (result.size_bytes() != 0) std::memcpy(copy->mutable_data(), result.data->data(), result.size_bytes());
    result.data = std::move(copy);
  }
  return results;
}

void ShapedRun::BindInputs(const std::vector<const ir::Tensor*>& inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (program_.inputs[i] != kNoValue) tensors_[program_.inputs[i]].data = inputs[i]->data;
  }
  for (const ValueId id : in_inputs_) tensors_[id].data = tensors_[storage_.roots[id]].data;
}

std::vector<ir::Tensor> ShapedRun::TakeResults() {
  std::vector<ir::Tensor> results;
  results.reserve(program_.results.size());
  for (const ValueId id : program_.results) results.push_back(tensors_[id]);
  return results;
}

void ShapedRun::Clear() {
  if (!watched_) {
    for (const ValueId id : program_.inputs) {
      if (id != kNoValue) tensors_[id].data = nullptr;
    }
    return;
  }
  for (const ValueId id : cleared_) tensors_[id].data = nullptr;
}

std::vector<const ir::Tensor*> ShapedRun::InputsOf(const plan::Step& step) const {
  std::vector<const ir::Tensor*> inputs;
  inputs.reserve(step.inputs.size());
  for (const ValueId id : step.inputs) inputs.push_back(id == kNoValue ? nullptr : &tensors_[id]);
  return inputs;
}

void ShapedRun::MakePlan() {
  storage_ = PlanStorage(program_, tensors_, values_, facts_);
  for (size_t i = 0; i < facts_.size(); ++i) {
    if (storage_.runs[i]) PlanStep(i);
  }
  PlanReleases();
  PlanHomes();
}

void ShapedRun::PlanHomes() {
  for (ValueId id = 0; id < static_cast<ValueId>(tensors_.size()); ++id) {
    const ValueId root = storage_.roots[id];
    const Home home = storage_.homes[id];
    if (home == Home::kConstant && !values_[root].varies) {
      tensors_[id].data = tensors_[root].data;
      continue;
    }
    tensors_[id].data = nullptr;
    if (home == Home::kInput) in_inputs_.push_back(id);
    if (home == Home::kResult) in_results_.push_back(id);
    if (home != Home::kArena) cleared_.push_back(id);
  }
}

void ShapedRun::PlanStep(size_t i) {
  const plan::Step& step = program_.steps[i];
  plan::StepContext& context = contexts_[i];
  for (size_t k = 0; k < step.inputs.size(); ++k) {
    if (step.inputs[k] != kNoValue)
      context.inputs()[k].shareable = storage_.homes[step.inputs[k]] != Home::kArena;
  }
  for (size_t k = 0; k < step.outputs.size(); ++k) {
    const ValueId id = step.outputs[k];
    plan::OutputSlot& slot = context.outputs()[k];
    if (storage_.homes[id] == Home::kFloating) {
      slot.storage = plan::Storage::kPool;
    } else {
      slot.storage = storage_.roots[id] == id ? plan::Storage::kPlanned : plan::Storage::kShared;
    }
  }
  planned_.push_back({&step, &context, facts_[i].fixed_shapes, {}});
}

void ShapedRun::PlanReleases() {
  std::vector<bool> read_later(tensors_.size(), false);
  for (const ValueId id : program_.results) read_later[id] = true;
  for (auto planned = planned_.rbegin(); planned != planned_.rend(); ++planned) {
    const auto last_read = [&](ValueId id) {
      if (id == kNoValue || read_later[id] || storage_.homes[id] != Home::kFloating) return;
      read_later[id] = true;
      planned->releases.push_back(id);
    };
    std::for_each(planned->step->inputs.begin(), planned->step->inputs.end(), last_read);
    std::for_each(planned->step->outputs.begin(), planned->step->outputs.end(), last_read);
  }
}

base::Status ShapedRun::Replay() {
  BindArena();
  BindResults();
  for (const PlannedStep& planned : planned_) {
    GE_RETURN_IF_ERROR(planned.step->bodies.empty() ? ReplayKernel(planned) : ReplayBodies(planned));
    for (const ValueId id : planned.releases) tensors_[id].data = nullptr;
  }
  return {};
}

void ShapedRun::BindArena() {
  const std::shared_ptr<base::Buffer>& arena = frame_.Arena(storage_.arena_bytes);
  if (arena_version_ == frame_.arena_version()) return;
  arena_version_ = frame_.arena_version();
  for (size_t id = 0; id < tensors_.size(); ++id) {
    if (storage_.homes[id] != Home::kArena) continue;
    tensors_[id].data = base::Buffer::Slice(arena, storage_.offsets[id], plan::SizeOf(tensors_[id].desc));
  }
}

void ShapedRun::BindResults() {
  for (const ValueId id : in_results_) {
    std::shared_ptr<base::Buffer>& root = tensors_[storage_.roots[id]].data;
    if (root == nullptr) root = frame_.pool().Allocate(plan::SizeOf(tensors_[id].desc));
    tensors_[id].data = root;
  }
}

base::Status ShapedRun::ReplayKernel(const PlannedStep& planned) {
  const plan::Step& step = *planned.step;
  if (!planned.fixed_shapes) {
    GE_ASSIGN_OR_RETURN(const std::vector<ir::TensorDesc> descs,
                        plan::InferStep(step, InputsOf(step), nullptr));
    GE_RETURN_IF_ERROR(SetDescs(step, descs));
  }
  return planned.context->Run(*step.info, step.kernel.get());
}

base::Status ShapedRun::ReplayBodies(const PlannedStep& planned) {
  const plan::Step& step = *planned.step;
  GE_ASSIGN_OR_RETURN(BodyOutcome outcome, RunControlFlow(step, InputsOf(step), frame_));
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const ValueId id = step.outputs[i];
    if (!values_[id].shape_varies && tensors_[id].desc.shape != outcome.results[i].desc.shape) {
      return base::InnerError(base::Text(plan::Describe(*step.node), ": output ", i,
                                         " is known to have shape ", tensors_[id].desc.shape,
                                         ", but its subgraph gave ", outcome.results[i].desc.shape));
    }
    tensors_[id] = std::move(outcome.results[i]);
  }
  return {};
}

}  // namespace ge::cpu::exec
