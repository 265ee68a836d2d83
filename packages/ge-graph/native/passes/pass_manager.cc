#include "passes/pass_manager.h"

#include "base/log.h"
#include "ir/order.h"
#include "passes/registry.h"

namespace ge::passes {
namespace {

using base::Result;
using base::Status;
using base::Text;
using GraphPtr = std::shared_ptr<ir::Graph>;

constexpr uint32_t kFailed = 0xFFFFFFFF;

struct NamedPass {
  std::string name;
  std::unique_ptr<Pass> pass;
};

Status PassError(const std::string& pass, const Status& reason) {
  return {"E13028", Text("fusion pass \"", pass, "\" failed with status ", kFailed, ": ", reason.message())};
}

// The root first, then its subgraphs as they are now; one whose parent node goes before its turn is skipped.
template <typename Visit>
Status ForEachGraph(const GraphPtr& root, Visit visit) {
  GE_RETURN_IF_ERROR(visit(*root));
  const std::vector<GraphPtr> subgraphs = root->subgraphs();
  for (const GraphPtr& subgraph : subgraphs) {
    if (root->FindSubgraph(subgraph->name()) == subgraph) GE_RETURN_IF_ERROR(visit(*subgraph));
  }
  return {};
}

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
    const Status status = ForEachGraph(root, [&](ir::Graph& graph) -> Status {
      GE_LOG(kInfo, "[Run][FusionPass] \"", entry.name, "\" on graph \"", graph.name(), "\"");
      const Result<Outcome> result = entry.pass->Run(graph, context);
      const Status status = result.ok() ? ir::TopologicalOrder(graph).status() : result.status();
      if (!status.ok()) return PassError(entry.name, status.In(Text("on graph \"", graph.name(), "\"")));
      if (*result == Outcome::kChanged) outcome = Outcome::kChanged;
      return {};
    });
    GE_RETURN_IF_ERROR(status);
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
