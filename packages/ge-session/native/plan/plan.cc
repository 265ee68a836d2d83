#include "plan/plan.h"

#include "infer/verify_graph.h"
#include "plan/build_program.h"
#include "plan/channels_last.h"
#include "plan/fold_constants.h"
#include "plan/fold_into_weights.h"
#include "plan/fuse_elements.h"
#include "plan/fuse_epilogues.h"
#include "plan/prepare_kernels.h"

namespace ge::cpu::plan {
namespace {

// The order counts: what can goes into weights, what is left becomes loops, and those go behind kernels.
base::Status Fuse(Program& program) {
  FoldIntoWeights(program);
  FuseElements(program);
  FuseEpilogues(program);
  return UseChannelsLast(program);
}

base::Status Finish(Program& program, const PlanOptions& options) {
  for (const std::unique_ptr<Program>& body : program.bodies) {
    base::Status status = Finish(*body, options);
    if (!status.ok()) return status.In(base::Text("in subgraph \"", body->graph->name(), "\""));
  }
  GE_RETURN_IF_ERROR(FoldConstants(program));
  if (options.fuse) GE_RETURN_IF_ERROR(Fuse(program));
  return PrepareKernels(program);
}

}  // namespace

base::Result<std::unique_ptr<Program>> MakeProgram(const std::shared_ptr<const ir::Graph>& graph,
                                                   const PlanOptions& options) {
  GE_RETURN_IF_ERROR(infer::VerifyGraph(*graph));
  GE_ASSIGN_OR_RETURN(std::unique_ptr<Program> program, BuildProgram(graph));
  GE_RETURN_IF_ERROR(Finish(*program, options));
  return program;
}

}  // namespace ge::cpu::plan
