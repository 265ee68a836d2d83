#include "passes/pass_manager.h"

#include "base/log.h"
#include "passes/error.h"
#include "passes/for_each_graph.h"
#include "passes/registry.h"
#include "passes/run_pass.h"

namespace ge::passes {
namespace {

using base::Result;
using base::Status;
using base::Text;
using GraphPtr = std::shared_ptr<ir::Graph>;

struct NamedPass {
  std::string name;
  std::unique_ptr<Pass> pass;
};

Result<std::vector<NamedPass>> MakePasses(Stage stage, const PassSwitches& switches) {
  std::vector<NamedPass> passes;
  for (const PassDescriptor& descriptor : PassesOf(stage)) {
    if (!switches.IsOn(descriptor.name)) {
      GE_LOG(kInfo, "[FusionPass][SKIP] \"", descriptor.name, "\" is switched off");
      continue;
    }
    Result<std::unique_ptr<Pass>> pass = descriptor.create();
    if (!pass.ok()) return PassError(descriptor.name, pass.status());
    passes.push_back({descriptor.name, std::move(*pass)});
  }
  return passes;
}

}  // namespace

Result<PassManager> PassManager::Create(const Options& options, int64_t session_id) {
  GE_ASSIGN_OR_RETURN(PassSwitches switches, PassSwitches::Read(options));
  return PassManager(options, std::move(switches), session_id);
}

Result<Outcome> PassManager::RunStage(Stage stage, const GraphPtr& root) {
  GE_ASSIGN_OR_RETURN(const std::vector<NamedPass> passes, MakePasses(stage, switches_));
  const auto shared_context = std::make_shared<PassContext>(*options_, session_id_);
  PassContext& context = *shared_context;
  context.shapes_known = stage != Stage::kBeforeInferShape;
  Outcome outcome = Outcome::kUnchanged;
  for (const NamedPass& entry : passes) {
    context.pass_name = entry.name;
    GE_ASSIGN_OR_RETURN(const Outcome result, RunPass(*entry.pass, root, context));
    if (result == Outcome::kChanged) outcome = Outcome::kChanged;
  }
  return outcome;
}

Result<Outcome> PassManager::RunBuiltin(Phase phase, const GraphPtr& root) {
  Outcome outcome = Outcome::kUnchanged;
  for (const BuiltinPass* pass : BuiltinPassesOf(phase)) {
    if (!switches_.IsOn(pass->name, pass->level, pass->by)) continue;
    GE_RETURN_IF_ERROR(ForEachGraph(root, [&](ir::Graph& graph) -> Status {
      const Result<Outcome> result = pass->run(graph);
      if (!result.ok()) return result.status().In(Text("in pass ", pass->name));
      if (*result == Outcome::kChanged) outcome = Outcome::kChanged;
      return {};
    }));
  }
  return outcome;
}

}  // namespace ge::passes
