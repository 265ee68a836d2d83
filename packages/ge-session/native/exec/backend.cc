#include "exec/backend.h"

#include <exception>
#include <string>

#include "compute/parallel.h"
#include "exec/executable.h"
#include "exec/fork.h"
#include "exec/thread_option.h"
#include "plan/compute_node.h"
#include "plan/node_kinds.h"
#include "plan/plan.h"

namespace ge::cpu::exec {
namespace {

// Taken care of without a kernel.
bool NeedsNoKernel(base::Name type) {
  return plan::IsGraphInput(type) || plan::IsConstant(type) || plan::IsControlFlow(type) ||
         type == "NetOutput" || type == "Identity";
}

[[maybe_unused]] const bool kRegistered = [] {
  backend::RegisterBackend(std::make_unique<CpuBackend>());
  return true;
}();

}  // namespace

base::Status CpuBackend::Supports(const ir::Node& node) const {
  return NeedsNoKernel(node.type()) ? base::Status() : plan::HasKernel(node);
}

base::Result<std::vector<ir::Tensor>> CpuBackend::Compute(
    const ir::Node& node, const std::vector<const ir::Tensor*>& inputs) const {
  const NoFork no_fork;
  const compute::ThreadCount thread_count(0);
  return plan::ComputeNode(node, inputs);
}

base::Result<std::shared_ptr<backend::Executable>> CpuBackend::Load(
    const std::shared_ptr<const ir::Graph>& graph, const backend::Options& options) const {
  GE_ASSIGN_OR_RETURN(const int threads, ThreadsFor(options));
  const NoFork no_fork;
  const compute::ThreadCount thread_count(threads);
  const auto level = options.find("ge.oo.level");
  const plan::PlanOptions how{level == options.end() || level->second != "O1"};
  const std::string where = base::Text("while loading graph \"", graph->name(), "\"");
  try {
    base::Result<std::unique_ptr<plan::Program>> program = plan::MakeProgram(graph, how);
    if (!program.ok()) return program.status().In(where);
    return std::shared_ptr<backend::Executable>(
        std::make_shared<CpuExecutable>(std::move(program).value(), threads));
  } catch (const std::exception& error) {  // no memory for what a file asks for
    return base::InnerError(error.what()).In(where);
  }
}

}  // namespace ge::cpu::exec
