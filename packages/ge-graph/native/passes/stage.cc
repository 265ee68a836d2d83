#include <algorithm>
#include <array>
#include <utility>

#include "passes/pass.h"

namespace ge::passes {
namespace {

constexpr std::array<std::pair<Stage, std::string_view>, 6> kStageNames = {{
    {Stage::kBeforeInferShape, "BeforeInferShape"},
    {Stage::kAfterInferShape, "AfterInferShape"},
    {Stage::kAfterAssignLogicStream, "AfterAssignLogicStream"},
    {Stage::kAfterBuiltinFusionPass, "AfterBuiltinFusionPass"},
    {Stage::kAfterOriginGraphOptimize, "AfterOriginGraphOptimize"},
    {Stage::kCompatibleInherited, "CompatibleInherited"},
}};

}  // namespace

std::string_view StageName(Stage stage) { return kStageNames[static_cast<size_t>(stage)].second; }

std::optional<Stage> StageOf(std::string_view name) {
  const auto found = std::find_if(kStageNames.begin(), kStageNames.end(),
                                  [name](const auto& entry) { return entry.second == name; });
  return found == kStageNames.end() ? std::nullopt : std::optional(found->first);
}

bool IsRun(Stage stage) {
  return stage != Stage::kAfterAssignLogicStream && stage != Stage::kCompatibleInherited;
}

}  // namespace ge::passes
