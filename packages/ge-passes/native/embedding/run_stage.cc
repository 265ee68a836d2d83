// A C++ program without Python: loads an .air file, runs the passes of a stage, and prints the operators'
// types.

#include <cstdio>

#include "passes/pass_manager.h"
#include "passes/registry.h"
#include "serialize/air.h"

namespace {

using ge::base::Status;

Status Run(const char* path) {
  GE_ASSIGN_OR_RETURN(const std::shared_ptr<ge::ir::Graph> graph, ge::serialize::LoadAir(path));
  const ge::passes::Options options;
  GE_RETURN_IF_ERROR(ge::passes::LoadPasses(options));
  GE_ASSIGN_OR_RETURN(ge::passes::PassManager manager, ge::passes::PassManager::Create(options, 0));
  GE_RETURN_IF_ERROR(manager.RunStage(ge::passes::Stage::kBeforeInferShape, graph).status());
  for (const ge::ir::Node* node : graph->nodes()) std::printf("%s\n", node->type().text().c_str());
  ge::passes::UnloadPasses();
  return {};
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "usage: run_stage MODEL.air\n");
    return 2;
  }
  const Status status = Run(words[1]);
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return 1;
}
