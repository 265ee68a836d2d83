// The way of a graph through the compiler. Each step is a function of the layer named in front of it.

#include "compile/compile.h"

#include <cstdlib>

#include "bodies/runnable.h"
#include "compile/model_attrs.h"
#include "compile/prepare.h"
#include "compile/promote_operands.h"
#include "infer/infer.h"
#include "passes/pass_manager.h"
#include "passes/registry.h"
#include "passes/statistics.h"
#include "serialize/dump_stage.h"

namespace ge::compile {
namespace {

using base::Result;
using base::Status;
using passes::Outcome;
using passes::Phase;
using passes::Stage;
using GraphPtr = std::shared_ptr<ir::Graph>;

// 0, as when it is not set: none.
int64_t Limit(const backend::Options& options, const char* name) {
  const auto found = options.find(name);
  return found == options.end() ? 0 : std::atoll(found->second.c_str());
}

// One graph on its way: the steps that the way repeats.
class Compilation {
 public:
  static Result<Compilation> Begin(GraphPtr graph, const backend::Options& options, int64_t session_id) {
    GE_ASSIGN_OR_RETURN(passes::PassManager manager, passes::PassManager::Create(options, session_id));
    return Compilation(std::move(graph), options, std::move(manager));
  }

  // Shapes and types of all tensors; afterwards each operator has operands of a type that it computes.
  Status Infer() {
    GE_RETURN_IF_ERROR(infer::InferGraph(*graph_));
    return PromoteOperands(*graph_);
  }

  // The passes of users. New nodes get their descriptors, whatever a pass set.
  Status RunPassesAt(Stage stage) {
    GE_ASSIGN_OR_RETURN(const Outcome outcome, manager_.RunStage(stage, graph_));
    const bool inferred = stage != Stage::kBeforeInferShape;
    return inferred && outcome == Outcome::kChanged ? Infer() : Status();
  }

  // Our own passes.
  Status RunPassesOf(Phase phase) {
    GE_ASSIGN_OR_RETURN(const Outcome outcome, manager_.RunBuiltin(phase, graph_));
    return outcome == Outcome::kChanged ? Infer() : Status();
  }

  Status Dump(const char* stage) const { return serialize::DumpStage(*graph_, stage, dump_); }

 private:
  Compilation(GraphPtr graph, const backend::Options& options, passes::PassManager manager)
      : graph_(std::move(graph)), manager_(std::move(manager)) {
    dump_.options.graph = options;
    dump_.max_files = Limit(options, "ge.maxDumpFileNum");
    dump_.max_file_bytes = Limit(options, "ge.maxDumpFileSize");
  }

  GraphPtr graph_;
  passes::PassManager manager_;
  serialize::DumpContext dump_;
};

// What runs is the backend's matter; without one a model can be made for elsewhere.
Status PutBodiesWhereNeeded(ir::Graph& graph) {
  const backend::Backend* backend = backend::DefaultBackend();
  return backend == nullptr ? Status() : bodies::MakeRunnable(graph, *backend);
}

Status WriteStatistics(const backend::Options& options) {
  const auto found = options.find("ge.exportCompileStat");
  const std::string when = found == options.end() ? "1" : found->second;
  if (when == "1" || when.empty()) passes::WriteFusionResultAtExit();
  return when == "2" ? passes::WriteFusionResult() : Status();
}

}  // namespace

Result<CompiledModel> Compile(const GraphPtr& graph, const backend::Options& options, int64_t session_id) {
  GE_RETURN_IF_ERROR(passes::EnsurePassesLoaded(options));
  GE_ASSIGN_OR_RETURN(Compilation at, Compilation::Begin(graph, options, session_id));
  GE_RETURN_IF_ERROR(at.Dump("GraphPreRunBegin"));
  GE_RETURN_IF_ERROR(CheckGraph(*graph));
  GE_RETURN_IF_ERROR(at.Dump("PreRunBegin"));

  GE_RETURN_IF_ERROR(at.RunPassesAt(Stage::kBeforeInferShape));
  GE_RETURN_IF_ERROR(at.Dump("RunCustomPassBeforeInfershape"));

  GE_RETURN_IF_ERROR(NormalizeEnds(*graph));
  GE_RETURN_IF_ERROR(at.Dump("PreRunAfterNormalizeGraph"));
  GE_RETURN_IF_ERROR(at.Infer());
  GE_RETURN_IF_ERROR(at.RunPassesOf(Phase::kInference));
  GE_RETURN_IF_ERROR(at.Dump("AfterInfershape"));

  GE_RETURN_IF_ERROR(at.RunPassesAt(Stage::kAfterInferShape));
  GE_RETURN_IF_ERROR(at.Dump("RunCustomPass_AfterInferShape"));
  GE_RETURN_IF_ERROR(at.RunPassesOf(Phase::kPrepare));
  GE_RETURN_IF_ERROR(at.Dump("PreRunAfterPrepare"));

  GE_RETURN_IF_ERROR(at.RunPassesAt(Stage::kAfterBuiltinFusionPass));
  GE_RETURN_IF_ERROR(at.Dump("RunCustomPassAfterBuiltinFusionPass"));
  GE_RETURN_IF_ERROR(at.Dump("PreRunAfterOptimizeOriginalGraph"));
  GE_RETURN_IF_ERROR(at.RunPassesOf(Phase::kStage1));
  GE_RETURN_IF_ERROR(at.Dump("PreRunAfterOptimizeAfterStage1"));

  GE_RETURN_IF_ERROR(at.RunPassesAt(Stage::kAfterOriginGraphOptimize));
  GE_RETURN_IF_ERROR(at.Dump("RunCustomPassAfterOriginGraphOptimize"));
  GE_RETURN_IF_ERROR(at.RunPassesOf(Phase::kStage2));
  GE_RETURN_IF_ERROR(at.Dump("PreRunAfterOptimizeGraphBeforeBuild"));

  GE_RETURN_IF_ERROR(PutBodiesWhereNeeded(*graph));
  DescribeModel(*graph, options);
  GE_RETURN_IF_ERROR(at.Dump("Build"));
  GE_RETURN_IF_ERROR(WriteStatistics(options));
  return ModelOf(graph);
}

}  // namespace ge::compile
