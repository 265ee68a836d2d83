#include "plan/prepare_kernels.h"

namespace ge::cpu::plan {
namespace {

base::Status MakeKernel(const Program& program, Step& step) {
  if (!step.group.empty()) {
    step.kernel = kernels::MakeElementKernel(step.group, step.Prepare(program).constants);
    return {};
  }
  if (step.info == nullptr || step.info->make == nullptr) return {};
  base::Result<std::unique_ptr<kernels::Kernel>> kernel = step.info->make(step.Prepare(program));
  if (!kernel.ok()) return kernel.status().In("in " + Describe(*step.node));
  step.kernel = std::move(kernel).value();
  return {};
}

void NoteLastReads(Program& program) {
  std::vector<bool> read_later(program.values.size(), false);
  for (const ValueId id : program.results) read_later[id] = true;
  const auto note = [&](Step& step, ValueId id) {
    if (id == kNoValue || read_later[id]) return;
    read_later[id] = true;
    if (program.ConstantOf(id) == nullptr) step.last_reads.push_back(id);
  };
  for (auto step = program.steps.rbegin(); step != program.steps.rend(); ++step) {
    for (const ValueId id : step->inputs) note(*step, id);
    for (const ValueId id : step->outputs) note(*step, id);
  }
}

}  // namespace

base::Status PrepareKernels(Program& program) {
  for (Step& step : program.steps) GE_RETURN_IF_ERROR(MakeKernel(program, step));
  NoteLastReads(program);
  return {};
}

}  // namespace ge::cpu::plan
