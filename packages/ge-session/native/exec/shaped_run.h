#pragma once

#include <deque>
#include <vector>

#include "base/status.h"
#include "exec/storage_plan.h"
#include "plan/program.h"
#include "plan/step_context.h"

namespace ge::cpu::exec {

class Frame;

// A program for one set of input shapes, in one frame. The first run watches: which tensors are the same in
// every run with these shapes, which shapes never change, which kernels forward their input. From then on
// only the steps that make a difference run, their shapes are known, and their tensors lie in planned memory;
// steps whose shapes follow from elements still infer them.
class ShapedRun {
 public:
  ShapedRun(const plan::Program& program, Frame& frame, const std::vector<const ir::Tensor*>& inputs);

  bool Fits(const std::vector<const ir::Tensor*>& inputs) const;
  // Every result is a buffer that only the caller holds.
  base::Result<std::vector<ir::Tensor>> Run(const std::vector<const ir::Tensor*>& inputs);
  // Whether the shape of result i may differ in the next run with these input shapes.
  bool ResultShapeVaries(size_t i) const { return values_[program_.results[i]].shape_varies; }

 private:
  struct PlannedStep {
    const plan::Step* step;
    plan::StepContext* context;
    bool fixed_shapes;
    std::vector<plan::ValueId> releases;  // floating tensors that nobody reads afterwards
  };

  // The first run (first_run.cc).
  base::Status Watch();
  base::Status WatchStep(const plan::Step& step, plan::StepContext& context, StepFacts& facts);
  base::Status WatchKernel(const plan::Step& step, plan::StepContext& context, StepFacts& facts);
  base::Status WatchBodies(const plan::Step& step, StepFacts& facts);
  base::Status SetDescs(const plan::Step& step, const std::vector<ir::TensorDesc>& descs);
  void Release(const plan::Step& step);
  bool FoldsNow(const plan::Step& step) const;

  // What it showed, made use of (shaped_run.cc).
  void MakePlan();
  void PlanStep(size_t i);
  void PlanReleases();
  void PlanHomes();

  // Later runs.
  base::Status Replay();
  base::Status ReplayKernel(const PlannedStep& planned);
  base::Status ReplayBodies(const PlannedStep& planned);
  void BindArena();
  void BindResults();

  void BindInputs(const std::vector<const ir::Tensor*>& inputs);
  std::vector<ir::Tensor> TakeResults();
  // Lets go of everything that is not kept between runs.
  void Clear();

  std::vector<const ir::Tensor*> InputsOf(const plan::Step& step) const;

  const plan::Program& program_;
  Frame& frame_;
  std::vector<ir::Tensor> tensors_;  // by value
  std::vector<ValueFacts> values_;
  std::deque<plan::StepContext> contexts_;  // by step
  std::vector<StepFacts> facts_;            // by step, of the first run
  StoragePlan storage_;
  std::vector<PlannedStep> planned_;
  std::vector<plan::ValueId> in_inputs_;   // values whose elements lie in an input of the program
  std::vector<plan::ValueId> in_results_;  // values whose elements lie in a result's buffer, roots first
  std::vector<plan::ValueId> cleared_;     // values that hold nothing between runs
  bool watched_ = false;
  uint64_t arena_version_ = 0;
};

}  // namespace ge::cpu::exec
