#include "passes/run_pass.h"

#include "base/log.h"
#include "passes/builtin.h"
#include "passes/error.h"
#include "passes/for_each_graph.h"
#include "passes/registry.h"
#include "passes/report.h"

namespace ge::passes {
namespace {

using base::Result;
using base::Status;
using base::Text;

class Builtin : public Pass {
 public:
  explicit Builtin(const BuiltinPass* pass) : pass_(pass) {}
  Result<Outcome> Run(ir::Graph& graph, PassContext&) override { return pass_->run(graph); }

 private:
  const BuiltinPass* pass_;
};

const BuiltinPass* FindBuiltin(const std::string& name) {
  for (const Phase phase : {Phase::kInference, Phase::kPrepare, Phase::kStage1, Phase::kStage2}) {
    for (const BuiltinPass* pass : BuiltinPassesOf(phase)) {
      if (pass->name == name) return pass;
    }
  }
  return nullptr;
}

}  // namespace

Result<Outcome> RunPass(Pass& pass, const std::shared_ptr<ir::Graph>& root, PassContext& context) {
  const std::string name = context.pass_name;  // which the pass may change for its own use
  const CurrentReportScope told(context.report);
  Outcome outcome = Outcome::kUnchanged;
  GE_RETURN_IF_ERROR(ForEachGraph(root, [&](ir::Graph& graph) -> Status {
    GE_LOG(kInfo, "[Run][FusionPass] \"", name, "\" on graph \"", graph.name(), "\"");
    context.indexes.BeginPass();
    const Result<Outcome> result = pass.Run(graph, context);
    // Whatever it says of itself, a pass may have changed the graph, and left a cycle in it.
    const Status status = result.ok() ? context.indexes.EndPass(graph) : result.status();
    if (!status.ok()) return PassError(name, status.In(Text("on graph \"", graph.name(), "\"")));
    if (*result == Outcome::kChanged) outcome = Outcome::kChanged;
    return {};
  }));
  return outcome;
}

Result<std::unique_ptr<Pass>> MakePass(const std::string& name) {
  for (const Stage stage : kStages) {
    for (const PassDescriptor& descriptor : PassesOf(stage)) {
      if (descriptor.name == name) return descriptor.create();
    }
  }
  if (const BuiltinPass* builtin = FindBuiltin(name)) {
    return std::unique_ptr<Pass>(std::make_unique<Builtin>(builtin));
  }
  return base::InvalidArgument(Text("there is no fusion pass named \"", name, "\""));
}

}  // namespace ge::passes
