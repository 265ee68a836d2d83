#include "plan/plan.h"

#include "plan/build_program.h"
#include "plan/fold_constants.h"
#include "plan/prepare_kernels.h"

namespace ge::cpu::plan {
namespace {

base::Status Finish(Program& program) {
  for (const std::unique_ptr<Program>& body : program.bodies) {
    base::Status status = Finish(*body);
    if (!status.ok()) return status.In(base::Text("in subgraph \"", body->graph->name(), "\""));
  }
  GE_RETURN_IF_ERROR(FoldConstants(program));
  GE_RETURN_IF_ERROR(PrepareKernels(program));
  return {};
}

}  // namespace

base::Result<std::unique_ptr<Program>> MakeProgram(const std::shared_ptr<const ir::Graph>& graph) {
  GE_ASSIGN_OR_RETURN(std::unique_ptr<Program> program, BuildProgram(graph));
  GE_RETURN_IF_ERROR(Finish(*program));
  return program;
}

}  // namespace ge::cpu::plan
