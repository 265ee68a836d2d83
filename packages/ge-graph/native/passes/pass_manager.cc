#include "passes/pass_manager.h"

#include <chrono>

#include "base/log.h"
#include "passes/error.h"
#include "passes/for_each_graph.h"
#include "passes/observer.h"
#include "passes/registry.h"
#include "passes/run_pass.h"
#include "rewrite/clone.h"

namespace ge::passes {
namespace {

using base::Result;
using base::Status;
using base::Text;
using GraphPtr = std::shared_ptr<ir::Graph>;

struct NamedPass {
  std::string name;
  std::unique_ptr<Pass> pass;
  decltype(PassDescriptor::verify) verify;
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
    GE_LOG(kInfo, "[FusionPass][ADD] \"", descriptor.name, "\" runs at stage ", StageName(stage));
    passes.push_back({descriptor.name, std::move(*pass), descriptor.verify});
  }
  return passes;
}

Result<bool> ReadVerify(const Options& options) {
  const auto found = options.find("ge.passes.verify");
  const std::string text = found == options.end() ? "" : found->second;
  if (text == "numeric") return true;
  if (text.empty() || text == "off") return false;
  return base::InvalidArgument(Text("option ge.passes.verify is \"", text, "\", expected off or numeric"));
}

Result<Outcome> RunEntry(const NamedPass& entry, const GraphPtr& root, bool verified, PassContext& context) {
  if (!verified) return RunPass(*entry.pass, root, context);
  GE_ASSIGN_OR_RETURN(const GraphPtr before, rewrite::Clone(*root));
  GE_ASSIGN_OR_RETURN(const Outcome outcome, RunPass(*entry.pass, root, context));
  if (outcome == Outcome::kUnchanged) return outcome;
  const Status same = entry.verify(before, root);
  if (!same.ok()) return PassError(entry.name, same.In("ge.passes.verify=numeric"));
  return outcome;
}

bool IsWanted(const std::string& pass, std::string_view where) {
  const PassObserver* observer = CurrentPassObserver();
  return observer == nullptr || observer->Runs(pass, where);
}

Result<Outcome> RunObserved(const NamedPass& entry, Stage stage, const GraphPtr& root, bool verified,
                            PassContext& context) {
  PassObserver* observer = CurrentPassObserver();
  if (observer == nullptr) return RunEntry(entry, root, verified, context);
  GE_RETURN_IF_ERROR(observer->Before(entry.name, stage, root));
  PassReport report;
  context.report = &report;
  const auto start = std::chrono::steady_clock::now();
  const Result<Outcome> outcome = RunEntry(entry, root, verified, context);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  context.report = nullptr;
  if (outcome.ok()) GE_RETURN_IF_ERROR(observer->After(entry.name, root, *outcome, report, time.count()));
  return outcome;
}

}  // namespace

std::vector<PlacedPass> PassOrder() {
  std::vector<PlacedPass> order;
  const auto add_stage = [&order](Stage stage) {
    for (const PassDescriptor& pass : PassesOf(stage)) order.push_back({pass.name, StageName(stage)});
  };
  const auto add_phase = [&order](Phase phase) {
    for (const BuiltinPass* pass : BuiltinPassesOf(phase)) order.push_back({pass->name, PhaseName(phase)});
  };
  add_stage(Stage::kBeforeInferShape);
  add_phase(Phase::kInference);
  add_stage(Stage::kAfterInferShape);
  add_phase(Phase::kPrepare);
  add_stage(Stage::kAfterBuiltinFusionPass);
  add_phase(Phase::kStage1);
  add_stage(Stage::kAfterOriginGraphOptimize);
  add_phase(Phase::kStage2);
  return order;
}

Result<PassManager> PassManager::Create(const Options& options, int64_t session_id) {
  GE_ASSIGN_OR_RETURN(PassSwitches switches, PassSwitches::Read(options));
  GE_ASSIGN_OR_RETURN(const bool verifies, ReadVerify(options));
  return PassManager(options, std::move(switches), verifies, session_id);
}

Result<Outcome> PassManager::RunStage(Stage stage, const GraphPtr& root) {
  GE_ASSIGN_OR_RETURN(const std::vector<NamedPass> passes, MakePasses(stage, switches_));
  const auto shared_context = std::make_shared<PassContext>(*options_, session_id_);
  PassContext& context = *shared_context;
  context.shapes_known = stage != Stage::kBeforeInferShape;
  Outcome outcome = Outcome::kUnchanged;
  for (const NamedPass& entry : passes) {
    if (!IsWanted(entry.name, StageName(stage))) continue;
    context.pass_name = entry.name;
    const bool verified = verifies_ && entry.verify != nullptr;
    GE_ASSIGN_OR_RETURN(const Outcome result, RunObserved(entry, stage, root, verified, context));
    if (result == Outcome::kChanged) outcome = Outcome::kChanged;
  }
  return outcome;
}

Result<Outcome> PassManager::RunBuiltin(Phase phase, const GraphPtr& root) {
  Outcome outcome = Outcome::kUnchanged;
  for (const BuiltinPass* pass : BuiltinPassesOf(phase)) {
    if (!switches_.IsOn(pass->name, pass->level, pass->by)) continue;
    if (!IsWanted(pass->name, PhaseName(phase))) continue;
    GE_RETURN_IF_ERROR(ForEachGraph(root, [&](ir::Graph& graph) -> Status {
      const Result<Outcome> result = pass->run(graph);
      if (!result.ok()) return result.status().In(Text("in pass ", pass->name));
      const bool changed = *result == Outcome::kChanged;
      GE_LOG(kInfo, "[Run][BuiltinPass] \"", pass->name, changed ? "\" changed" : "\" left", " graph \"",
             graph.name(), "\"");
      if (changed) outcome = Outcome::kChanged;
      return {};
    }));
  }
  return outcome;
}

}  // namespace ge::passes
