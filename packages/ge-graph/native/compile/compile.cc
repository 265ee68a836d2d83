// The way of a graph through the compiler. Each step is a function of the layer named in front of it.

#include "compile/compile.h"

#include "base/log.h"
#include "compile/model_attrs.h"
#include "compile/prepare.h"
#include "infer/infer.h"
#include "ir/order.h"
#include "passes/pass_manager.h"
#include "passes/registry.h"
#include "passes/statistics.h"

namespace ge::compile {
namespace {

using base::Result;
using base::Status;
using base::Text;
using passes::Outcome;
using passes::Phase;
using passes::Stage;
using GraphPtr = std::shared_ptr<ir::Graph>;

Status RunStage(passes::PassManager& manager, Stage stage, const GraphPtr& graph) {
  GE_ASSIGN_OR_RETURN(const Outcome outcome, manager.RunStage(stage, graph));
  // New nodes get their descriptors, whatever the pass set.
  const bool inferred = stage != Stage::kBeforeInferShape;
  return inferred && outcome == Outcome::kChanged ? infer::InferGraph(*graph) : Status();
}

Status RunBuiltin(passes::PassManager& manager, Phase phase, const GraphPtr& graph) {
  GE_ASSIGN_OR_RETURN(const Outcome outcome, manager.RunBuiltin(phase, graph));
  return outcome == Outcome::kChanged ? infer::InferGraph(*graph) : Status();
}

// What runs is the backend's matter; without one a model can be made for elsewhere.
Status CheckSupported(const ir::Graph& graph) {
  static const base::Name no_op("NoOp");
  const backend::Backend* backend = backend::DefaultBackend();
  if (backend == nullptr) return {};
  for (const ir::Node* node : ir::AllNodes(graph)) {
    if (node->type() == no_op) continue;
    const Status supported = backend->Supports(*node);
    if (supported.ok()) continue;
    return {"E10501", Text("node \"", node->name(), "\" (", node->type(), ") cannot run on backend ",
                           backend->name(), ": ", supported.message())};
  }
  return {};
}

Status WriteStatistics(const backend::Options& options) {
  const auto found = options.find("ge.exportCompileStat");
  const std::string when = found == options.end() ? "1" : found->second;
  if (when == "1" || when.empty()) passes::WriteFusionResultAtExit();
  return when == "2" ? passes::WriteFusionResult() : Status();
}

}  // namespace

Result<CompiledModel> Compile(const GraphPtr& graph, const backend::Options& options, int64_t session_id) {
  GE_RETURN_IF_ERROR(passes::AskPassSources());
  GE_ASSIGN_OR_RETURN(passes::PassManager manager, passes::PassManager::Create(options, session_id));

  GE_RETURN_IF_ERROR(CheckGraph(*graph));
  GE_RETURN_IF_ERROR(RunStage(manager, Stage::kBeforeInferShape, graph));

  GE_RETURN_IF_ERROR(NormalizeEnds(*graph));
  GE_RETURN_IF_ERROR(infer::InferGraph(*graph));
  GE_RETURN_IF_ERROR(RunBuiltin(manager, Phase::kInference, graph));
  GE_RETURN_IF_ERROR(RunStage(manager, Stage::kAfterInferShape, graph));

  GE_RETURN_IF_ERROR(RunBuiltin(manager, Phase::kPrepare, graph));
  GE_RETURN_IF_ERROR(RunStage(manager, Stage::kAfterBuiltinFusionPass, graph));

  GE_RETURN_IF_ERROR(RunBuiltin(manager, Phase::kStage1, graph));
  GE_RETURN_IF_ERROR(RunStage(manager, Stage::kAfterOriginGraphOptimize, graph));
  GE_RETURN_IF_ERROR(RunBuiltin(manager, Phase::kStage2, graph));

  GE_RETURN_IF_ERROR(CheckSupported(*graph));
  DescribeModel(*graph, options);
  GE_RETURN_IF_ERROR(WriteStatistics(options));
  return ModelOf(graph);
}

}  // namespace ge::compile
