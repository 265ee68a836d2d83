#include "exec/storage_plan.h"

#include <algorithm>

#include "plan/memory_plan.h"
#include "plan/node_kinds.h"

namespace ge::cpu::exec {
namespace {

using plan::kNoValue;
using plan::ValueId;

class Planner {
 public:
  Planner(const plan::Program& program, const std::vector<ir::Tensor>& tensors,
          const std::vector<ValueFacts>& values, const std::vector<StepFacts>& steps)
      : program_(program), tensors_(tensors), values_(values), steps_(steps) {
    plan_.runs.assign(steps.size(), false);
    plan_.roots.assign(tensors.size(), kNoValue);
    plan_.homes.assign(tensors.size(), Home::kConstant);
    plan_.offsets.assign(tensors.size(), 0);
  }

  StoragePlan Plan() {
    MarkRunning();
    for (const ValueId id : program_.inputs) Place(id, Home::kInput);
    for (size_t i = 0; i < steps_.size(); ++i) PlaceOutputs(i);
    for (const ValueId id : program_.results) HandOut(id);
    for (ValueId id = 0; id < static_cast<ValueId>(plan_.roots.size()); ++id) {
      if (plan_.roots[id] == kNoValue) plan_.roots[id] = id;
      plan_.homes[id] = plan_.homes[plan_.roots[id]];
    }
    LayOut();
    return std::move(plan_);
  }

 private:
  // A step runs when a result or a running step needs what it makes.
  void MarkRunning() {
    std::vector<bool> needed(tensors_.size(), false);
    for (const ValueId id : program_.results) needed[id] = true;
    for (size_t i = steps_.size(); i-- > 0;) {
      const plan::Step& step = program_.steps[i];
      const bool used =
          std::any_of(step.outputs.begin(), step.outputs.end(), [&](ValueId id) { return needed[id]; });
      if (!used || steps_[i].folded) continue;
      plan_.runs[i] = true;
      for (const ValueId id : step.inputs) {
        if (id != kNoValue) needed[id] = true;
      }
    }
  }

  void Place(ValueId id, Home home) {
    if (id == kNoValue) return;
    plan_.roots[id] = id;
    plan_.homes[id] = home;
  }

  void PlaceOutputs(size_t i) {
    if (!plan_.runs[i]) return;
    const plan::Step& step = program_.steps[i];
    for (size_t k = 0; k < step.outputs.size(); ++k) {
      const ValueId id = step.outputs[k];
      if (!steps_[i].fixed_shapes || !step.bodies.empty()) {
        Place(id, Home::kFloating);
      } else if (steps_[i].forwards[k] < 0) {
        Place(id, Home::kArena);
      } else {
        Share(id, step.inputs[steps_[i].forwards[k]]);
      }
    }
  }

  void Share(ValueId id, ValueId source) {
    const ValueId root = plan_.roots[source] == kNoValue ? source : plan_.roots[source];
    if (plan_.homes[root] == Home::kFloating) return Place(id, Home::kFloating);
    plan_.roots[id] = root;
  }

  // A result gets a buffer of its own if it can; else its elements are copied when the run ends.
  void HandOut(ValueId id) {
    const ValueId root = plan_.roots[id];
    if (root != kNoValue && plan_.homes[root] == Home::kArena) plan_.homes[root] = Home::kResult;
  }

  void LayOut() {
    const auto never = static_cast<int32_t>(steps_.size());
    std::vector<plan::Lifetime> lifetimes;
    std::vector<int32_t> place(tensors_.size(), -1);  // by root: its lifetime
    const auto extend = [&](ValueId id, int32_t step) {
      const ValueId root = plan_.roots[id];
      if (plan_.homes[root] != Home::kArena) return;
      if (place[root] < 0) {
        place[root] = static_cast<int32_t>(lifetimes.size());
        lifetimes.push_back({plan::SizeOf(tensors_[root].desc), step, step});
      }
      lifetimes[place[root]].last = std::max(lifetimes[place[root]].last, step);
    };
    for (int32_t i = 0; i < never; ++i) {
      if (!plan_.runs[i]) continue;
      for (const ValueId id : program_.steps[i].outputs) extend(id, i);
      for (const ValueId id : program_.steps[i].inputs) {
        if (id != kNoValue) extend(id, i);
      }
    }
    for (const ValueId id : program_.results) extend(id, never);
    const plan::MemoryPlan memory = plan::PlanMemory(lifetimes);
    for (size_t id = 0; id < tensors_.size(); ++id) {
      const int32_t lifetime = place[plan_.roots[id]];
      if (lifetime >= 0) plan_.offsets[id] = memory.offsets[lifetime];
    }
    plan_.arena_bytes = memory.total_bytes;
  }

  const plan::Program& program_;
  const std::vector<ir::Tensor>& tensors_;
  const std::vector<ValueFacts>& values_;
  const std::vector<StepFacts>& steps_;
  StoragePlan plan_;
};

}  // namespace

StoragePlan PlanStorage(const plan::Program& program, const std::vector<ir::Tensor>& tensors,
                        const std::vector<ValueFacts>& values, const std::vector<StepFacts>& steps) {
  return Planner(program, tensors, values, steps).Plan();
}

}  // namespace ge::cpu::exec
